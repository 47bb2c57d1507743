/**
 * What the critical-paths gate says to the model. What tells it what to do stands first and is never
 * cut; what is only quoted (diagnostics, lists) stands last and fills the room that is left.
 */
import { cut, exactName, oneLine } from '../base/text.ts'
import type { Diagnostic } from '../types.ts'
import type { CriticalTarget } from './critical-targets.ts'

const MAX_MESSAGE = 300
const MAX_TEXT = 6_000
/** Left for quotes however long the paths are. */
const MIN_QUOTES = 1_000
/** Of a path that only names; one that is to be written stands in full. */
const MAX_PATH = 200
const MAX_PATHS = 3_000
const MAX_CHECKER = 120

/** A specification that was looked for, and what was there. */
export interface Looked {
  readonly relative: string
  readonly found: boolean
}

export interface RefusedTarget {
  readonly target: CriticalTarget
  readonly looked: readonly Looked[]
}

/** What else a refusal says of its call. */
export interface CallFacts {
  /** Every protected file of the call. */
  readonly targets: readonly CriticalTarget[]
  /** The call writes a specification that this refusal asks for. */
  readonly writesSpec: boolean
}

const NO_WAY_ROUND = 'The file is protected, not this way of writing it: another tool, spelling or program is judged the same.'
const OWN_CALL = 'This call also writes a specification. A call is judged before any part of it runs, so the specification is not there yet: write it in a call of its own, first.'

/** @param missing at least one: protected files without a specification. */
export function noSpecText(missing: readonly RefusedTarget[], call: CallFacts): string {
  const specs = missing.map(one => one.looked[0]?.relative ?? '')
  const what = missing.length === 1
    ? `write a specification, for example ${exactName(specs[0] ?? '')} (a .lean file is never refused)`
    : `write a specification for each file (a .lean file is never refused), for example ${fewPaths(specs)}`
  return refusal([
    missing.length === 1
      ? `${head(missing[0] as RefusedTarget)} and has no specification that was accepted in this session.`
      : `Refused by the gate critical-paths: ${missing.length} protected files of this call have no specification that was accepted in this session.`,
    ...ownCall(call),
    ...ways(`${what}, in a call of its own, and repeat this write in a later call: the specification is checked then`),
  ], [
    ...allFiles(call),
    ...missing.map(one => missing.length === 1 ? lookedText(one.looked) : `${shown(one.target.relative)} (critical path "${pattern(one.target)}"): ${lookedText(one.looked)}`),
  ])
}

export function rejectedText(
  refused: RefusedTarget, spec: string, checker: string, found: { readonly diagnostics: readonly Diagnostic[], readonly total: number }, call: CallFacts,
): string {
  const { total } = found
  return refusal([
    `${head(refused)}, and its specification ${shown(spec)} is not accepted (${oneLine(checker, MAX_CHECKER)}, ${total} ${total === 1 ? 'problem): it is' : 'problems): they are'} quoted at the end.`,
    ...ownCall(call),
    ...ways(`correct ${exactName(spec)} so that it is accepted, in a call of its own, and repeat this write in a later call`),
  ], [
    ...allFiles(call),
    lookedText(refused.looked),
    'What the check found:',
  ], found)
}

export function failedText(refused: RefusedTarget, spec: string, checker: string, reason: string, call: CallFacts): string {
  const why = `${oneLine(checker, MAX_CHECKER)}: ${oneLine(reason, MAX_MESSAGE)}`
  return refusal([
    `${head(refused)}, and its specification ${shown(spec)} could not be checked: the checker itself failed (${why}). This is not about what you wrote.`,
    ...ownCall(call),
    ...ways('make the checker work, or the specification smaller when it is the specification that stops it, and repeat this write'),
  ], [...allFiles(call), lookedText(refused.looked)])
}

export function tooManyText(targets: readonly CriticalTarget[], limit: number): string {
  const first = targets[0]
  return refusal([
    `Refused by the gate critical-paths: this call changes more than ${limit} protected files at once`
    + `${first === undefined ? '' : ` (${shown(first.relative)} by the critical path "${pattern(first)}", and others)`}.`,
    'Change them a few at a time, each with an accepted specification, or name the files so that the protected ones are left out.',
    'Only the human can take paths out of criticalPaths.',
  ], targets.length < 2 ? [] : [`Some of them: ${fewPaths(targets.map(target => target.relative))}.`])
}

