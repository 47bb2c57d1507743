/** `list`, and the modes that the human sets for a session: `off`, `on`, `observe`. Guards and gates alike. */
import { nearest } from '../base/nearest.ts'
import { oneLine } from '../base/text.ts'
import { RUNTIME_GUARD } from '../point/runtime-guard.ts'
import type { Mode, Point, SessionRef } from '../types.ts'
import type { GuardCommandDeps, GuardReply } from './guard-verb.ts'
import { unquoted } from './guard-line.ts'
import { statusData } from './status.ts'
import type { GateStatus, GuardStatus } from './status.ts'

const MAX_SHOWN_NAME = 100

export async function switchReply(mode: Mode, rest: string, session: SessionRef, deps: GuardCommandDeps): Promise<GuardReply> {
  const name = unquoted(rest)
  const configured = configuredModes(session, deps)
  const before = configured.get(name)
  if (before === undefined) return unknownGuard(name, [...configured.keys()])
  // Where it is what the configuration says, nothing is kept: a later change of the configuration counts.
  await deps.states.rootOf(session).toggle(name, mode === before ? null : mode)
  deps.changed()
  const alike = deps.guards(session).filter(one => one.settings.namesake === name).map(one => one.settings.name)
  const others = alike.length === 0 ? [] : [`  ${alike.join(', ')}: of the same script, not changed by this`]
  return { ok: true, text: [describe(name, session, deps), ...others].join('\n') }
}

export function listReply(session: SessionRef, deps: GuardCommandDeps): GuardReply {
  const { guards, gates } = dataOf(session, deps)
  const configured = configuredModes(session, deps)
  const modeText = (name: string): string => modeOf(name, session, deps, configured)
  return {
    ok: true,
    text: [
      headline(session, deps),
      guards.length === 0 ? 'guards: none' : 'guards:',
      ...guards.map(guard => `  ${guard.name}: ${guard.trigger}, ${modeText(guard.name)}, ${guardState(guard)}`),
      gates.length === 0 ? 'gates: none' : 'gates:',
      ...gates.map(gate => `  ${gate.gate}: ${modeText(gate.gate)}${isOff(gate.gate, session, deps) ? '' : `, ${gateState(gate)}`}`),
    ].join('\n'),
  }
}

/** What is in force and what came of it, in one line that stands alone. */
function headline(session: SessionRef, deps: GuardCommandDeps): string {
  const { summary, counters } = statusData(deps, 'guards', session, { recentCount: 0, target: null })
  const outcomes = Object.entries(counters['vance.guard.evaluations']).filter(([name, count]) => count > 0 && name !== 'passed')
  return outcomes.length === 0 ? summary : `${summary}; ${outcomes.map(([name, count]) => `${count} ${name}`).join(', ')} so far`
}

/** Lines for Points at which nothing runs although a guard is there for them. */
export function pointNote(points: readonly Point[], session: SessionRef, deps: GuardCommandDeps): string[] {
  return deps.points(session)
    .filter(status => points.includes(status.point) && !status.active)
    .map(status => `  it does not run at ${status.point}: ${status.detail}`)
}

function describe(name: string, session: SessionRef, deps: GuardCommandDeps): string {
  const { guards, gates } = dataOf(session, deps)
  const mode = modeOf(name, session, deps, configuredModes(session, deps))
  const guard = guards.find(one => one.name === name)
  const gate = gates.find(one => one.gate === name)
  const off = isOff(name, session, deps)
  return [
    `${name}: ${mode}, for this session and its subagents`,
    ...guard?.state === 'broken' && !off ? [`  ${guardState(guard)}`] : [],
    ...gate !== undefined && !gate.active && !off ? [`  ${gateState(gate)}`] : [],
    ...guard === undefined || off ? [] : pointNote(pointsOf(name, session, deps), session, deps),
  ].join('\n')
}

function isOff(name: string, session: SessionRef, deps: GuardCommandDeps): boolean {
  return deps.states.modeOf(session, name, configuredModes(session, deps).get(name) ?? 'enforce') === 'off'
}

function modeOf(name: string, session: SessionRef, deps: GuardCommandDeps, configured: ReadonlyMap<string, Mode>): string {
  const own = configured.get(name) ?? 'enforce'
  const mode = deps.states.modeOf(session, name, own)
  const words: Readonly<Record<Mode, string>> = { enforce: 'on', observe: 'observes', off: 'off' }
  return mode === own ? words[mode] : `${words[mode]} (${words[own]} in the configuration)`
}

function guardState(guard: GuardStatus): string {
  if (guard.state === 'waiting') return `waits: ${guard.reason ?? 'for its workspace'}`
  if (guard.state === 'broken') return `BROKEN: ${guard.reason ?? 'no reason is known'}`
  const note = guard.reason === null ? '' : ` (${guard.reason})`
  return `loaded from ${guard.file ?? 'inline code'}, ${guard.hash ?? 'no hash'}${note}`
}

function gateState(gate: GateStatus): string {
  return gate.active ? `active: ${gate.detail}` : `not active: ${gate.detail}`
}

function unknownGuard(name: string, known: readonly string[]): GuardReply {
  if (name === '') return { ok: false, text: `a name is missing; there are ${known.join(', ')}` }
  if (name === RUNTIME_GUARD) return { ok: false, text: 'this session has no runtime guard: set one with /guard inline or /guard script' }
  const near = nearest(name, known)
  return { ok: false, text: `no guard or gate is named "${oneLine(name, MAX_SHOWN_NAME)}"${near === null ? '' : `; did you mean "${near}"?`}\nthere are ${known.length === 0 ? 'none' : known.join(', ')}; nothing was changed` }
}

function configuredModes(session: SessionRef, deps: GuardCommandDeps): ReadonlyMap<string, Mode> {
  return new Map([...deps.guards(session).map(({ guard }) => guard), ...deps.gates()].map(guard => [guard.name, guard.mode]))
}

function pointsOf(name: string, session: SessionRef, deps: GuardCommandDeps): readonly Point[] {
  return deps.guards(session).find(({ guard }) => guard.name === name)?.guard.points ?? []
}

function dataOf(session: SessionRef, deps: GuardCommandDeps): { readonly guards: readonly GuardStatus[], readonly gates: readonly GateStatus[] } {
  return statusData(deps, 'guards', session, { recentCount: 0, target: null })
}
