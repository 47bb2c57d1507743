import { describeThrown } from "../errors.js";
import { meaningOf } from "../point/turn-rules.js";
import { createStarting, openBatch, requestOf, waitFor } from "../point/turn-start.js";
import { off } from "./listeners.js";
import { isSubagent, textOf, userInputs } from "./shapes.js";
import { PROMPT_LOST, promptLost, withPrompt } from "./turn-prompt.js";
export function createTurnBegin(desk) {
    const startOver = (agent, batch) => createStarting(signal => desk.judge().start(desk.callers(agent), requestOf(batch), signal)
        .catch((error) => { desk.report(`START guards were skipped: ${describeThrown(error)}`); }));
    /** The one place where a real user turn begins. */
    const beginUserTurn = (agent, turn, text) => {
        const begun = desk.states.beginUserTurn(desk.agents.see(agent));
        if (begun.task === '')
            begun.task = userInputs(agent).first || text;
        turn.batch = openBatch(text);
        // A turn that ended before its START was waited for leaves it behind.
        turn.start?.cancel(new Error('another turn has begun'));
        turn.start = desk.needed('start') ? startOver(agent, turn.batch) : null;
    };
    const addInput = (agent, turn, text) => {
        if (turn.batch?.open === true) {
            turn.batch.texts.push(text);
        }
        else {
            beginUserTurn(agent, turn, text);
            const { start } = turn;
            if (start !== null)
                queueMicrotask(() => { void start.begin(); });
        }
        if (turn.batch !== null)
            desk.stateOf(agent).request = requestOf(turn.batch);
    };
    const awaitStart = async (agent, signal) => {
        const turn = desk.turnOf(agent);
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
        const prompt = agent === undefined ? null : desk.stateOf(agent).turnPrompt;
        return prompt === null ? assembly : withPrompt(assembly, prompt.text);
    };
    const checkPrompt = (agent) => {
        if (promptLost(agent, desk.turnOf(agent).given))
            desk.note('complete-prompt', PROMPT_LOST);
    };
    return {
        awaitStart,
        checkPrompt,
        onClaimed(agent, message) {
            desk.delivery.claimed(message.id);
            const turn = desk.turnOf(agent);
            turn.announced = true;
            const meaning = meaningOf(message.source?.kind, isSubagent(agent));
            if (meaning === 'request')
                desk.stateOf(agent).request = textOf(message);
            if (meaning === 'turn')
                addInput(agent, turn, textOf(message));
        },
        async startBeforeCall(agent, signal) {
            const turn = desk.turnOf(agent);
            if (!turn.announced && desk.needed('start') && !isSubagent(agent)) {
                turn.announced = true;
                beginUserTurn(agent, turn, userInputs(agent).last);
            }
            await awaitStart(agent, signal);
        },
        mount: ctx => [
            off(ctx.on('system-prompt/assemble', (_assembly, context, next) => assemble(context, next), { prepend: true })),
            off(ctx.on('agent/status', ({ agent, status }) => {
                if (status === 'idle')
                    desk.guarded('the turn prompt was not looked after', () => { checkPrompt(agent); });
            })),
        ],
    };
}
