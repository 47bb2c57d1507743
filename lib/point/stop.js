import { noticesOf } from "./outcome.js";
import { runGuards } from "./run.js";
export async function judgeStop(deps, guards, input, signal) {
    const { judged, cancelled } = await runGuards(deps, guards, input, signal, one => one.mode === 'enforce' && one.verdict.continued !== null);
    return {
        continued: judged.some(one => one.mode === 'enforce' && one.verdict.continued !== null),
        notices: cancelled ? [] : noticesOf(judged),
    };
}
