import { find, noticesOf } from "./outcome.js";
import { runGuards } from "./run.js";
export async function judgeResult(deps, guards, input, signal) {
    const { judged } = await runGuards(deps, guards, input, signal, () => false);
    const feedback = judged
        .filter(one => one.mode === 'enforce')
        .flatMap((one) => {
        const block = find(one.verdict, 'block');
        return block === undefined ? [] : [blockText(one.guard.name, block.feedback)];
    });
    return { feedback: feedback.length === 0 ? null : feedback.join('\n\n'), notices: noticesOf(judged) };
}
function blockText(guard, feedback) {
    return feedback.trim() === '' ? `Guard "${guard}" rejects this result and gave no reason.` : feedback;
}
