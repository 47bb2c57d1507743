/**
 * Predicts the host's own reminder about byte-identical calls, so that nothing is said twice. Counts
 * as the host does: consecutive calls of one agent with the same name and arguments (keys in any
 * order), refused ones included; a message of the user begins anew.
 */
import { createHash } from 'node:crypto'
import type { JsonValue, PointInput } from '../../types.ts'

/** What is known of the host's repeat-tool-reminder. */
export interface HostReminder {
  /** Lengths of a run at which it speaks. */
  readonly thresholds: readonly number[]
  /** Whether it looks at a tool; others neither count nor break a run. */
  tracks(tool: string): boolean
}

export interface RepeatChain {
  /** To be called for each call, failed or not. @returns whether the host speaks about this very call. */
  observe(input: PointInput, reminder: HostReminder | null): boolean
}

export function createRepeatChain(): RepeatChain {
  let last = ''
  let length = 0
  return {
    observe(input, reminder) {
      const { command } = input
      // The host reminds only an agent.
      if (command === null || !input.hasAgent || reminder === null || !reminder.tracks(command.name)) return false
      const key = keyOf(command.name, command.args, input.request)
      length = key !== null && key === last ? length + 1 : 1
      last = key ?? ''
      return reminder.thresholds.includes(length)
    },
  }
}

/** Hashed, because arguments may be as large as a file; null for what is nested too deeply to be written. */
function keyOf(name: string, args: JsonValue, request: string): string | null {
  try {
    return createHash('sha256').update(JSON.stringify([name, sorted(args), request])).digest('base64')
  } catch {
    return null
  }
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.keys(value).sort().map(key => [key, sorted(value[key] ?? null)]))
}
