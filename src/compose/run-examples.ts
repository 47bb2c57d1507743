/** Runs the examples of a guard: each in a session of its own, in real runners, with the answers that it brings. */
import { randomUUID } from 'node:crypto'
import { isAbsolute, join } from 'node:path'
import type { Example } from '../guard/examples.ts'
import type { SessionRef, TurnCall } from '../types.ts'
import type { Judgment, Workbench } from './workbench.ts'

export interface ExampleOutcome {
  readonly example: Example
  readonly ok: boolean
  /** What happened, in the words of `expect`; several when a guard did several things. */
  readonly got: readonly string[]
  /** Why it differs, in one line; '' when it does not. */
  readonly why: string
  readonly judgment: Judgment
}

/** @param guards names of the guards that are asked; null: all of them, and the gates. */
export async function runExample(workbench: Workbench, example: Example, cwd: string, guards: ReadonlySet<string> | null): Promise<ExampleOutcome> {
  const session = sessionAt(cwd, `example-${randomUUID()}`)
  const calls = await Promise.all((example.turn.calls ?? []).map(call => filled(workbench, call, session)))
  const judgment = await workbench.judge(session, {
    point: example.point, output: example.output, task: example.task, request: example.request, answers: example.answers,
    turn: { ...example.turn, calls },
    ...example.command === null ? {} : { command: { ...example.command } }, ...example.result === null ? {} : { result: example.result },
  }, guards)
  const got = happened(judgment)
  const why = differs(example, got, judgment)
  return { example, ok: why === '', got: got.length === 0 ? ['pass'] : got, why, judgment }
}

export function sessionAt(cwd: string, id: string): SessionRef {
  return { sessionId: id, agentId: id, rootSessionId: id, cwd, isSubagent: false }
}

/** What the examples' turns leave to be read: the programs of their commands, and paths from the workspace on. */
async function filled(workbench: Workbench, call: TurnCall, session: SessionRef): Promise<TurnCall> {
  const reading = await workbench.reading({ name: call.name, args: call.args, callId: 'example' }, session)
  const written = call.writes.map(write => isAbsolute(write.path) ? write : { ...write, path: join(session.cwd, write.path), inside: true })
  return {
    ...call, commands: reading.commands.map(({ program, args }) => ({ program, args })),
    writes: written.length > 0 ? written : reading.writes.map(({ path, inside, kind, via }) => ({ path, inside, kind, via })),
  }
}

const ACTS: Readonly<Partial<Record<Judgment['decision'], string>>> = { deny: 'deny', ask: 'ask', block: 'block', replace: 'replace', continue: 'continue' }

/** A refusal because the guard failed is a fault, and not what a `deny` expects. */
export function happened({ decision, notices, activated, parts }: Judgment): string[] {
  if (parts.some(part => part.fault !== null)) return ['fault']
  const act = ACTS[decision]
  return [...act === undefined ? [] : [act], ...notices.length > 0 ? ['notice'] : [], ...activated.length > 0 ? ['activate'] : []]
}

function differs({ expect }: Example, got: readonly string[], judgment: Judgment): string {
  const faults = judgment.parts.filter(part => part.fault !== null).map(part => `${part.guard}: ${part.fault ?? ''}${part.position === null ? '' : ` at line ${part.position.line}`}: ${part.reason ?? ''}`)
  if (expect.decision === 'pass' && got.length > 0) return `expected that it passes, but ${[...faults, got.join(' and ')].join('; ')}${wordsOf(judgment)}`
  if (expect.decision !== 'pass' && !got.includes(expect.decision)) return `expected ${expect.decision}, got ${got.length === 0 ? 'pass' : got.join(' and ')}${faults.length === 0 ? '' : ` (${faults.join('; ')})`}`
  const said = [judgment.words ?? '', ...judgment.notices, ...judgment.activated, ...faults].join('\n')
  if (expect.text !== null && !said.includes(expect.text)) return `${expect.decision} as expected, but without the words ${JSON.stringify(expect.text)}${wordsOf(judgment)}`
  return judgment.unasked === 0 ? '' : `${judgment.unasked} of the answers were not asked for`
}

function wordsOf({ words }: Judgment): string {
  return words === null ? '' : `: ${JSON.stringify(words.slice(0, 200))}`
}
