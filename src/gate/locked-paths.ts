/**
 * The locked-paths gate: files that no call may change, delete, move or close, new ones included. There is no
 * way out but the human. Owns the judgment and its words; what a call changes is read elsewhere, and paths
 * are compared as tamper-protection compares them: absolute, through links, folders with what they hold.
 */
import picomatch from 'picomatch'
import { oneLine } from '../base/text.ts'
import type { Clock, FilesPort, Gate, JudgeContext, Mode, PointInput, SessionRef, Settings, Verdict } from '../types.ts'
import type { EffectReader } from './effects.ts'
import { plainPattern } from './path-patterns.ts'
import { expandHome, flavourOf, resolveText } from './paths.ts'
import { isProtected, reached, resolveProtected, type ProtectedFiles, type ProtectedSet } from './tamper-match.ts'
import { verdictOf } from './verdict.ts'
import { openWorkspace } from './workspace.ts'

export interface LockedPathsDeps {
  readonly settings: Pick<Settings, 'lockedPaths'>
  readonly mode: Mode
  readonly clock: Clock
  readonly files: FilesPort
  readonly effects: EffectReader
  readonly home: string | null
}

export interface LockedPathsGate extends Gate {
  /** The pattern that locks this path; null: none does. @param path absolute, or relative to the workspace. */
  ruleOf(path: string, session: SessionRef): Promise<string | null>
}

interface Locked {
  readonly rule: string
  readonly set: ProtectedSet
}

export function createLockedPathsGate(deps: LockedPathsDeps): LockedPathsGate {
  const rules = deps.settings.lockedPaths
  const on = rules.length > 0 && deps.mode !== 'off'
  return {
    name: 'locked-paths',
    kind: 'gate',
    points: ['command'],
    mode: on ? deps.mode : 'off',
    hash: () => null,
    applies: input => on && input.point === 'command' && input.command !== null,
    status: () => ({ active: on, detail: on ? `no call may change ${rules.join(', ')}` : 'off: lockedPaths is empty' }),
    judge: (input, run) => judge(deps, input, run),
    async ruleOf(path, session) {
      const { identity } = deps.effects
      const absolute = resolveText(flavourOf(session.cwd), session.cwd, expandHome(path, deps.home))
      const real = await identity.real(session, absolute)
      return (await lockedSets(deps, session)).find(({ set }) => isProtected(absolute, set) || isProtected(real, set))?.rule ?? null
    },
  }
}

async function judge(deps: LockedPathsDeps, input: PointInput, run: JudgeContext): Promise<Verdict> {
  const began = deps.clock.now()
  const { command, session } = input
  if (command === null) return verdictOf(deps.clock, began)
  const { effects } = await deps.effects.effectsOf(command, session)
  if (effects.length === 0) return verdictOf(deps.clock, began)
  const sets = await lockedSets(deps, session)
  for (const effect of effects) {
    for (const { rule, set } of sets) {
      const hit = await reached(effect, set, deps.files, deps.effects.identity)
      if (run.signal.aborted) return verdictOf(deps.clock, began, { cancelled: true })
      if (hit !== null) return verdictOf(deps.clock, began, { actions: [{ kind: 'deny', reason: lockedText(await shownPath(hit, session, deps), effect.path, rule) }] })
    }
  }
  return verdictOf(deps.clock, began)
}

/** One set for each pattern, so that a refusal can name it. */
async function lockedSets(deps: LockedPathsDeps, session: SessionRef): Promise<readonly Locked[]> {
  const sets: Locked[] = []
  for (const rule of deps.settings.lockedPaths) sets.push({ rule, set: await resolveProtected(filesOf(rule, session, deps.home), session, deps.effects.identity) })
  return sets
}

/** A plain name is the file, or the folder with everything below it; a pattern is looked for below its fixed part. */
function filesOf(rule: string, session: SessionRef, home: string | null): ProtectedFiles {
  const flavour = flavourOf(session.cwd)
  const { base, glob } = picomatch.scan(expandHome(plainPattern(rule), home))
  const folder = resolveText(flavour, session.cwd, base === '' ? '.' : base.replace(/\\(.)/g, '$1'))
  return glob === '' ? { files: [], folders: [folder] } : { files: [], folders: [], globs: [{ base: folder, glob }] }
}

async function shownPath(path: string, session: SessionRef, deps: LockedPathsDeps): Promise<string> {
  const relative = (await openWorkspace(session, deps.effects.identity)).relative(path)
  return relative === null || relative === '' ? path : relative
}

/** Says who can, so that the model asks instead of trying another way. */
function lockedText(path: string, spelled: string, rule: string): string {
  const said = spelled === path ? '' : ` (the call says "${oneLine(spelled, 120)}")`
  return `Refused by the gate locked-paths: this call would change ${oneLine(path, 300)}${said}, which is locked by "${oneLine(rule, 200)}" in lockedPaths. `
    + 'No call may write, delete, move or re-permission it, whatever the tool, spelling or program; reading it is allowed. '
    + 'There is no way to satisfy this rule. If the change is needed, ask the human: only they can make it, or take the pattern out of lockedPaths.'
}
