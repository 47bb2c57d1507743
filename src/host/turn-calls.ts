/**
 * The calls of a turn as the turn log keeps them: from a final result, and from the session's history when
 * a turn began before this process did. Pure; reads the host's messages by shape.
 */
import { commandEnd } from '../gate/failure/exit.ts'
import type { CallEffects, EndedCall } from '../state/turn-log.ts'
import type { CommandView, JsonValue, TurnCall } from '../types.ts'
import { textOf } from './shapes.ts'
import type { MessageShape } from './shapes.ts'

export interface EndedAs {
  /** It was refused before it ran. */
  readonly refused: boolean
  readonly cancelled: boolean
  readonly isError: boolean
  readonly text: string
}

export function turnOutcome(command: CommandView, { refused, cancelled, isError, text }: EndedAs): TurnCall['outcome'] {
  if (refused) return 'refused'
  if (cancelled) return 'cancelled'
  if (isError) return 'failed'
  const end = commandEnd(command, text)
  if (end.kind === 'interrupted') return 'cancelled'
  return end.kind === 'fine' ? 'done' : 'failed'
}

interface BlockShape {
  readonly type: string
  readonly id?: unknown
  readonly name?: unknown
  readonly arguments?: unknown
  readonly toolCallId?: unknown
  readonly isError?: unknown
  readonly content?: unknown
}

interface HistoryResult {
  readonly isError: boolean
  readonly text: string
}

/**
 * Calls since the last real input of the user, oldest first. What a history does not tell: whether an error
 * was a refusal, and how long a call took.
 */
export function callsOfHistory(messages: readonly MessageShape[], effects: (command: CommandView) => Promise<CallEffects>): EndedCall[] {
  const from = messages.findLastIndex(message => message.role === 'user' && message.source?.kind === 'user')
  const turn = messages.slice(from + 1)
  const results = new Map(turn.flatMap(resultsOf))
  return turn.flatMap(message => message.role === 'assistant' ? message.content as readonly BlockShape[] : []).flatMap((block) => {
    if (block.type !== 'tool-call' || typeof block.name !== 'string') return []
    const command: CommandView = { name: block.name, args: argumentsOf(block.arguments), callId: String(block.id) }
    const result = results.get(String(block.id))
    if (result === undefined) return []
    const outcome = turnOutcome(command, { ...result, refused: false, cancelled: false })
    return [{ command, outcome, isError: result.isError, ms: 0, effects: effects(command) }]
  })
}

/** Old hosts put results into blocks of a user-role message, newer ones into a message of their own role. */
function resultsOf(message: MessageShape): [string, HistoryResult][] {
  const whole = message as MessageShape & { readonly toolCallId?: unknown, readonly isError?: unknown }
  if (message.role === 'tool') return [[String(whole.toolCallId), { isError: whole.isError === true, text: textOf(message) }]]
  return (message.content as readonly BlockShape[]).flatMap((block): [string, HistoryResult][] => {
    if (block.type !== 'tool-result') return []
    const content = Array.isArray(block.content) ? block.content as MessageShape['content'] : []
    return [[String(block.toolCallId), { isError: block.isError === true, text: textOf({ role: 'tool', content }) }]]
  })
}

function argumentsOf(raw: unknown): JsonValue {
  if (typeof raw !== 'string') return (raw ?? null) as JsonValue
  try {
    return JSON.parse(raw) as JsonValue
  } catch {
    return raw
  }
}
