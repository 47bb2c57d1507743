/** `try`: what this session's gates and guards would make of a call, which is not run. */
import { isJsonObject } from '../base/json.ts'
import { isShellTool } from '../base/tool-names.ts'
import { oneLine } from '../base/text.ts'
import type { Trial, TrialPart } from '../point/trial.ts'
import type { JsonValue, SessionRef } from '../types.ts'
import { firstWord } from './guard-line.ts'
import type { GuardCommandDeps, GuardReply } from './guard-verb.ts'

const GRAMMAR = 'try takes a command, or a tool and its arguments as JSON: /guard try git push, /guard try write {"file_path":"a.txt","content":"x"}'
const DEFAULT_SHELL = 'bash'
const MAX_REASON = 300

interface TriedCall {
  readonly name: string
  readonly args: JsonValue
}

export async function tryReply(rest: string, session: SessionRef, deps: GuardCommandDeps): Promise<GuardReply> {
  const call = triedCall(rest, deps.tools(session))
  if (typeof call === 'string') return { ok: false, text: call }
  const trial = await deps.tryCall(session, call.name, call.args)
  return { ok: true, text: trialText(call, trial) }
}

/** @param tools names of the session's tools; none where it has not begun. @returns the call, or what is wrong with the words. */
export function triedCall(text: string, tools: readonly string[]): TriedCall | string {
  if (text === '') return GRAMMAR
  const { word, rest } = firstWord(text)
  const known = tools.includes(word)
  if (rest.startsWith('{')) {
    const args = argumentsOf(rest)
    if (typeof args !== 'string') return { name: word, args }
    // A program may be named like no tool and take braces.
    if (known) return `the arguments of ${word} are not JSON: ${args}\n${GRAMMAR}`
  }
  if (known && !isShellTool(word)) return `${word} is a tool: its arguments are given as JSON behind it\n${GRAMMAR}`
  const shell = tools.includes(DEFAULT_SHELL) ? DEFAULT_SHELL : tools.find(isShellTool) ?? DEFAULT_SHELL
  return { name: shell, args: { command: text } }
}

/** @returns an object, or why it is none. */
function argumentsOf(text: string): JsonValue {
  try {
    const value = JSON.parse(text) as JsonValue
    return isJsonObject(value) ? value : 'they are no object'
  } catch (error) {
    return error instanceof Error ? error.message : 'they cannot be read'
  }
}

function trialText({ name }: TriedCall, { decision, guard, words, notices, parts }: Trial): string {
  return [
    headline(decision, guard),
    parts.length === 0 ? `  no gate and no guard that is on looks at a call of ${name}` : `what each one makes of it (${name}; it was not run, and nothing of this is counted):`,
    ...parts.map(part => `  ${partLine(part)}`),
    ...notices.map(notice => `${notice.guard} would tell the model: ${notice.text}`),
    ...words === null ? [] : [decision === 'ask' ? 'whoever is asked would read:' : 'the model would read:', ...words.split('\n').map(line => `  ${line}`)],
    ...guard === null ? [] : [`/guard off ${guard} switches it off for this session`],
  ].join('\n')
}

/** Stands alone where an interface shows one line of an answer. */
function headline(decision: Trial['decision'], guard: string | null): string {
  switch (decision) {
    case 'allow': return 'Would run'
    case 'deny': return `Would be refused by ${guard ?? 'a guard'}`
    case 'ask': return `Would be asked about by ${guard ?? 'a guard'}`
    case 'undecided': return 'No decision: a guard did not come to an end'
  }
}

function partLine({ guard, outcome, wouldBe, reason, position }: TrialPart): string {
  const mark = outcome === 'denied' || outcome === 'script_error' ? '✗' : outcome === 'asked' ? '?' : '✓'
  const at = position === null ? '' : ` (line ${position.line})`
  return `${mark} ${guard}: ${outcome}${wouldBe === null ? '' : `, would be ${wouldBe}`}${at}${reason === null ? '' : `: ${oneLine(reason, MAX_REASON)}`}`
}
