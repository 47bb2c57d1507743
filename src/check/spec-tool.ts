/**
 * The published tool `strict_check` as checker: `action: 'lean'` with the path, and its answer field
 * by field. Owns which tool of that name is the published one, and what each of its verdicts means.
 * Invariant: only `accepted` with `ok: true`, for the action that was asked, accepts.
 */
import { isJsonObject } from '../base/json.ts'
import { abortAfter } from '../base/deadline.ts'
import { oneLine } from '../base/text.ts'
import { describeThrown } from '../errors.ts'
import type { CheckOutcome, Diagnostic, JsonObject, JsonValue, Settings, ToolSchemasPort, ToolsPort } from '../types.ts'
import type { SpecChecker } from './spec-checker.ts'

export const STRICT_CHECK = 'strict_check'
const ACTION = 'lean'

export interface ToolDeps {
  readonly settings: Pick<Settings, 'checkTimeoutMs'>
  readonly tools: ToolsPort
}

const MAX_MESSAGE = 300
const MAX_ROWS = 1_000
const ANSWER = { action: 'string', summary: 'string', verdict: 'string', ok: 'boolean', rows: 'array', notes: 'array' } as const

export function createToolChecker(deps: ToolDeps): SpecChecker {
  return {
    id: `tool ${STRICT_CHECK}`,
    unavailable: session => Promise.resolve(deps.tools.has(session, STRICT_CHECK) ? null : `the tool ${STRICT_CHECK} is not registered`),
    async check(spec, session, signal) {
      const deadline = abortAfter(deps.settings.checkTimeoutMs, signal)
      try {
        const call = deps.tools.call(session, STRICT_CHECK, { action: ACTION, path: spec.path }, deadline.signal)
        const answer = await Promise.race([call, aborted(deadline.signal)])
        if (answer === null) return failed(deadline.timedOut() ? `it did not answer within ${deps.settings.checkTimeoutMs} ms` : 'it was cancelled')
        return answer.isError ? failed(`the tool ${STRICT_CHECK} answered with an error: ${oneLine(answer.text, 200)}`) : readAnswer(answer.value)
      } catch (error) {
        return failed(`the tool ${STRICT_CHECK} failed: ${oneLine(describeThrown(error), 200)}`)
      } finally {
        deadline.dispose()
      }
    },
  }
}

/** Why the tool of that name is not the published one: null when it is, or when there is none. */
export function otherTool(tools: ToolSchemasPort, session: Parameters<ToolSchemasPort['schemas']>[0]): string | null {
  const schemas = tools.schemas(session, STRICT_CHECK)
  if (schemas === null) return null
  const wrong = takesOurCall(schemas.parameters) ?? givesTheAnswer(schemas.output)
  return wrong === null ? null : `the profile's tool ${STRICT_CHECK} has another schema than the published one and is not used (${wrong})`
}

function takesOurCall(schema: JsonValue): string | null {
  const action = property(schema, 'action')
  const actions = isJsonObject(action) && Array.isArray(action['enum']) ? action['enum'] : []
  if (!actions.includes(ACTION)) return `its parameter action does not offer "${ACTION}"`
  if (typeOf(property(schema, 'path')) !== 'string') return 'it takes no path'
  const required = isJsonObject(schema) && Array.isArray(schema['required']) ? schema['required'] : []
  const more = required.find(name => name !== 'action' && name !== 'path')
  return more === undefined ? null : `it also requires ${oneLine(JSON.stringify(more), 60)}`
}

function givesTheAnswer(schema: JsonValue): string | null {
  const wrong = Object.entries(ANSWER).find(([name, type]) => typeOf(property(schema, name)) !== type)
  return wrong === undefined ? null : `its answer has no ${wrong[0]} of type ${wrong[1]}`
}

function property(schema: JsonValue, name: string): JsonValue | undefined {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined
  return isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
}

function typeOf(schema: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(schema) ? schema['type'] : undefined
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => { resolve(null) }, { once: true })
  })
}

function failed(reason: string): CheckOutcome {
  return { kind: 'failed', reason }
}

function readAnswer(value: JsonValue | null): CheckOutcome {
  const unreadable = (why: string): CheckOutcome => failed(`the answer of ${STRICT_CHECK} cannot be read: ${why}`)
  if (!isJsonObject(value)) return unreadable('it is no object')
  const { action, verdict, ok, rows } = value
  if (action !== ACTION) return unreadable(`it is for the action ${oneLine(JSON.stringify(action ?? null), 60)}, not "${ACTION}"`)
  if (typeof verdict !== 'string' || typeof ok !== 'boolean' || !Array.isArray(rows)) return unreadable('verdict, ok or rows is missing')
  if (ok !== (verdict === 'accepted')) return unreadable(`its verdict "${oneLine(verdict, 60)}" and ok: ${ok} contradict each other`)
  const read = rows.slice(0, MAX_ROWS).filter(isJsonObject)
  switch (verdict) {
    case 'accepted': {
      const axioms = read.filter(isUnexpectedAxiom).map(axiomProblem)
      return axioms.length === 0 ? { kind: 'ok' } : { kind: 'errors', diagnostics: axioms, total: axioms.length }
    }
    case 'rejected':
    case 'incomplete': {
      const found = read.flatMap(problemOf)
      const all = found.length > 0 ? found : [{ message: wordsOf(value) || `the verdict is ${verdict}`, line: null, column: null }]
      return { kind: 'errors', diagnostics: all, total: all.length }
    }
    default: {
      const words = wordsOf(value)
      return failed(`${STRICT_CHECK} answered "${oneLine(verdict, 60)}", which proves nothing${words === '' ? '' : `: ${words}`}`)
    }
  }
}

/** Its own summary and first note say what is missing and how it is mended. */
function wordsOf(value: JsonObject): string {
  const notes = Array.isArray(value['notes']) ? value['notes'].filter(note => typeof note === 'string') : []
  return oneLine([textOf(value['summary']), ...notes.slice(0, 1)].join(' '), MAX_MESSAGE)
}

function isUnexpectedAxiom(row: JsonObject): boolean {
  return row['name'] === 'axioms' && row['verdict'] === 'UNEXPECTED'
}

function axiomProblem(row: JsonObject): Diagnostic {
  return { message: oneLine(`${textOf(row['tool'])} rests on axioms that are not allowed: ${textOf(row['detail'])}`.trim(), MAX_MESSAGE), line: null, column: null }
}

function problemOf(row: JsonObject): Diagnostic[] {
  if (isUnexpectedAxiom(row)) return [axiomProblem(row)]
  if (row['name'] !== 'error' && row['name'] !== 'warning') return []
  const place = /:(\d{1,9}):(\d{1,9})$/.exec(textOf(row['location']))
  const numberAt = (group: number): number | null => Number(place?.[group] ?? 0) || null
  return [{ message: oneLine(textOf(row['detail']) || textOf(row['verdict']), MAX_MESSAGE), line: numberAt(1), column: numberAt(2) }]
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
