/**
 * Entries of `guard:`: the checks that go beyond their shape, their names, and their settings.
 * Names are unique among guards and gates: a written name twice is an error, a derived one is numbered.
 */
import { isJsonObject, snapshotJson } from '../base/json.ts'
import { compilePatterns } from '../base/pattern.ts'
import { GuardError, assertNever, describeThrown } from '../errors.ts'
import type { GuardSettings, GuardSource, JsonObject, Point, Trigger } from '../types.ts'
import { keyPath, shown, unexpected, type ConfigIssue, type KeyPath } from './issue.ts'
import type { GuardEntryConfig } from './shape.ts'

/** The built-in gates; their names are taken. */
export const GATE_NAMES = ['repeated-failure', 'critical-paths', 'locked-paths', 'post-write-syntax', 'tamper-protection', 'destructive'] as const

/** Longest name, UTF-16 units. */
export const MAX_NAME = 100
/** Largest `params`, bytes of JSON. */
export const MAX_PARAMS = 1 << 20

const DEFAULT_ROUNDS = 3
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** What a Point-less trigger word stands for. */
export function pointsOf(trigger: Trigger): readonly Point[] {
  return trigger === 'both' ? ['stop', 'terminate'] : [trigger]
}

/** Checks one entry whose shape is right already; `taken` has the names in use and who has them. */
export function checkEntry(entry: GuardEntryConfig, path: KeyPath, taken: Map<string, string>, issues: ConfigIssue[]): void {
  checkSource(entry, path, issues)
  if (entry.name !== undefined) checkName(entry.name, [...path, 'name'], taken, issues)
  if (entry.tools !== undefined) {
    if (entry.tools.length === 0) issues.push(unexpected([...path, 'tools'], entry.tools, 'at least one pattern; without this key the guard is for every tool'))
    checkGlobs(entry.tools, [...path, 'tools'], issues)
  }
  if (entry.workspaces !== undefined) checkWorkspaces(entry.workspaces, [...path, 'workspaces'], issues)
  if (entry.required === true && !isWorkspaceReference(entry.script)) {
    issues.push(unexpected([...path, 'required'], true, 'it only with a script of the workspace (./x.js or project:x.js); any other script that is missing is broken anyway'))
  }
  if (entry.params !== undefined) checkParams(entry.params, [...path, 'params'], issues)
}

function checkWorkspaces(globs: readonly (string | undefined)[], path: KeyPath, issues: ConfigIssue[]): void {
  if (globs.length === 0) issues.push(unexpected(path, globs, 'at least one pattern; without this key the guard is for every workspace'))
  checkGlobs(globs, path, issues)
  for (const [index, glob] of globs.entries()) {
    // Relative to what? No session has a folder that begins otherwise.
    if (glob !== undefined && !/^(?:~(?:[/\\]|$)|[/\\]|[A-Za-z]:[/\\]|\*\*)/.test(glob)) issues.push(unexpected([...path, index], glob, 'a pattern that begins with /, ~/ or **/'))
  }
}

function isWorkspaceReference(script: string | undefined): boolean {
  return script !== undefined && /^(?:\.[/\\]|project:)/.test(script)
}

function checkParams(params: unknown, path: KeyPath, issues: ConfigIssue[]): void {
  if (!isJsonObject(params)) issues.push(unexpected(path, params, 'keys and values'))
  else {
    try {
      snapshotJson(params, { maxBytes: MAX_PARAMS })
    } catch (error) {
      issues.push({ message: `${keyPath(path)}: ${describeThrown(error)}; expected plain JSON values`, path })
    }
  }
}

function checkSource(entry: GuardEntryConfig, path: KeyPath, issues: ConfigIssue[]): void {
  const { script, scriptBody } = entry
  if (script !== undefined && scriptBody !== undefined) {
    issues.push({ message: `${keyPath(path)} has both script and scriptBody; expected exactly one of them`, path })
  } else if (script === undefined && scriptBody === undefined && !issues.some(issue => isSource(issue.path, path))) {
    issues.push({ message: `${keyPath(path)} has neither script nor scriptBody; expected exactly one of them`, path })
  }
  if (script !== undefined && (script.trim() === '' || CONTROL.test(script))) {
    issues.push(unexpected([...path, 'script'], script, 'a script name or a path'))
  }
  if (scriptBody !== undefined && scriptBody.trim() === '') issues.push(unexpected([...path, 'scriptBody'], scriptBody, 'the text of a script'))
}

