/** The Points of one mount at work: recording, turns, the tool pipeline, and what is registered on the host for them. */
import { randomUUID } from 'node:crypto';
import { describeThrown } from "../errors.js";
import { createAnchorCheck } from "../host/anchors.js";
import { createFaultReport } from "../point/fault-report.js";
import { createJudge } from "../point/judge.js";
import { createCallers } from "../host/callers.js";
import { createMount } from "../host/mount.js";
import { createToolEvents } from "../host/tool-events.js";
import { createTurnBook } from "../host/turns.js";
/**
 * @param isExempt tools that no guard may keep from running.
 * @param audit gets every decision after it was counted.
 */
export function createEngine(core, guards, isExempt, audit) {
    const { ctx, kept, clock, report, reentrance } = core;
    const { roster } = guards;
    const reportFault = createFaultReport((text) => { core.report(text); });
    const points = {
        clock,
        modeOf: (input, guard) => input.hasAgent ? kept.states.modeOf(input.session, guard.name, guard.mode) : guard.mode,
        record(decision, position) {
            kept.metrics.record(decision, position);
            audit(decision);
            reportFault(decision);
            tell(core, decision);
        },
        enter: (input, body) => reentrance.enter(input.session.sessionId, body),
    };
    const judge = createJudge({ roster, points, states: kept.states });
    const callers = createCallers(kept.agents, () => `no-agent-${randomUUID()}`);
    const turns = createTurnBook({
        judge: () => judge, callers, agents: kept.agents, states: kept.states, delivery: kept.delivery, memory: kept.turns, report,
        needed: point => roster.needed(point), note: (key, text) => { core.note(key, text); },
    });
    const tools = createToolEvents({
        judge, callers, turns, reentrance, clock, report, isExempt, refused: core.refused,
        agents: kept.agents, states: kept.states, delivery: kept.delivery,
        resultNeeded: () => roster.needed('result'),
    });
    const mount = createMount(ctx, { roster, tools, turns });
    return { mount, anchors: createAnchorCheck(ctx) };
}
/**
 * Other plugins' listeners must not undo a decision by throwing, nor keep it from each other. All are
 * called before this returns; nobody waits for what they promise.
 */
function tell(core, decision) {
    core.ctx.parallel('shooty/decision', decision).catch((error) => {
        const first = error instanceof AggregateError ? error.errors[0] : error;
        core.note('decision-listener', `a listener of shooty/decision threw: ${describeThrown(first)}`);
    });
}
