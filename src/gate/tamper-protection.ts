/**
 * The tamper-protection gate: the agent changes no guard, no configuration and no state of the guard
 * system, through no tool. Owns the judgment; which paths those are is told by whoever mounts it.
 * Reading is never refused, nor is what a human does outside the agent.
 */
import { createBreather } from '../base/budget.ts'
import { oneLine } from '../base/text.ts'
import type { Clock, Counters, FilesPort, Gate, JudgeContext, Mode, PointInput, SessionRef, Settings, Verdict } from '../types.ts'
import type { EffectReader } from './effects.ts'
import { tamperingCommand } from './tamper-commands.ts'
import { isProtected, reached, resolveProtected, type ProtectedFiles } from './tamper-match.ts'
import { verdictOf, withGaps } from './verdict.ts'

export type { ProtectedFiles }

export interface TamperProtectionDeps {
  readonly settings: Pick<Settings, 'tamperProtection'>
  readonly mode: Mode
  readonly clock: Clock
  readonly counters: Counters
  readonly files: FilesPort
  readonly effects: EffectReader
  /** Absolute folder of the host's home; null: commands of the host and of package managers are not judged. */
  readonly dshHome: string | null
  /** What is protected for this session at this moment. */
  readonly protectedFiles: (session: SessionRef) => ProtectedFiles | Promise<ProtectedFiles>
}

export interface TamperProtectionGate extends Gate {
  /** Whether only the human may change this path, under any spelling; also while the gate is off. @param path absolute. */
  covers(path: string, session: SessionRef): Promise<boolean>
}

export function createTamperProtectionGate(deps: TamperProtectionDeps): TamperProtectionGate {
  const on = deps.settings.tamperProtection && deps.mode !== 'off'
  return {
    name: 'tamper-protection',
    kind: 'gate',
    points: ['command'],
    mode: on ? deps.mode : 'off',
    hash: () => null,
    applies: input => on && input.point === 'command' && input.command !== null,
    status: () => ({
      active: on,
      detail: on
        ? 'guard scripts, patch files, manifests and the state of Shooty cannot be changed by the agent'
        : `off: the agent can change guards and their configuration${deps.settings.tamperProtection ? '' : ' (tamperProtection is false)'}`,
    }),
    judge: (input, run) => judge(deps, input, run),
    async covers(path, session) {
      const { identity } = deps.effects
      const set = await resolveProtected(await deps.protectedFiles(session), session, identity)
      return isProtected(path, set) || isProtected(await identity.real(session, path), set)
    },
  }
}

async function judge(deps: TamperProtectionDeps, input: PointInput, run: JudgeContext): Promise<Verdict> {
  const began = deps.clock.now()
  const { command, session } = input
  if (command === null) return verdictOf(deps.clock, began)
  const tampering = deps.dshHome === null ? null : tamperingCommand(await deps.effects.readCall(command, session), { dsh: deps.dshHome })
  if (tampering !== null) {
    if (run.mode === 'enforce') deps.counters.add('tamperRefusals')
    return verdictOf(deps.clock, began, { actions: [{ kind: 'deny', reason: commandText(tampering) }] })
  }
  const { effects, unreadable } = await deps.effects.effectsOf(command, session)
  const gaps = unreadable === null ? undefined : [unreadable]
  if (effects.length === 0) return verdictOf(deps.clock, began, { gaps })
  const set = await resolveProtected(await deps.protectedFiles(session), session, deps.effects.identity)
  const breathe = createBreather()
  for (const effect of effects) {
    await breathe()
    const hit = await reached(effect, set, deps.files, deps.effects.identity)
    if (run.signal.aborted) return verdictOf(deps.clock, began, { cancelled: true })
    if (hit === null) continue
    if (run.mode === 'enforce') deps.counters.add('tamperRefusals')
    const verdict = verdictOf(deps.clock, began, { actions: [{ kind: 'deny', reason: tamperText(hit, effect.path) }] })
    return gaps === undefined ? verdict : withGaps(verdict, gaps, effect.via === 'unread')
  }
  return verdictOf(deps.clock, began, { gaps })
}

function commandText(what: string): string {
  return `Refused by the gate tamper-protection: this call would ${what}. Only the human can change which guards are in force. `
    + 'Looking is allowed: dsh plugin list, --help and --dump-config. Another tool, spelling or program is judged the same; if the change is needed, ask the human for it.'
}

/** Says who can, so that the model asks instead of trying another way. */
export function tamperText(path: string, spelled: string): string {
  const said = spelled === path ? '' : ` (the call says "${oneLine(spelled, 120)}")`
  return `Refused by the gate tamper-protection: this call would change ${oneLine(path, 300)}${said}, which belongs to the guard system. `
    + 'Only the human can change guards, their configuration and their state: with the command /guard, or by editing the files outside the agent. '
    + 'Reading them is allowed. Another tool, spelling or program is judged the same; if the change is needed, ask the human for it.'
}
