/**
 * The examples that stand beside a guard, `<name>.examples.yml`: what happens, and what the guard is to
 * make of it. Owns the form of the file and the places of its mistakes; runs nothing.
 */
import { isJsonObject } from '../base/json.ts'
import type { CommandView, JsonObject, JsonValue, Point, ResultView, TurnCall, TurnView } from '../types.ts'

/** What is expected: the decision, and a piece of the words that come with it. */
export interface Expectation {
  readonly decision: Expected
  /** The words hold this text; null: any. */
  readonly text: string | null
}

export type Expected = 'pass' | 'deny' | 'ask' | 'block' | 'replace' | 'continue' | 'notice' | 'activate' | 'fault'

export interface Example {
  readonly name: string
  /** 1-based line of the file. */
  readonly line: number
  readonly point: Point
  readonly command: CommandView | null
  readonly result: ResultView | null
  readonly output: string
  readonly task: string
  readonly request: string
  readonly turn: Partial<TurnView>
  readonly answers: readonly JsonValue[]
  readonly params: JsonObject
  readonly expect: Expectation
}

export interface ExampleProblem {
  readonly line: number
  readonly text: string
}

export interface ExampleFile {
  readonly examples: readonly Example[]
  readonly problems: readonly ExampleProblem[]
}

/** One entry as it was read, with its line. */
export interface RawExample {
  readonly value: unknown
  readonly line: number
}

const POINTS: readonly Point[] = ['start', 'command', 'result', 'stop', 'terminate']
const EXPECTED: readonly Expected[] = ['pass', 'deny', 'ask', 'block', 'replace', 'continue', 'notice', 'activate', 'fault']
/** Words of other tools' case files. */
const SYNONYMS: Readonly<Record<string, Expected>> = { allow: 'pass', refuse: 'deny', stop: 'pass' }
const KEYS = ['name', 'point', 'call', 'command', 'result', 'output', 'task', 'request', 'turn', 'answers', 'params', 'expect']

/** @param fallback the Point of entries that name none. */
export function parseExamples(entries: readonly RawExample[], fallback: Point | null): ExampleFile {
  const examples: Example[] = []
  const problems: ExampleProblem[] = []
  for (const { value, line } of entries) {
    const parsed = parseExample(value, line, fallback)
    if (typeof parsed === 'string') problems.push({ line, text: parsed })
    else examples.push(parsed)
  }
  return { examples, problems }
}

/** @returns the example, or what is wrong with it. */
function parseExample(value: unknown, line: number, fallback: Point | null): Example | string {
  if (!isJsonObject(value)) return 'an example is an object with at least call or output, and expect'
  const unknown = Object.keys(value).find(key => !KEYS.includes(key))
  if (unknown !== undefined) return `unknown key "${unknown}"; an example has ${KEYS.join(', ')}`
  const command = commandOf(value['call'] ?? value['command'])
  if (typeof command === 'string') return command
  const point = pointOf(value, command, fallback)
  if (!POINTS.includes(point as Point)) return `point is ${JSON.stringify(value['point'])}; it is one of ${POINTS.join(', ')}`
  if (command === null && (point === 'command' || point === 'result')) return `an example at "${String(point)}" needs a call: a command, or { tool, args }`
  const expect = expectationOf(value['expect'])
  if (typeof expect === 'string') return expect
  const result = resultOf(value['result'], point as Point)
  const turn = turnOf(value['turn'])
  if (typeof result === 'string') return result
  if (typeof turn === 'string') return turn
  const { name, output, task, request, answers = [], params = {} } = value
  if (!Array.isArray(answers)) return 'answers is a list: what judges and tools say, in order'
  if (!isJsonObject(params)) return 'params is an object, as in the configuration'
  return {
    name: textOr(name, command === null ? `example in line ${line}` : titleOf(command)), line, point: point as Point, command, result,
    output: textOr(output, ''), task: textOr(task, textOr(request, '')), request: textOr(request, textOr(task, '')), turn, answers, params, expect,
  }
}

function pointOf(value: JsonObject, command: CommandView | null, fallback: Point | null): unknown {
  return value['point'] ?? (value['result'] !== undefined ? 'result' : fallback ?? (command === null ? 'stop' : 'command'))
}

function titleOf(command: CommandView): string {
  const text = isJsonObject(command.args) && typeof command.args['command'] === 'string' ? command.args['command'] : `${command.name} ${JSON.stringify(command.args)}`
  return text.length > 100 ? `${text.slice(0, 99)}…` : text
}

