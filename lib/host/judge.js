import { KeyedLock } from "../base/keyed-lock.js";
import { judgeCommand } from "../point/command.js";
import { judgeResult } from "../point/result.js";
import { judgeStart } from "../point/start.js";
import { judgeStop } from "../point/stop.js";
import { finalText, userInputs } from "./shapes.js";
export function createJudge(parts) {
    // One agent's COMMAND and RESULT runs may overlap in time; its scratch must not be written by two at once.
    const lock = new KeyedLock();
    const inputOf = (agent, point) => {
        const session = agent === undefined ? parts.agents.nobody(parts.newId()) : parts.agents.see(agent);
        return {
            point, session, hasAgent: agent !== undefined,
            ...agent === undefined ? { task: '', request: '', round: 0 } : conversation(parts.states, agent, session),
            output: '', naturalStop: false, command: null, result: null,
        };
    };
    const say = (input, said) => {
        if (!input.hasAgent)
            return;
        const queue = parts.states.of(input.session).notices;
        for (const notice of said)
            queue.add(notice.guard, notice.text);
    };
    return {
        async command(agent, command, signal) {
            const input = { ...inputOf(agent, 'command'), command };
            const guards = parts.roster.at('command', input.session);
            return await lock.run(input.session.sessionId, signal, { kind: 'undecided' }, async () => {
                const { verdict, notices } = await judgeCommand(parts.points, guards, input, signal);
                say(input, notices);
                return verdict;
            });
        },
        async result(agent, command, result, signal) {
            const input = { ...inputOf(agent, 'result'), command, result };
            const guards = parts.roster.at('result', input.session);
            return await lock.run(input.session.sessionId, signal, null, async () => {
                const verdict = await judgeResult(parts.points, guards, input, signal);
                say(input, verdict.notices);
                return verdict.feedback;
            });
        },
        async start(agent, request, signal) {
            const input = { ...inputOf(agent, 'start'), task: request, request };
            const verdict = await judgeStart(parts.points, parts.roster.at('start', input.session), input, signal);
            if (verdict.prompt !== null)
                parts.states.of(input.session).turnPrompt = verdict.prompt;
            say(input, verdict.notices);
        },
        async stop(agent, point, signal) {
            const input = { ...inputOf(agent, point), output: finalText(agent), naturalStop: point === 'stop' };
            const verdict = await judgeStop(parts.points, parts.roster.at(point, input.session), input, signal);
            say(input, verdict.notices);
        },
    };
}
/** A resumed session's inputs are in its history; they are read once, when they are first needed. */
function conversation(states, agent, session) {
    const state = states.of(session);
    if (state.task === '' || state.request === '') {
        const inputs = userInputs(agent);
        if (state.task === '')
            state.task = inputs.first;
        if (state.request === '')
            state.request = inputs.last;
    }
    return { task: state.task, request: state.request, round: state.rounds };
}
