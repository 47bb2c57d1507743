/** The tool pipeline of one mount: the records of its calls, shared by what judges before and after each. */
import type { Context } from '@deepseek-ai/cordis'
import { createCallBook } from './calls.ts'
import type { CallBookParts } from './calls.ts'
import { mountCommandEvents } from './command-events.ts'
import type { CommandEventParts } from './command-events.ts'
import { createQuestions } from './questions.ts'
import { createResultEvents } from './result-events.ts'
import type { ResultEventParts, ResultEvents } from './result-events.ts'

export type ToolEventParts = CallBookParts & Omit<CommandEventParts, 'calls' | 'questions'> & Omit<ResultEventParts, 'calls' | 'questions'>

export interface ToolEvents extends ResultEvents {
  mountCommand(ctx: Context): (() => void)[]
}

export function createToolEvents(ctx: Context, parts: ToolEventParts): ToolEvents {
  const shared = { ...parts, calls: createCallBook(parts), questions: createQuestions(ctx) }
  return {
    mountCommand: on => mountCommandEvents(on, shared),
    ...createResultEvents(shared),
  }
}