/** A source of the wrong type was reported already; it is not missing. */
function isSource(issue: KeyPath, entry: KeyPath): boolean {
  return keyPath(issue.slice(0, -1)) === keyPath(entry) && (issue.at(-1) === 'script' || issue.at(-1) === 'scriptBody')
}

function checkName(name: string, path: KeyPath, taken: Map<string, string>, issues: ConfigIssue[]): void {
  if (name.trim() !== name || name === '' || CONTROL.test(name) || name.length > MAX_NAME) {
    issues.push(unexpected(path, name, `a name of 1 to ${MAX_NAME} characters without control characters and without spaces around it`))
    return
  }
  const owner = taken.get(name)
  if (owner !== undefined) issues.push({ message: `${keyPath(path)} is ${shown(name)}, which is the name of ${owner} already; expected a name of its own`, path })
  else taken.set(name, keyPath(path.slice(0, -1)))
}

/** One issue per pattern that is no glob. */
export function checkGlobs(globs: readonly (string | undefined)[], path: KeyPath, issues: ConfigIssue[]): void {
  for (const [index, glob] of globs.entries()) {
    if (glob === undefined) continue
    try {
      compilePatterns([glob])
    } catch (error) {
      issues.push({ message: `${keyPath([...path, index])} is ${shown(glob)}; expected a glob pattern (${describeThrown(error)})`, path: [...path, index] })
    }
  }
}

/** The names that nobody else may have: gates first. */
export function gateNames(): Map<string, string> {
  return new Map([...GATE_NAMES.map(name => [name, 'a built-in gate'] as const), ['runtime-guard', 'the guard that the human sets at run time'] as const])
}

/**
 * Settings of one entry that passed the checks.
 * @param key where the entry stands, for texts.
 * @param taken names in use; a derived name that is in it gets a number, and is added to it.
 */
export function entrySettings(entry: GuardEntryConfig, key: string, taken: Map<string, string>): GuardSettings {
  const trigger = entry.trigger ?? 'stop'
  const derived = derivedName(entry, trigger)
  const name = entry.name ?? freeName(derived, taken)
  return {
    name,
    key,
    triggerWritten: entry.trigger !== undefined,
    namesake: entry.name !== undefined || name === derived ? null : derived,
    workspaces: entry.workspaces ?? null,
    required: entry.required ?? false,
    source: sourceOf(entry),
    trigger,
    points: pointsOf(trigger),
    params: snapshotJson(entry.params ?? {}) as JsonObject,
    maxRounds: entry.maxRounds ?? DEFAULT_ROUNDS,
    allowTools: entry.allowTools ?? false,
    tools: entry.tools ?? null,
    agents: entry.agents ?? defaultAgents(trigger),
    mode: entry.mode ?? 'enforce',
  }
}

function sourceOf(entry: GuardEntryConfig): GuardSource {
  if (entry.script !== undefined) return { kind: 'script', script: entry.script }
  if (entry.scriptBody !== undefined) return { kind: 'inline', body: entry.scriptBody }
  throw new GuardError('INTERNAL', 'a guard without a source passed the checks')
}

function defaultAgents(trigger: Trigger): 'all' | 'main' {
  switch (trigger) {
    case 'command':
    case 'result': return 'all'
    case 'start':
    case 'stop':
    case 'terminate':
    case 'both': return 'main'
    default: return assertNever(trigger)
  }
}

function derivedName(entry: GuardEntryConfig, trigger: Trigger): string {
  if (entry.script === undefined) return `${trigger}-inline`
  const file = entry.script.replace(/^project:/, '').split(/[/\\]/).at(-1) ?? ''
  return file.replace(/\.[^.]*$/, '').trim().slice(0, MAX_NAME - 5) || 'guard'
}

function freeName(wanted: string, taken: Map<string, string>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`
  taken.set(name, 'a guard without a written name')
  return name
}
