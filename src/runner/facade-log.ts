/** `vance.log`: lines for whoever debugs a guard. Logging never fails a guard: what cannot be shown is said so. */
import { MAX_LOG_TEXT } from '../protocol.ts'
import { cut } from '../base/text.ts'
import { GuardError } from '../errors.ts'
import type { JsonValue, LogLine } from '../types.ts'
import { jsonOf } from './arguments.ts'
import type { FacadeKit } from './facade-kit.ts'

export function createLog({ channel, expose }: FacadeKit): Record<LogLine['level'], (text: unknown, data?: unknown) => void> {
  const log = (level: LogLine['level']) => expose((text, data) => { channel.log(lineOf(level, text, data)) })
  return { info: log('info'), warn: log('warn') }
}

function lineOf(level: LogLine['level'], text: unknown, data: unknown): LogLine {
  const shown = plainText(text)
  if (data === undefined) return { level, text: cut(shown, MAX_LOG_TEXT), data: null }
  const { json, problem } = plainData(data)
  return { level, text: cut(problem === null ? shown : `${shown} [data left out: ${problem}]`, MAX_LOG_TEXT), data: json }
}

function plainText(text: unknown): string {
  switch (typeof text) {
    // Asking for the length is free; cutting a text that was built by repetition first writes all of it out.
    case 'string': return text.length > MAX_SHOWN ? `[a text of ${text.length} characters]` : text
    case 'number':
    case 'boolean':
    case 'undefined': return String(text)
    default: return text === null ? 'null' : `[${typeof text}]`
  }
}

const MAX_SHOWN = 65_536

function plainData(data: unknown): { readonly json: JsonValue, readonly problem: string | null } {
  try {
    return { json: jsonOf('the data', data, MAX_LOG_TEXT), problem: null }
  } catch (error) {
    return { json: null, problem: error instanceof GuardError ? error.message : 'reading it failed' }
  }
}
