/**
 * The host's calls, decisions and results as values: read into Shooty's own views, and folded onto
 * what came back from other plugins. Pure; knows nothing of guards or queues.
 */
import type { UserMessage } from '@deepseek-ai/dsh-session'
import type { PostToolDecision, PreToolDecision, ToolExecution, ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { bothQuestions, foreignDecisionText } from '../notice/words.ts'
import type { ResultChange } from '../point/judge.ts'
import type { CommandView, JsonValue, ResultView } from '../types.ts'

export function commandOf(exec: Pick<ToolExecution, 'name' | 'arguments' | 'callId'>): CommandView {
  return { name: exec.name, args: (exec.arguments ?? null) as JsonValue, callId: String((exec as { readonly callId?: string | number }).callId ?? '') }
}

/**
 * The host runs a call whose refusal has no reason, and one whose answer it does not know. Whatever
 * does not plainly allow gets words, which makes every host refuse it.
 */
export function speaking(decision: PreToolDecision): PreToolDecision {
  const kind: unknown = (decision as { kind?: unknown } | undefined)?.kind
  if (kind === 'allow' || kind === 'ask') return decision
  const reason: unknown = (decision as { reason?: unknown } | undefined)?.reason
  if (typeof reason === 'string' && reason !== '') return decision
  return { ...decision as object, kind: kind ?? 'deny', reason: foreignDecisionText(String(kind)) } as PreToolDecision
}

/** What the host is told of a question of ours, folded onto what came back: a refusal stands, another question is put together with ours. */
export function foldQuestion(reason: string, theirs: PreToolDecision): PreToolDecision {
  if (theirs.kind === 'allow') return { kind: 'ask', reason }
  if (theirs.kind !== 'ask') return theirs
  return { ...theirs, reason: bothQuestions(reason, theirs.reason ?? ''), ...inEachLanguage(theirs, reason) }
}

/** Newer hosts show a text of its own to the human, in several languages. */
function inEachLanguage(theirs: object, reason: string): object {
  const { displayReason } = theirs as { readonly displayReason?: unknown }
  if (typeof displayReason !== 'object' || displayReason === null) return {}
  const texts = Object.entries(displayReason as Readonly<Record<string, unknown>>).map(([language, text]) => [language, typeof text === 'string' ? bothQuestions(reason, text) : text] as const)
  return { displayReason: Object.fromEntries(texts) }
}

/** @param decision what the listeners behind ours made of the result. */
export function viewOf(result: Readonly<ToolExecutionResult>, decision: PostToolDecision, durationMs: number): ResultView {
  const content = decision.kind === 'block' ? decision.feedback : decision.content ?? result.content
  const text = content.flatMap(block => block.type === 'text' ? [block.text] : []).join('\n')
  const isError = result.isError || decision.kind === 'block'
  const error = !isError
    ? null
    : result.isError
      ? { message: result.error.message, code: result.error.info?.code ?? null }
      : { message: text, code: null }
  return { isError, text, error, durationMs }
}

/** What others decided, with our feedback and notices in it; theirs is never replaced. */
export function foldResult(
  decision: PostToolDecision, result: Readonly<ToolExecutionResult>, { feedback, replacement }: ResultChange, notices: readonly UserMessage[],
): PostToolDecision {
  const contexts = [...decision.additionalContexts ?? [], ...notices]
  if (feedback === null && replacement !== null) return { ...replaced(decision, result, replacement), ...contexts.length === 0 ? {} : { additionalContexts: contexts } }
  if (feedback === null) return notices.length === 0 ? decision : { ...decision, additionalContexts: contexts }
  const words = { type: 'text' as const, text: feedback }
  // A block drops what the call itself deferred, unless the blocking decision lists it.
  const deferred = decision.kind === 'block' ? [] : result.additionalContexts ?? []
  return {
    kind: 'block',
    feedback: decision.kind === 'block' ? [...decision.feedback, words] : [words],
    additionalContexts: [...deferred, ...contexts],
  }
}

/**
 * The text in place of every text of the result; what is no text, such as a picture, stays. A value of
 * another plugin's decision gives way: the host takes a value or a content, never both.
 */
function replaced(decision: PostToolDecision, result: Readonly<ToolExecutionResult>, text: string): PostToolDecision {
  const words = { type: 'text' as const, text }
  if (decision.kind === 'block') return { kind: 'block', feedback: [words, ...decision.feedback.filter(block => block.type !== 'text')] }
  return { kind: 'accept', content: [words, ...(decision.content ?? result.content).filter(block => block.type !== 'text')] }
}

/** A refusal by a guard. Hosts that take `info` tell other plugins by it what the refusal was; the others pass over it. */
export function denialOf(reason: string): PreToolDecision {
  const info = { name: 'guard', code: 'denied_by_guard', reason }
  return { kind: 'deny', reason, ...{ info } }
}

/** The refusal as a result, where a decision comes too late to keep the call from being dispatched. */
export function refusedResult(reason: string): ToolExecutionResult {
  return { isError: true, error: { message: reason }, content: [{ type: 'text', text: `Error: ${reason}` }] }
}
