/**
 * What Shooty says about itself when it is loaded: one line for the human, and what in it is not as it
 * should be. Pure: everything is handed in as it really is, nothing is looked up here.
 */
import { oneLine } from '../base/text.ts'
import type { GateStatus, GuardStatus, PointStatus } from './status.ts'
import type { ProbeResult } from './probe-runner.ts'

export interface SelfCheckInput {
  readonly version: string
  readonly guards: readonly Pick<GuardStatus, 'name' | 'state' | 'mode' | 'reason' | 'trigger' | 'tools' | 'key' | 'file' | 'warnings'>[]
  readonly gates: readonly GateStatus[]
  readonly points: readonly PointStatus[]
  /** The tool: what it should be called and what it is called; `registered` null: not at all. `wanted` null: it is switched off. */
  readonly tool: Registration
  readonly command: Registration
  /** null: no guard needs a runner. */
  readonly probe: ProbeResult | null
}

export interface Registration {
  readonly wanted: string | null
  readonly registered: string | null
}

export interface SelfCheck {
  readonly line: string
  /** One sentence for each thing that is not as it should be. */
  readonly notes: readonly string[]
  /** Something that should be active is not. */
  readonly loud: boolean
}

/** UTF-16 units of one reason in a note. */
const MAX_REASON = 300

export function selfCheck(input: SelfCheckInput): SelfCheck {
  const guards = input.guards.filter(guard => guard.mode !== 'off')
  const broken = guards.filter(guard => guard.state === 'broken')
  const gates = input.gates.filter(gate => gate.active)
  const active = input.points.filter(point => point.active)
  const dead = input.points.filter(isDead)
  const notes = [
    ...broken.map(guard => `guard ${guard.name} is BROKEN: ${oneLine(guard.reason ?? 'no reason is known', MAX_REASON)} (${placeOf(guard)})`),
    ...guards.flatMap(guard => guard.warnings.map(warning => `guard ${guard.name}: ${oneLine(warning, MAX_REASON)} (${placeOf(guard)})`)),
    ...dead.map(point => `${point.point} is ${oneLine(point.detail, MAX_REASON)}`),
    ...registrationNotes('tool', input.tool),
    ...registrationNotes('command', input.command),
    ...input.probe === null || input.probe.ok ? [] : [`the runner failed its probe: ${oneLine(input.probe.detail, MAX_REASON)}; script guards cannot be relied on`],
  ]
  const parts = [
    `${count(guards.length, 'guard')}${broken.length === 0 ? '' : ` (${broken.length} BROKEN: ${broken.map(guard => guard.name).join(', ')})`}${waitingText(guards)}`,
    count(gates.length, 'gate'),
    active.length === 0 ? 'no point active' : `points ${active.map(point => point.point).join(' ')}`,
    ...dead.length === 0 ? [] : [`NOT ACTIVE: ${dead.map(point => point.point).join(' ')}`],
  ]
  const inForce = guards.filter(guard => guard.state !== 'broken').map(guard => `${guard.name} → ${guard.trigger}${guard.tools === null ? '' : ` ${guard.tools.join(' ')}`}`)
  const names = [...nameText('tool', input.tool), ...nameText('command', input.command)]
  const line = [`shooty ${input.version}: ${parts.join(', ')}`, ...names, ...runnerText(input.probe), ...inForce.length === 0 ? [] : [`guards ${inForce.join(', ')}`]].join('; ')
  return { line: oneLine(line, MAX_LINE), notes, loud: notes.length > 0 }
}

/** UTF-16 units; a long list of broken guards is whole in the notes. */
const MAX_LINE = 800

/** For whoever has to mend it. */
function placeOf({ key, file }: Pick<GuardStatus, 'key' | 'file'>): string {
  return file === null ? key : `${key}, ${file}`
}

function waitingText(guards: SelfCheckInput['guards']): string {
  const waiting = guards.filter(guard => guard.state === 'waiting')
  return waiting.length === 0 ? '' : ` (${waiting.length} waiting for a workspace: ${waiting.map(guard => guard.name).join(', ')})`
}

/** Guards are there for it and do not run; a Point without guards is merely idle. */
function isDead(point: PointStatus): boolean {
  return !point.active && point.detail.startsWith('not active')
}

function registrationNotes(kind: string, { wanted, registered }: Registration): string[] {
  if (wanted === null || registered === wanted) return []
  if (registered === null) return [`the ${kind} ${wanted} is NOT registered: this host has no place for it`]
  return [`the ${kind} is registered as ${registered}: the name ${wanted} was taken`]
}

/** In the line only where it is not what everybody expects. */
function nameText(kind: string, { wanted, registered }: Registration): string[] {
  if (wanted === null || registered === wanted) return []
  return [registered === null ? `${kind} ${wanted} NOT registered` : `${kind} is ${registered}`]
}

function runnerText(probe: ProbeResult | null): string[] {
  if (probe === null) return []
  return [probe.ok ? `runner ok (${probe.detail})` : `runner NOT OK (${probe.detail})`]
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
