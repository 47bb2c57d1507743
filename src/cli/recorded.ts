/**
 * From a session's log to what happened in it: calls, results and ends of turns, in order. Knows the forms of
 * every host under test; what it does not know it passes over.
 */
import { isJsonObject } from '../base/json.ts'
import type { CommandView, JsonObject, JsonValue, ResultView } from '../types.ts'

export type Recorded =
  /** A real input of the user. */
  | { readonly kind: 'turn', readonly request: string, readonly seq: number }
  | { readonly kind: 'call', readonly command: CommandView, readonly seq: number }
  | { readonly kind: 'result', readonly callId: string, readonly result: ResultView, readonly seq: number }
  /** The agent ended its turn on its own. */
  | { readonly kind: 'stop', readonly output: string, readonly seq: number }

/** Keeps what a later event needs of an earlier one: the text of the last answer. */
export function createRecorder(): (event: JsonObject) => Recorded | null {
  let output = ''
  return (event) => {
    const data = isJsonObject(event['data']) ? event['data'] : {}
    const seq = typeof event['seq'] === 'number' ? event['seq'] : 0
    switch (event['type']) {
      case 'user/message': {
        const source = isJsonObject(data['source']) ? data['source'] : {}
        return source['kind'] === 'user' ? { kind: 'turn', request: textOf(data['content']), seq } : null
      }
      case 'assistant/message': {
        const message = isJsonObject(data['message']) ? data['message'] : data
        output = textOf(message['content'])
        return null
      }
      case 'tool/call': return callOf(data, seq)
      case 'tool/result': return resultOf(data, seq)
      case 'turn/end': {
        const reason = isJsonObject(data['reason']) ? data['reason']['kind'] : null
        return reason === 'completed' ? { kind: 'stop', output, seq } : null
      }
      default: return null
    }
  }
}

function callOf(data: JsonObject, seq: number): Recorded | null {
  const { name, callId, arguments: raw = {} } = data
  if (typeof name !== 'string' || typeof callId !== 'string') return null
  return { kind: 'call', command: { name, args: argumentsOf(raw), callId }, seq }
}

/** Old hosts log a user-role message that holds the result's block, newer ones a message of its own role. */
function resultOf(data: JsonObject, seq: number): Recorded | null {
  const message = isJsonObject(data['message']) ? data['message'] : data
  const blocks = Array.isArray(message['content']) ? message['content'].filter(isJsonObject) : []
  const block = blocks.find(one => one['type'] === 'tool-result')
  const of = block ?? message
  const callId = of['toolCallId'] ?? data['callId']
  if (typeof callId !== 'string') return null
  const text = textOf(block === undefined ? message['content'] : block['content'])
  const isError = of['isError'] === true
  return { kind: 'result', callId, result: { isError, text, error: isError ? { message: text, code: null } : null, durationMs: 0 }, seq }
}

function argumentsOf(raw: JsonValue): JsonValue {
  if (typeof raw !== 'string') return raw
  try {
    return JSON.parse(raw) as JsonValue
  } catch {
    return raw
  }
}

function textOf(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap(block => isJsonObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : []).join('\n')
}
