import { describeThrown } from "../errors.js";
import { pointOfEnd } from "../point/turn-rules.js";
import { off } from "./listeners.js";
import { lastFinish } from "./shapes.js";
import { unlessAborted } from "./turn-memory.js";
/** @returns the disposers of what was registered. */
export function mountTurnEnd(ctx, desk) {
    const stopping = async (agent, signal) => {
        const turn = desk.turnOf(agent);
        turn.ending = true;
        // A guard that still looks at the last call may say or keep something that STOP guards go by.
        await unlessAborted(Promise.all(turn.judging), signal);
        const point = pointOfEnd({ cancelled: signal.aborted, finish: turn.finish ?? lastFinish(agent), concluded: turn.concluded });
        if (point !== null && desk.needed(point))
            await desk.judge().stop(desk.callers(agent), point, signal);
    };
    return [
        off(ctx.on('agent/turn-stopping', async ({ agent, signal }) => {
            try {
                await stopping(agent, signal);
            }
            catch (error) {
                desk.report(`STOP guards were skipped: ${describeThrown(error)}`);
            }
            // Nothing is returned: any value would keep the listeners behind this one from running.
        }, { prepend: true })),
        watchFinish(ctx, (agent, reason) => { desk.turnOf(agent).finish = reason; }),
    ];
}
/** Newer hosts keep no chunks in the log and tell how an answer ended through an event of their own. */
function watchFinish(ctx, finished) {
    const on = ctx.on.bind(ctx);
    return off(on('agent/assistant-stream', (payload) => {
        const told = finishOf(payload);
        if (told !== null)
            finished(told.agent, told.reason);
    }));
}
/** Who finished an answer and how, from one frame of the stream; null for every other frame. */
export function finishOf(payload) {
    const frame = payload;
    const chunk = frame?.chunk ?? frame?.frame?.chunk;
    const reason = chunk?.type === 'finish' ? chunk.reason?.kind : undefined;
    return frame?.agent === undefined || typeof reason !== 'string' ? null : { agent: frame.agent, reason };
}
