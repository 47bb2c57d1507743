/** Lean's `--json` output: one message a line. Lines that are no message (what `#eval` prints) are passed over. */
import { isJsonObject } from '../base/json.ts'
import { oneLine } from '../base/text.ts'
import type { Diagnostic, JsonValue } from '../types.ts'

const MAX_MESSAGE = 300

export interface LeanMessages {
  /** Errors, and warnings that a proof was left out. */
  readonly rejected: readonly Diagnostic[]
  /** Lean gave up at its heartbeat budget: that is no finding about the text. */
  readonly stopped: boolean
}

export function readLeanMessages(output: string): LeanMessages {
  const rejected: Diagnostic[] = []
  let stopped = false
  for (const line of output.split('\n')) {
    const message = parseMessage(line)
    if (message === null) continue
    const text = typeof message.data === 'string' ? message.data : typeof message.text === 'string' ? message.text : ''
    if (message.severity !== 'error' && !isSorry(message.kind, text)) continue
    if (isBudget(message.kind, text)) {
      stopped = true
      continue
    }
    const pos = isJsonObject(message.pos) ? message.pos : {}
    rejected.push({
      message: oneLine(typeof message.caption === 'string' && message.caption !== '' ? `${message.caption}: ${text}` : text, MAX_MESSAGE),
      line: typeof pos['line'] === 'number' ? pos['line'] : null,
      // Lean counts columns from 0.
      column: typeof pos['column'] === 'number' ? pos['column'] + 1 : null,
    })
  }
  return { rejected, stopped }
}

interface Message {
  readonly severity: JsonValue | undefined
  readonly data: JsonValue | undefined
  readonly text: JsonValue | undefined
  readonly caption: JsonValue | undefined
  readonly kind: JsonValue | undefined
  readonly pos: JsonValue | undefined
}

function parseMessage(line: string): Message | null {
  if (!line.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(line)
    if (!isJsonObject(value) || typeof value['severity'] !== 'string') return null
    return { severity: value['severity'], data: value['data'], text: value['text'], caption: value['caption'], kind: value['kind'], pos: value['pos'] }
  } catch {
    return null
  }
}

function isBudget(kind: JsonValue | undefined, text: string): boolean {
  return (typeof kind === 'string' && /maxHeartbeats/i.test(kind)) || /maximum number of heartbeats/.test(text)
}

function isSorry(kind: JsonValue | undefined, text: string): boolean {
  return kind === 'hasSorry' || /declaration uses .?sorry/.test(text)
}
