/** `list`, and the modes that the human sets for a session: `off`, `on`, `observe`. Guards and gates alike. */
import { nearest } from "../base/nearest.js";
import { oneLine } from "../base/text.js";
import { RUNTIME_GUARD } from "../point/runtime-guard.js";
import { unquoted } from "./guard-line.js";
import { statusData } from "./status.js";
const MAX_SHOWN_NAME = 100;
export async function switchReply(mode, rest, session, deps) {
    const name = unquoted(rest);
    const configured = configuredModes(session, deps);
    const before = configured.get(name);
    if (before === undefined)
        return unknownGuard(name, [...configured.keys()]);
    // Where it is what the configuration says, nothing is kept: a later change of the configuration counts.
    await deps.states.rootOf(session).toggle(name, mode === before ? null : mode);
    deps.changed();
    return { ok: true, text: describe(name, session, deps) };
}
export function listReply(session, deps) {
    const { guards, gates } = dataOf(session, deps);
    const configured = configuredModes(session, deps);
    const modeText = (name) => modeOf(name, session, deps, configured);
    return {
        ok: true,
        text: [
            guards.length === 0 ? 'guards: none' : 'guards:',
            ...guards.map(guard => `  ${guard.name}: ${guard.trigger}, ${modeText(guard.name)}, ${guardState(guard)}`),
            gates.length === 0 ? 'gates: none' : 'gates:',
            ...gates.map(gate => `  ${gate.gate}: ${modeText(gate.gate)}${isOff(gate.gate, session, deps) ? '' : `, ${gateState(gate)}`}`),
        ].join('\n'),
    };
}
/** Lines for Points at which nothing runs although a guard is there for them. */
export function pointNote(points, session, deps) {
    return deps.points(session)
        .filter(status => points.includes(status.point) && !status.active)
        .map(status => `  it does not run at ${status.point}: ${status.detail}`);
}
function describe(name, session, deps) {
    const { guards, gates } = dataOf(session, deps);
    const mode = modeOf(name, session, deps, configuredModes(session, deps));
    const guard = guards.find(one => one.name === name);
    const gate = gates.find(one => one.gate === name);
    const off = isOff(name, session, deps);
    return [
        `${name}: ${mode}, for this session and its subagents`,
        ...guard?.state === 'broken' && !off ? [`  ${guardState(guard)}`] : [],
        ...gate !== undefined && !gate.active && !off ? [`  ${gateState(gate)}`] : [],
        ...guard === undefined || off ? [] : pointNote(pointsOf(name, session, deps), session, deps),
    ].join('\n');
}
function isOff(name, session, deps) {
    return deps.states.modeOf(session, name, configuredModes(session, deps).get(name) ?? 'enforce') === 'off';
}
function modeOf(name, session, deps, configured) {
    const own = configured.get(name) ?? 'enforce';
    const mode = deps.states.modeOf(session, name, own);
    const words = { enforce: 'on', observe: 'observes', off: 'off' };
    return mode === own ? words[mode] : `${words[mode]} (${words[own]} in the configuration)`;
}
function guardState(guard) {
    if (guard.state === 'broken')
        return `BROKEN: ${guard.reason ?? 'no reason is known'}`;
    const note = guard.reason === null ? '' : ` (${guard.reason})`;
    return `loaded from ${guard.file ?? 'inline code'}, ${guard.hash ?? 'no hash'}${note}`;
}
function gateState(gate) {
    return gate.active ? `active: ${gate.detail}` : `not active: ${gate.detail}`;
}
function unknownGuard(name, known) {
    if (name === '')
        return { ok: false, text: `a name is missing; there are ${known.join(', ')}` };
    if (name === RUNTIME_GUARD)
        return { ok: false, text: 'this session has no runtime guard: set one with /guard inline or /guard script' };
    const near = nearest(name, known);
    return { ok: false, text: `no guard or gate is named "${oneLine(name, MAX_SHOWN_NAME)}"${near === null ? '' : `; did you mean "${near}"?`}\nthere are ${known.length === 0 ? 'none' : known.join(', ')}; nothing was changed` };
}
function configuredModes(session, deps) {
    return new Map([...deps.guards(session).map(({ guard }) => guard), ...deps.gates()].map(guard => [guard.name, guard.mode]));
}
function pointsOf(name, session, deps) {
    return deps.guards(session).find(({ guard }) => guard.name === name)?.guard.points ?? [];
}
function dataOf(session, deps) {
    return statusData(deps, 'guards', session, { recentCount: 0, target: null });
}
