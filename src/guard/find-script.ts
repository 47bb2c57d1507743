/** From a reference to a compiled text: looks up, reads, compiles, and says why not. Keeps nothing. */
import type { CompiledGuard, GuardText, Position } from '../types.ts'
import { compileGuard } from './compile.ts'
import { basename, dirname } from 'node:path'
import { readdirSync } from 'node:fs'
import { nearest } from '../base/nearest.ts'
import { candidatesOf, parseReference, type GuardFolders, type Language } from './reference.ts'
import { readScriptFile, type ScriptFile } from './script-file.ts'

/** Names looked at for one that was meant. */
const MAX_LISTED = 500

/** A guard that is meant to do nothing says so. */
export const NO_STATEMENT = 'it holds no statement, so that it would decide nothing (a guard that is meant to do nothing is a single ;)'

/** What the disk has for a reference right now. */
export type FoundScript =
  | { readonly ok: true, readonly file: Extract<ScriptFile, { kind: 'read' }>, readonly language: Language }
  | { readonly ok: false, readonly file: string | null, readonly hash: string | null, readonly stamp: string | null, readonly reason: string, readonly isMissing: boolean }

/** @param cwd the session's workspace; null: none. */
export function findScript(script: string, folders: GuardFolders, cwd: string | null): FoundScript {
  const parsed = parseReference(script)
  if (!parsed.ok) return { ...missing(`"${script}" ${parsed.reason}`), isMissing: false }
  const candidates = candidatesOf(parsed.reference, folders, cwd)
  if (candidates.length === 0) return missing(`"${script}" is looked for in the workspace of each session`)
  for (const candidate of candidates) {
    const file = readScriptFile(candidate)
    if (file.kind === 'read') return { ok: true, file, language: parsed.language }
    if (file.kind === 'unusable') return { ok: false, file: file.file, hash: file.hash, stamp: file.stamp, reason: `${file.file} ${file.reason}`, isMissing: false }
  }
  return missing(`"${script}" was not found: looked for ${candidates.join(', ')}${nearText(candidates)}`)
}

function missing(reason: string): Extract<FoundScript, { ok: false }> {
  return { ok: false, file: null, hash: null, stamp: null, reason, isMissing: true }
}

/** A file beside a missing one whose name is nearly the same. */
function nearText(candidates: readonly string[]): string {
  for (const candidate of candidates) {
    const near = nearest(basename(candidate), filesIn(dirname(candidate)))
    if (near !== null) return `; did you mean ${near}?`
  }
  return ''
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).slice(0, MAX_LISTED)
  } catch {
    return []
  }
}

/** Every path whose content can decide what a reference means; empty for one that means nothing. */
export function pathsOf(script: string, folders: GuardFolders, cwd: string | null): string[] {
  const parsed = parseReference(script)
  return parsed.ok ? candidatesOf(parsed.reference, folders, cwd) : []
}

export function isWorkspaceScript(script: string): boolean {
  const parsed = parseReference(script)
  return parsed.ok && parsed.reference.kind === 'workspace'
}

/**
 * The text that is in force after a look at the disk: the new one if it is good, else the last good
 * one with what is wrong with the new one, else nothing that can be used.
 * @param waits a file that is not there is no mistake: the guard waits for a workspace that has it.
 */
export function nextText(current: GuardText | null, found: FoundScript, name: string, waits = false): GuardText {
  if (!found.ok && found.isMissing && waits && current?.state !== 'loaded') return { state: 'waiting', file: null, hash: null, reason: found.reason }
  if (!found.ok) return withoutNew(current, { state: 'broken', file: found.file, hash: found.hash, reason: found.reason, position: null })
  const { file, text, hash } = found.file
  if (current?.state === 'loaded' && current.hash === hash && current.file === file) return current.stale === null ? current : { ...current, stale: null }
  const outcome = compileGuard(text, { name, language: found.language })
  // A full disk or a careless editor empties files; that is no decision to let everything pass.
  if (outcome.ok && outcome.compiled.isEmpty === true && current?.state === 'loaded' && current.compiled.isEmpty !== true) {
    return withoutNew(current, { state: 'broken', file, hash, reason: NO_STATEMENT, position: null })
  }
  if (outcome.ok) return loadedText(file, hash, outcome.compiled)
  return withoutNew(current, { state: 'broken', file, hash, reason: outcome.reason, position: outcome.position })
}

export function loadedText(file: string | null, hash: string, compiled: CompiledGuard): GuardText {
  return { state: 'loaded', file, hash, compiled, stale: null }
}

function withoutNew(current: GuardText | null, broken: Extract<GuardText, { state: 'broken' }>): GuardText {
  if (current?.state !== 'loaded') return broken
  return { ...current, stale: `the last good text is in force; the one on disk: ${broken.reason}${placed(broken.position)}` }
}

function placed(position: Position | null): string {
  return position === null ? '' : ` (line ${position.line}, column ${position.column})`
}
