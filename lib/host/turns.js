import { describeThrown } from "../errors.js";
import { isRealUserTurn, isSubagent, lastFinish, messagesOf, pendingIds, removePending, textOf, userInputs } from "./shapes.js";
import { PROMPT_LOST, givePrompt, inSeries, promptLost, withPrompt } from "./turn-prompt.js";
import { createStarting, openBatch, requestOf, waitFor } from "./turn-start.js";
export function createTurnBook(parts) {
    const turns = parts.memory;
    const turnOf = (agent) => {
        const known = turns.get(agent);
        if (known !== undefined)
            return known;
        const fresh = {
            announced: false, batch: null, start: null, concluded: false, ending: false, finish: null, given: null, judging: new Set(),
        };
        turns.set(agent, fresh);
        return fresh;
    };
    const stateOf = (agent) => parts.states.of(parts.agents.see(agent));
    const startOver = (agent, batch) => createStarting(signal => parts.judge().start(agent, requestOf(batch), signal)
        .catch((error) => { parts.report(`START guards were skipped: ${describeThrown(error)}`); }));
    /** The one place where a real user turn begins. */
    const beginUserTurn = (agent, turn, text) => {
        const begun = parts.states.beginUserTurn(parts.agents.see(agent));
        if (begun.task === '')
            begun.task = userInputs(agent).first || text;
        const batch = openBatch(text);
        turn.batch = batch;
        // A turn that ended before its START was waited for leaves it behind.
        turn.start?.cancel(new Error('another turn has begun'));
        turn.start = parts.needed('start') ? startOver(agent, batch) : null;
        return batch;
    };
    const onClaimed = (agent, message) => {
        parts.delivery.claimed(message.id);
        const turn = turnOf(agent);
        turn.announced = true;
        if (message.source?.kind !== 'user')
            return;
        const text = textOf(message);
        if (!isRealUserTurn(agent, message)) {
            stateOf(agent).request = text;
            return;
        }
        const open = turn.batch?.open === true ? turn.batch : null;
        if (open !== null) {
            open.texts.push(text);
        }
        else {
            beginUserTurn(agent, turn, text);
            const { start } = turn;
            if (start !== null)
                queueMicrotask(() => { void start.begin(); });
        }
        if (turn.batch !== null)
            stateOf(agent).request = requestOf(turn.batch);
    };
    const awaitStart = async (agent, signal) => {
        const turn = turnOf(agent);
        const starting = turn.start;
        if (starting === null)
            return;
        await waitFor(starting, signal);
        if (turn.start === starting)
            turn.start = null;
    };
    const assemble = async (context, next) => {
        const { agent } = context;
        if (agent !== undefined)
            await awaitStart(agent, context.signal);
        const assembly = await next();
        const prompt = agent === undefined ? null : stateOf(agent).turnPrompt;
        return prompt === null ? assembly : withPrompt(assembly, prompt.text);
    };
    const preStep = async (payload, next) => {
        const { agent, signal } = payload;
        await awaitStart(agent, signal);
        const turn = turnOf(agent);
        await unlessAborted(Promise.all(turn.judging), signal);
        const decision = await next();
        if (decision.kind !== 'enter')
            return decision;
        const queue = stateOf(agent).notices;
        parts.delivery.confirm(agent, { ...sightings(agent), step: decision.messages }, queue);
        // A step that would not happen must not be brought about by a notice.
        const happens = decision.messages.length > 0 || (payload.step > 1 && !turn.ending && !turn.concluded);
        if (!happens)
            return decision;
        const extra = parts.delivery.take(agent, queue, 'step');
        Object.assign(turn, { concluded: false, ending: false, finish: null });
        return inSeries(extra.length === 0 ? decision : { ...decision, messages: [...decision.messages, ...extra] }, promptChanged(agent, turn));
    };
    const checkPrompt = (agent, turn) => {
        if (promptLost(agent, turn.given))
            parts.note('complete-prompt', PROMPT_LOST);
    };
    const promptChanged = (agent, turn) => {
        checkPrompt(agent, turn);
        const before = turn.given?.text ?? null;
        const wanted = stateOf(agent).turnPrompt?.text ?? null;
        turn.given = givePrompt(agent, wanted);
        return wanted !== before;
    };
    const stopping = async (agent, signal) => {
        const turn = turnOf(agent);
        turn.ending = true;
        const finish = turn.finish ?? lastFinish(agent);
        if (signal.aborted || finish === 'max-tokens')
            return;
        const point = turn.concluded ? 'terminate' : 'stop';
        if (parts.needed(point))
            await parts.judge().stop(agent, point, signal);
    };
    const guarded = (what, body) => {
        try {
            body();
        }
        catch (error) {
            parts.report(`${what}: ${describeThrown(error)}`);
        }
    };
    return {
        async startBeforeCall(agent, signal) {
            const turn = turnOf(agent);
            if (!turn.announced && parts.needed('start') && !isSubagent(agent)) {
                turn.announced = true;
                beginUserTurn(agent, turn, userInputs(agent).last);
            }
            await awaitStart(agent, signal);
        },
        concluded(agent) {
            turnOf(agent).concluded = true;
            // What earlier calls of this step brought would make the host ask the model once more.
            for (const id of parts.delivery.inInbox(agent))
                removePending(agent, id);
        },
        isConcluded: agent => turnOf(agent).concluded,
        judging(agent, work) {
            const { judging } = turnOf(agent);
            judging.add(work);
            void work.finally(() => judging.delete(work));
        },
        mountSession: ctx => [
            off(ctx.on('agent/inbox/claimed', ({ agent, message }) => {
                guarded('an input was not recognised', () => { onClaimed(agent, message); });
            }, { prepend: true })),
            off(ctx.on('agent/inbox/discarded', ({ agent, message }) => {
                guarded('a discarded message was not taken back', () => { parts.delivery.lost(message.id, stateOf(agent).notices); });
            })),
            off(ctx.on('agent/pre-step', (payload, next) => preStep(payload, next), { prepend: true })),
            off(ctx.on('agent/disposed', ({ agent }) => {
                guarded('what a session had not read yet is lost', () => { parts.delivery.forget(agent, sightings(agent), stateOf(agent).notices); });
                parts.agents.forget(agent);
            })),
        ],
        mountStart: ctx => [
            off(ctx.on('system-prompt/assemble', (_assembly, context, next) => assemble(context, next), { prepend: true })),
            off(ctx.on('agent/status', ({ agent, status }) => {
                if (status === 'idle')
                    guarded('the turn prompt was not looked after', () => { checkPrompt(agent, turnOf(agent)); });
            })),
        ],
        mountStop: ctx => [
            off(ctx.on('agent/turn-stopping', async ({ agent, signal }) => {
                try {
                    await stopping(agent, signal);
                }
                catch (error) {
                    parts.report(`STOP guards were skipped: ${describeThrown(error)}`);
                }
                // Nothing is returned: any value would keep the listeners behind this one from running.
            }, { prepend: true })),
            ...watchFinish(ctx, (agent, reason) => { turnOf(agent).finish = reason; }),
        ],
    };
}
function off(dispose) {
    return () => { dispose(); };
}
function sightings(agent) {
    return { history: () => messagesOf(agent), inbox: () => pendingIds(agent) };
}
/** Waits for work that never rejects, but not longer than the turn lives. */
async function unlessAborted(work, signal) {
    if (signal.aborted)
        return;
    let stop = () => undefined;
    const aborted = new Promise((resolve) => { stop = resolve; });
    signal.addEventListener('abort', stop, { once: true });
    await Promise.race([work, aborted]);
    signal.removeEventListener('abort', stop);
}
/** Newer hosts keep no chunks in the log and tell how an answer ended through an event of their own. */
function watchFinish(ctx, finished) {
    const on = ctx.on.bind(ctx);
    return [off(on('agent/assistant-stream', (payload) => {
            const frame = payload;
            const chunk = frame?.chunk ?? frame?.frame?.chunk;
            if (frame?.agent !== undefined && chunk?.type === 'finish' && typeof chunk.reason?.kind === 'string')
                finished(frame.agent, chunk.reason.kind);
        }))];
}