function textOr(value: JsonValue | undefined, fallback: string): string {
  return typeof value === 'string' ? value : fallback
}

/** A text is a command for the shell tool of the host. */
function commandOf(call: JsonValue | undefined): CommandView | null | string {
  if (call === undefined || call === null) return null
  if (typeof call === 'string') return { name: 'bash', args: { command: call }, callId: 'example' }
  if (!isJsonObject(call)) return 'call is a command, or an object { tool, args }'
  const { tool, args = {} } = call
  return typeof tool === 'string' ? { name: tool, args, callId: 'example' } : 'call.tool is the name of a tool, such as "write"'
}

function resultOf(value: JsonValue | undefined, point: Point): ResultView | null | string {
  if (point !== 'result') return null
  if (value === undefined || typeof value === 'string') return { isError: false, text: value ?? '', error: null, durationMs: 1 }
  if (!isJsonObject(value)) return 'result is the text that the tool printed, or an object { text, isError }'
  const { text = '', isError = false } = value
  if (typeof text !== 'string' || typeof isError !== 'boolean') return 'result.text is a text and result.isError true or false'
  return { isError, text, error: isError ? { message: text, code: null } : null, durationMs: 1 }
}

function turnOf(value: JsonValue | undefined): Partial<TurnView> | string {
  if (value === undefined || value === null) return {}
  if (!isJsonObject(value)) return 'turn is an object { calls, files, running }'
  const { calls = [], files, running = [] } = value
  if (!Array.isArray(calls) || !Array.isArray(running) || (files !== undefined && !Array.isArray(files))) return 'turn.calls, turn.files and turn.running are lists'
  const read = calls.map(turnCallOf)
  const wrong = read.find(call => typeof call === 'string')
  if (wrong !== undefined) return wrong
  const known = read.filter(call => typeof call !== 'string')
  return {
    calls: known,
    files: files === undefined ? [...new Set(known.flatMap(call => call.writes.map(write => write.path)))] : files.filter(file => typeof file === 'string'),
    running: running.filter(isJsonObject).map(({ id, kind, label }) => ({ id: textOr(id, 'job'), kind: textOr(kind, 'bash'), label: textOr(label, '') })),
  }
}

/** A text is a command that ran well; which programs that are is read by whoever runs the example. */
function turnCallOf(value: JsonValue): TurnCall | string {
  const empty = { args: {}, outcome: 'done' as const, isError: false, ms: 1, writes: [], commands: [] }
  if (typeof value === 'string') return { ...empty, name: 'bash', args: { command: value } }
  if (!isJsonObject(value)) return 'a call of turn.calls is a command, or an object { tool, args, outcome, writes }'
  const { tool, name = tool, args = {}, outcome = 'done', writes = [], command } = value
  const ran = typeof command === 'string' ? command : isJsonObject(args) && typeof args['command'] === 'string' ? args['command'] : null
  if (outcome !== 'done' && outcome !== 'failed' && outcome !== 'refused' && outcome !== 'cancelled') return 'outcome of a call is done, failed, refused or cancelled'
  return {
    ...empty, name: typeof name === 'string' ? name : 'bash', args: ran === null ? args : { command: ran }, outcome, isError: outcome === 'failed' || outcome === 'refused',
    writes: (Array.isArray(writes) ? writes : [writes]).filter(path => typeof path === 'string').map(path => ({ path, inside: !path.startsWith('/'), kind: 'write', via: 'example' })),
  }
}

function expectationOf(value: JsonValue | undefined): Expectation | string {
  const list = EXPECTED.join(', ')
  if (value === undefined) return `expect is missing: one of ${list}, or { deny: "part of the words" }`
  if (typeof value === 'string') {
    const decision = EXPECTED.find(known => known === value) ?? SYNONYMS[value]
    return decision === undefined ? `expect is "${value}"; it is one of ${list}` : { decision, text: null }
  }
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return `expect is one of ${list}, or an object with one of them and a part of the words`
  const [word = '', text] = Object.entries(value)[0] ?? []
  const decision = EXPECTED.find(known => known === word) ?? SYNONYMS[word]
  if (decision === undefined || typeof text !== 'string') return `expect.${word} is not known, or its value is no text; it is one of ${list}`
  return { decision, text }
}
