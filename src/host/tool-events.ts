/** The tool pipeline of one mount: the records of its calls, shared by what judges before and after each. */
import type { Context } from '@deepseek-ai/cordis'
import { createCallBook } from './calls.ts'
import type { CallBookParts } from './calls.ts'
import { mountCommandEvents } from './command-events.ts'
import type { CommandEventParts } from './command-events.ts'
import { createResultEvents } from './result-events.ts'
import type { ResultEventParts, ResultEvents } from './result-events.ts'

export type ToolEventParts = CallBookParts & Omit<CommandEventParts, 'calls'> & Omit<ResultEventParts, 'calls'>

export interface ToolEvents extends ResultEvents {
  mountCommand(ctx: Context): (() => void)[]
}

export function createToolEvents(parts: ToolEventParts): ToolEvents {
  const calls = createCallBook(parts)
  return {
    mountCommand: ctx => mountCommandEvents(ctx, { ...parts, calls }),
    ...createResultEvents({ ...parts, calls }),
  }
}
