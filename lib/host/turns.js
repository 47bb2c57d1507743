import { describeThrown } from "../errors.js";
import { isRealUserTurn, isSubagent, lastFinish, messagesOf, sentSystemPrompt, textOf, userInputs } from "./shapes.js";
/** Sections without which a model in code mode cannot call tools. */
const CODE_MODE_SECTIONS = new Set(['tools:sdk', 'tools:code-only']);
const PROMPT_SECTION = 'shooty:turn-prompt';
const PROMPT_VARIABLE = 'shooty_turn_prompt';
export function createTurnBook(parts) {
    const turns = parts.memory;
    const running = new Set();
    const turnOf = (agent) => {
        const known = turns.get(agent);
        if (known !== undefined)
            return known;
        const fresh = { announced: false, start: null, concluded: false, ending: false, finish: null, prompt: null };
        turns.set(agent, fresh);
        return fresh;
    };
    const queueOf = (agent) => parts.states.of(parts.agents.see(agent)).notices;
    const startRun = (agent, texts) => {
        const controller = new AbortController();
        let begun = null;
        return {
            texts,
            controller,
            begin() {
                if (begun !== null)
                    return begun;
                const work = parts.judge().start(agent, texts.join('\n\n'), controller.signal)
                    .catch((error) => { parts.report(`START guards were skipped: ${describeThrown(error)}`); });
                begun = work;
                running.add(work);
                void work.finally(() => running.delete(work));
                return begun;
            },
        };
    };
    const onClaimed = (agent, message) => {
        parts.delivery.arrived(message.id);
        const turn = turnOf(agent);
        turn.announced = true;
        if (message.source?.kind !== 'user')
            return;
        const session = parts.agents.see(agent);
        const text = textOf(message);
        if (!isRealUserTurn(agent, message)) {
            parts.states.of(session).request = text;
            return;
        }
        const open = turn.start;
        if (open !== null) {
            open.texts.push(text);
        }
        else {
            const begun = parts.states.beginUserTurn(session);
            if (begun.task === '')
                begun.task = userInputs(agent).first || text;
            if (parts.needed('start')) {
                const starting = startRun(agent, [text]);
                turn.start = starting;
                // Messages of one batch are claimed in one go; what is claimed later is another batch.
                queueMicrotask(() => { void starting.begin(); });
            }
        }
        const state = parts.states.of(session);
        state.request = turn.start === null ? text : turn.start.texts.join('\n\n');
    };
    /** Waits for START, but not longer than the turn lives. */
    const awaitStart = async (agent, signal) => {
        const turn = turnOf(agent);
        const starting = turn.start;
        if (starting === null)
            return;
        const onAbort = () => { starting.controller.abort(signal?.reason); };
        if (signal?.aborted === true)
            onAbort();
        signal?.addEventListener('abort', onAbort, { once: true });
        await starting.begin();
        signal?.removeEventListener('abort', onAbort);
        if (turn.start === starting)
            turn.start = null;
    };
    const assemble = async (context, next) => {
        const { agent } = context;
        if (agent !== undefined)
            await awaitStart(agent, context.signal);
        const assembly = await next();
        const prompt = agent === undefined ? null : parts.states.of(parts.agents.see(agent)).turnPrompt;
        return prompt === null ? assembly : withPrompt(assembly, prompt.text);
    };
    const preStep = async (payload, next) => {
        const { agent } = payload;
        await awaitStart(agent, payload.signal);
        const decision = await next();
        if (decision.kind !== 'enter')
            return decision;
        const turn = turnOf(agent);
        const queue = queueOf(agent);
        parts.delivery.confirmSteps(agent, () => messagesOf(agent), queue);
        // A step that would not happen must not be brought about by a notice.
        const happens = decision.messages.length > 0 || (payload.step > 1 && !turn.ending);
        const extra = happens ? parts.delivery.take(agent, queue, true) : [];
        if (happens)
            Object.assign(turn, { concluded: false, ending: false, finish: null });
        return inSeries(extra.length === 0 ? decision : { ...decision, messages: [...decision.messages, ...extra] }, promptChanged(agent, turn));
    };
    const promptChanged = (agent, turn) => {
        const wanted = parts.states.of(parts.agents.see(agent)).turnPrompt;
        const sent = turn.prompt === null ? null : sentSystemPrompt(agent);
        if (turn.prompt !== null && sent !== null && !sent.startsWith(turn.prompt)) {
            parts.note('complete-prompt', 'the turn prompt of a START guard did not reach the model: another plugin provides a complete system prompt, which wins');
        }
        const changed = (wanted?.text ?? null) !== turn.prompt;
        turn.prompt = wanted?.text ?? null;
        return changed;
    };
    const stopping = async (agent, signal) => {
        const turn = turnOf(agent);
        turn.ending = true;
        promptChanged(agent, turn);
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
                parts.states.beginUserTurn(parts.agents.see(agent));
                turn.start = startRun(agent, [userInputs(agent).last]);
            }
            await awaitStart(agent, signal);
        },
        concluded(agent) { turnOf(agent).concluded = true; },
        mountSession: ctx => [
            off(ctx.on('agent/inbox/claimed', ({ agent, message }) => {
                guarded('an input was not recognised', () => { onClaimed(agent, message); });
            }, { prepend: true })),
            off(ctx.on('agent/inbox/discarded', ({ agent, message }) => {
                guarded('a discarded message was not taken back', () => { parts.delivery.lost(message.id, queueOf(agent)); });
            })),
            off(ctx.on('agent/pre-step', (payload, next) => preStep(payload, next), { prepend: true })),
        ],
        mountStart: ctx => [
            off(ctx.on('system-prompt/assemble', (_assembly, context, next) => assemble(context, next), { prepend: true })),
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
        async settled() { await Promise.all(running); },
    };
}
function off(dispose) {
    return () => { dispose(); };
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
/** The text goes in as a variable, because a section is a template and braces in the guard's text are its own. */
function withPrompt(assembly, text) {
    return {
        ...assembly,
        sections: [
            { name: PROMPT_SECTION, text: `{{${PROMPT_VARIABLE}}}` },
            ...assembly.sections.filter(section => CODE_MODE_SECTIONS.has(section.name)),
        ],
        variables: { ...assembly.variables, [PROMPT_VARIABLE]: text },
    };
}
/** Newer hosts append a changed prompt to the history unless the step begins a new series; older ones ignore the field. */
function inSeries(decision, changed) {
    return changed ? { ...decision, startsRequestSeries: true } : decision;
}
