import { noticesOf } from "./outcome.js";
import { runGuards } from "./run.js";
export async function judgeStart(deps, guards, input, signal) {
    const { judged, cancelled } = await runGuards(deps, guards, input, signal, () => false);
    if (cancelled)
        return { prompt: null, notices: [] };
    let prompt = null;
    for (const one of judged) {
        if (one.mode !== 'enforce')
            continue;
        for (const action of one.verdict.actions) {
            if (action.kind === 'setTurnPrompt')
                prompt = { text: action.text, guard: one.guard.name };
        }
    }
    return { prompt, notices: noticesOf(judged) };
}
