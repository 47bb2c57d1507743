/**
 * The one place where a call or a turn meets the guards: builds the input of a Point, runs its guards,
 * queues what they say. Knows the host through `Caller` alone.
 */
import { KeyedLock } from "../base/keyed-lock.js";
import { judgeCommand } from "./command.js";
import { judgeResult } from "./result.js";
import { judgeStart } from "./start.js";
import { judgeStop } from "./stop.js";
export function createJudge(parts) {
    // One agent's COMMAND and RESULT runs may overlap in time; its scratch must not be written by two at once.
    const lock = new KeyedLock();
    const inputOf = (caller, point) => ({
        point, session: caller.session, hasAgent: caller.hasAgent,
        ...caller.hasAgent ? conversation(parts.states, caller) : { task: '', request: '', round: 0 },
        output: '', naturalStop: false, command: null, result: null,
    });
    const say = (input, said) => {
        if (!input.hasAgent)
            return;
        const queue = parts.states.of(input.session).notices;
        for (const notice of said)
            queue.add(notice.guard, notice.text);
    };
    return {
        async command(caller, command, signal) {
            const input = { ...inputOf(caller, 'command'), command };
            const guards = parts.roster.at('command', input.session);
            return await lock.run(input.session.sessionId, signal, { kind: 'undecided' }, async () => {
                const { verdict, notices } = await judgeCommand(parts.points, guards, input, signal);
                say(input, notices);
                return verdict;
            });
        },
        async result(caller, command, result, signal) {
            const input = { ...inputOf(caller, 'result'), command, result };
            const guards = parts.roster.at('result', input.session);
            return await lock.run(input.session.sessionId, signal, null, async () => {
                const verdict = await judgeResult(parts.points, guards, input, signal);
                say(input, verdict.notices);
                return verdict.feedback;
            });
        },
        async start(caller, request, signal) {
            const input = { ...inputOf(caller, 'start'), task: request, request };
            const verdict = await judgeStart(parts.points, parts.roster.at('start', input.session), input, signal);
            if (verdict.prompt !== null)
                parts.states.of(input.session).turnPrompt = verdict.prompt;
            say(input, verdict.notices);
        },
        async stop(caller, point, signal) {
            const input = { ...inputOf(caller, point), output: caller.finalText(), naturalStop: point === 'stop' };
            const verdict = await judgeStop(parts.points, parts.roster.at(point, input.session), input, signal);
            say(input, verdict.notices);
        },
    };
}
/** A resumed session's inputs are in its history; they are read once, when they are first needed. */
function conversation(states, caller) {
    const state = states.of(caller.session);
    if (state.task === '' || state.request === '') {
        const inputs = caller.inputs();
        if (state.task === '')
            state.task = inputs.first;
        if (state.request === '')
            state.request = inputs.last;
    }
    return { task: state.task, request: state.request, round: state.rounds };
}
