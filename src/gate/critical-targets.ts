/** From effects to the protected files that a call would change. */
import type { FilesPort } from '../types.ts'
import { isSpecification, type CriticalRule } from './critical-rules.ts'
import type { WriteEffect } from './effect-paths.ts'
import { createBreather } from '../base/budget.ts'
import { compileGlob } from '../base/glob.ts'
import type { PathIdentity } from './path-identity.ts'
import { walkFiles } from './tree-walk.ts'
import { relativeIn, type Workspace } from './workspace.ts'

export interface CriticalTarget {
  /** Absolute, symlinks resolved. */
  readonly path: string
  /** Relative to the workspace, with `/`. */
  readonly relative: string
  readonly rule: CriticalRule
  /** The word of the call that leads there. */
  readonly spelled: string
  /** It only stands in a part of the call that could not be read. */
  readonly unread: boolean
}

export interface CriticalTargets {
  /** At most MAX_TARGETS + 1, each file once. */
  readonly targets: readonly CriticalTarget[]
  /** Where a folder that a rule reaches holds more than can be looked through: the word of the call that leads there. */
  readonly cut: { readonly spelled: string, readonly folder: string } | null
}

/** Protected files of one call that are judged; a call that touches more is refused as a whole. */
export const MAX_TARGETS = 20

export interface TargetDeps {
  readonly files: FilesPort
  readonly identity: PathIdentity
  readonly rules: readonly CriticalRule[]
}

/** A file that does not exist is none. */
export async function criticalTargets(effects: readonly WriteEffect[], workspace: Workspace, deps: TargetDeps): Promise<CriticalTargets> {
  const found = new Map<string, CriticalTarget>()
  let cut: CriticalTargets['cut'] = null
  const full = (): boolean => found.size > MAX_TARGETS
  const breathe = createBreather()
  for (const effect of effects) {
    await breathe()
    // Rights, dates and symbolic links leave the content as it is; what is written through a link is judged then.
    if (effect.kind === 'mode' || effect.kind === 'symlink') continue
    if (full()) break
    if (effect.self) await addFile(effect, [effect.real, effect.absolute], workspace, deps, found)
    if (effect.below !== null) cut ??= await addBelow(effect, workspace, deps, found, full)
  }
  return { targets: [...found.values()], cut }
}

/** The rule and relative path under which a path is protected; null when it is not. */
export function ruleFor(path: string, workspace: Workspace, rules: readonly CriticalRule[]): { readonly relative: string, readonly rule: CriticalRule } | null {
  const relative = workspace.relative(path)
  if (relative === null || relative === '' || isSpecification(relative)) return null
  const rule = rules.find(one => one.matches(relative, workspace.ignoreCase))
  return rule === undefined ? null : { relative, rule }
}

async function addFile(effect: WriteEffect, paths: readonly string[], workspace: Workspace, deps: TargetDeps, found: Map<string, CriticalTarget>): Promise<void> {
  for (const path of new Set(paths)) {
    const match = ruleFor(path, workspace, deps.rules)
    if (match === null || await deps.identity.kind(workspace.session, path) !== 'file') continue
    const key = workspace.key(path)
    if (!found.has(key)) found.set(key, { path, ...match, spelled: effect.path, unread: effect.via === 'unread' })
    return
  }
}

async function addBelow(effect: WriteEffect, workspace: Workspace, deps: TargetDeps, found: Map<string, CriticalTarget>, full: () => boolean): Promise<CriticalTargets['cut']> {
  const { session, flavour, ignoreCase } = workspace
  if (await deps.identity.kind(session, effect.real) !== 'directory') return null
  const matches = compileGlob(effect.below ?? '**', ignoreCase)
  const overlay = effect.overlay === null || await deps.identity.kind(session, effect.overlay) === null ? null : effect.overlay
  for (const folder of startFolders(effect.real, workspace, deps.rules)) {
    const visit = async (path: string): Promise<boolean> => {
      const below = relativeIn(flavour, effect.real, path, ignoreCase)
      if (below === null || below === '' || !matches(below)) return true
      if (overlay !== null && await deps.identity.kind(session, flavour.join(overlay, ...below.split('/'))) === null) return true
      await addFile(effect, [path], workspace, deps, found)
      return !full()
    }
    // A pattern without wildcards is itself the file.
    if (await deps.identity.kind(session, folder) === 'file') await visit(folder)
    else if ((await walkFiles(deps.files, session, folder, visit)).cut) return { spelled: effect.path, folder }
  }
  return null
}

/** Only folders that a rule reaches are walked. */
function startFolders(real: string, workspace: Workspace, rules: readonly CriticalRule[]): string[] {
  const folders = new Set<string>()
  for (const rule of rules) {
    const base = workspace.at(rule.base)
    if (relativeIn(workspace.flavour, real, base, workspace.ignoreCase) !== null) folders.add(base)
    else if (relativeIn(workspace.flavour, base, real, workspace.ignoreCase) !== null) folders.add(real)
  }
  return [...folders]
}