/** A folder was not looked through to its end, so what it holds counts as reached. */
export function cutText(spelled: string, folder: string): string {
  return [
    `Refused by the gate critical-paths: this call (it says "${oneLine(spelled, 120)}") reaches a folder that critical paths lie in (${oneLine(folder, 300)}) and that holds more entries than can be looked through, so protected files may be among them.`,
    'Name the files or a smaller folder, so that the protected ones are left out.',
    'Only the human can take paths out of criticalPaths.',
  ].join('\n')
}

export function standDownText(reason: string): string {
  return `The gate critical-paths stands down: there is no checker for specifications (${oneLine(reason, MAX_MESSAGE)}). Writes to critical paths are let through unchecked. `
    + 'Take all the more care with them, and tell the human that no specification was checked.'
}

/** @param spec null: there is none. @param reported what was reported: the specification's own problems, or the file's syntax. */
export function repairText(target: CriticalTarget, spec: string | null, reported: 'specification' | 'syntax'): string {
  const why = reported === 'syntax'
    ? 'because a syntax error in it was reported'
    : `although ${spec === null ? 'its specification is gone' : `its specification ${shown(spec)} is still not accepted`}`
  return `The gate critical-paths let this write to ${shown(target.relative)} through as a repair, ${why}. Before the next write to it the specification is checked again.`
}

function head({ target }: RefusedTarget): string {
  const spelled = target.spelled === target.relative ? '' : ` (the call says ${JSON.stringify(oneLine(target.spelled, 120))})`
  return `Refused by the gate critical-paths: ${shown(target.relative)}${spelled} exists and matches the critical path "${pattern(target)}"`
}

function pattern(target: CriticalTarget): string {
  return oneLine(target.rule.pattern, MAX_PATH)
}

function shown(path: string): string {
  return exactName(cut(path, MAX_PATH))
}

function ownCall(call: CallFacts): string[] {
  return call.writesSpec ? [OWN_CALL] : []
}

function allFiles({ targets }: CallFacts): string[] {
  return targets.length < 2 ? [] : [`Protected files of this call: ${fewPaths(targets.map(target => target.relative))}.`]
}

/** In full, as many as there is room for and at least one. */
function fewPaths(paths: readonly string[]): string {
  let room = MAX_PATHS
  const kept = paths.map(exactName).filter((path, index) => {
    room -= path.length + 2
    return index === 0 || room >= 0
  })
  const left = paths.length - kept.length
  return left === 0 ? kept.join(', ') : `${kept.join(', ')} and ${left} more`
}

function lookedText(looked: readonly Looked[]): string {
  return `Specifications looked for, in this order: ${looked.map(one => `${shown(one.relative)} (${one.found ? 'found' : 'not there'})`).join(', ')}.`
}

/** The three ways out, always all of them, so that the model need not guess. */
function ways(satisfy: string): string[] {
  return [
    'Ways out:',
    `1. Satisfy the rule: ${satisfy}.`,
    '2. Repair: once a check has reported problems, the next write to this file is let through, then the specification is checked again. Without a specification there is nothing to repair.',
    '3. Ask the human to take the path out of criticalPaths. Only the human can.',
    NO_WAY_ROUND,
  ]
}

function place(diagnostic: Diagnostic): string {
  if (diagnostic.line === null) return ''
  return diagnostic.column === null ? `line ${diagnostic.line}: ` : `line ${diagnostic.line}, column ${diagnostic.column}: `
}

/** @param quotes lines that may be cut. @param found problems that are listed as far as there is room; the rest is counted. */
function refusal(must: readonly string[], quotes: readonly string[], found?: { readonly diagnostics: readonly Diagnostic[], readonly total: number }): string {
  const text = must.join('\n')
  let room = Math.max(MIN_QUOTES, MAX_TEXT - text.length)
  const kept: string[] = []
  const add = (line: string): boolean => {
    if (line.length + 1 > room) return false
    room -= line.length + 1
    kept.push(line)
    return true
  }
  // A line that is too long is shown in part, and there is no room for another then.
  for (const line of quotes) if (!add(line)) add(cut(line, room - 1))
  let listed = 0
  for (const diagnostic of found?.diagnostics ?? []) {
    if (room < MAX_MESSAGE || !add(`- ${place(diagnostic)}${oneLine(diagnostic.message, MAX_MESSAGE)}`)) break
    listed++
  }
  const more = (found?.total ?? 0) - listed
  return [text, ...kept, ...more > 0 ? [`- and ${more} more`] : []].join('\n')
}
