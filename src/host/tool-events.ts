/**
 * The tool pipeline: COMMAND before a call, RESULT after it, and a synchronous backstop for calls that
 * another plugin let through without asking us. Waterfall listeners advance their own state, await
 * `next()` and fold onto what came back; another plugin's failure passes as it came.
 */
import type { Context } from '@deepseek-ai/cordis'
import type { UserMessage } from '@deepseek-ai/dsh-session'
import type { PostToolDecision, PreToolDecision, ToolExecution, ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { describeThrown } from '../errors.ts'
import { UNJUDGED_TEXT, internalDenialText, foreignDecisionText, withNotices } from '../notice/words.ts'
import type { AgentStates } from '../state/agent-state.ts'
import type { Clock, CommandView, JsonValue, NoticeQueue, PendingNotice, ResultView } from '../types.ts'
import type { AgentBook } from './agents.ts'
import type { Delivery } from './delivery.ts'
import type { Judge } from './judge.ts'
import type { Reentrance } from './reentrance.ts'
import type { TurnBook } from './turns.ts'

export interface ToolEventParts {
  readonly judge: Judge
  readonly agents: AgentBook
  readonly states: AgentStates
  readonly turns: TurnBook
  readonly delivery: Delivery
  readonly reentrance: Reentrance
  readonly clock: Clock
  /** Tools that no guard may keep from running, so that a defective guard locks nobody out. */
  isExempt(tool: string): boolean
  /** Whether RESULT has guards. */
  resultNeeded(): boolean
  /** Calls that were refused, or put to the human, before they ran: their result has no code that says so. */
  readonly refused: WeakSet<CommandView>
  report(text: string): void
}

/** What is remembered of one call, from its first listener to its last. */
interface CallRecord {
  /** The same object at every Point, so that gates can remember what they read of the call. */
  readonly view: CommandView
  readonly exempt: boolean
  /** A guard run makes this call: nobody reads its result but the guard. */
  readonly ours: boolean
  verdict: 'allow' | 'deny' | 'ask' | 'undecided' | null
  reason: string
  readonly began: number
  resultSeen: boolean
  sent: readonly UserMessage[]
  /** Notices on the tail of a refusal; they go back when the refusal did not stand. */
  inReason: readonly PendingNotice[]
}

export interface ToolEvents {
  mountCommand(ctx: Context): (() => void)[]
  /** RESULT's guards, and the notices that ride on a call. */
  mountResult(ctx: Context): (() => void)[]
  /** What only the final outcome tells: calls that skipped the rest, turns that a tool concluded, contexts that got lost. */
  mountOutcome(ctx: Context): (() => void)[]
}

export function createToolEvents(parts: ToolEventParts): ToolEvents {
  const calls = new WeakMap<object, CallRecord>()

  const recordOf = (exec: ToolExecution): CallRecord => {
    const known = calls.get(exec)
    if (known !== undefined) return known
    const ours = exec.agent !== undefined && parts.reentrance.inside(parts.agents.see(exec.agent).sessionId)
    const fresh: CallRecord = {
      view: commandOf(exec), exempt: ours || parts.isExempt(exec.name), ours, verdict: null, reason: '', began: parts.clock.now(), resultSeen: false, sent: [], inReason: [],
    }
    calls.set(exec, fresh)
    return fresh
  }
  const queueOf = (exec: ToolExecution): NoticeQueue | null =>
    exec.agent === undefined ? null : parts.states.of(parts.agents.see(exec.agent)).notices

  /** @returns the refusal or the question, or null when the call may go on. */
  const judgeCall = async (exec: ToolExecution, call: CallRecord): Promise<PreToolDecision | null> => {
    try {
      if (exec.agent !== undefined) await parts.turns.startBeforeCall(exec.agent, exec.signal)
      const verdict = await parts.judge.command(exec.agent, call.view, exec.signal)
      call.verdict = verdict.kind
      if (verdict.kind === 'allow') return null
      // Cancelled: the host checks its own signal right after this and ends the call as cancelled.
      if (verdict.kind === 'undecided' && exec.signal.aborted) return null
      if (verdict.kind === 'undecided') {
        call.verdict = 'deny'
        call.reason = internalDenialText('no guard came to a decision')
      } else {
        call.reason = verdict.reason
      }
    } catch (error) {
      call.verdict = 'deny'
      call.reason = internalDenialText(describeThrown(error))
    }
    if (call.verdict === 'ask') return { kind: 'ask', reason: call.reason }
    // The reason of an inner call is read by a program, which may well swallow it.
    call.inReason = exec.parent === undefined ? queueOf(exec)?.takeNotices() ?? [] : []
    call.reason = withNotices(call.reason, call.inReason)
    return { kind: 'deny', reason: call.reason }
  }

  const preExecute = async (exec: ToolExecution, next: () => Promise<PreToolDecision>): Promise<PreToolDecision> => {
    const call = recordOf(exec)
    if (call.exempt) return await next()
    const ours = await judgeCall(exec, call)
    if (ours?.kind === 'deny') {
      parts.refused.add(call.view)
      return ours
    }
    const theirs = speaking(await next())
    if (theirs.kind !== 'allow') parts.refused.add(call.view)
    return ours?.kind === 'ask' && theirs.kind === 'allow' ? ours : theirs
  }

  const backstop = (exec: Readonly<ToolExecution>): string | undefined => {
    const call = recordOf(exec)
    if (call.exempt || exec.signal.aborted) return undefined
    if (call.verdict === null) return UNJUDGED_TEXT
    return call.verdict === 'deny' ? call.reason : undefined
  }

  /**
   * The host dispatches a call whose refusal by another plugin has no reason, and skips the synchronous
   * guards on that way. Whatever we refused or never judged stops here at the latest.
   */
  const lastWall = async (exec: Readonly<ToolExecution>, next: () => Promise<ToolExecutionResult>): Promise<ToolExecutionResult> => {
    const reason = backstop(exec)
    if (reason === undefined) return await next()
    return { isError: true, error: { message: reason }, content: [{ type: 'text', text: `Error: ${reason}` }] }
  }

  const judgeResult = async (exec: ToolExecution, call: CallRecord, view: ResultView): Promise<string | null> => {
    if (call.resultSeen || call.exempt) return null
    call.resultSeen = true
    // A call that is cancelled already still has a result to look at; nobody waits for that any more.
    const signal = exec.signal.aborted ? new AbortController().signal : exec.signal
    try {
      return await parts.judge.result(exec.agent, call.view, view, signal)
    } catch (error) {
      parts.report(`RESULT guards were skipped for one call of ${exec.name}: ${describeThrown(error)}`)
      return null
    }
  }

  /** The notices that ride on this call. An inner call of code mode leaves them to the outer one, whose result the model reads. */
  const takeFor = (exec: ToolExecution, call: CallRecord, concludes: boolean): readonly UserMessage[] => {
    const queue = queueOf(exec)
    if (queue === null || exec.agent === undefined || call.ours || exec.parent !== undefined) return []
    // With a context, the host would ask the model once more after the tool that ends the turn.
    return concludes || parts.turns.isConcluded(exec.agent) ? [] : parts.delivery.take(exec.agent, queue, 'call')
  }

  const postExecute = async (
    exec: ToolExecution, result: Readonly<ToolExecutionResult>, next: () => Promise<PostToolDecision>,
  ): Promise<PostToolDecision> => {
    const call = recordOf(exec)
    const decision = await next()
    const feedback = parts.resultNeeded() && !exec.signal.aborted ? await judgeResult(exec, call, viewOf(result, decision, parts.clock.now() - call.began)) : null
    call.sent = takeFor(exec, call, result.concludesTurn === true && decision.kind === 'accept' && feedback === null)
    return foldResult(decision, result, feedback, call.sent)
  }

  const onResult = (exec: Readonly<ToolExecution>, result: Readonly<ToolExecutionResult>): undefined => {
    try {
      const call = recordOf(exec)
      const queue = queueOf(exec)
      if (queue !== null && call.sent.length > 0) parts.delivery.settleCall(call.sent, result.additionalContexts, queue)
      if (queue !== null && call.inReason.length > 0 && !(result.isError && result.error.message.includes(call.reason))) queue.putBack(call.inReason)
      if (exec.agent !== undefined && result.concludesTurn === true) parts.turns.concluded(exec.agent)
      if (!parts.resultNeeded() || call.resultSeen || call.exempt) return undefined
      // Refused by a throw, unknown to the pipeline or cancelled before dispatch: nothing can be decided any more, but it counts.
      const judging = judgeResult(exec, call, viewOf(result, { kind: 'accept' }, parts.clock.now() - call.began))
      if (exec.agent !== undefined) parts.turns.judging(exec.agent, judging)
    } catch (error) {
      parts.report(`a call of ${exec.name} was not recorded: ${describeThrown(error)}`)
    }
    return undefined
  }

  return {
    mountCommand: ctx => [
      disposer(ctx.on('tools/pre-execute', (exec, next) => preExecute(exec, next), { prepend: true })),
      ctx.tools.guard(backstop),
      disposer(ctx.on('tools/execute', (exec, next) => lastWall(exec, next), { prepend: true })),
    ],
    mountResult: ctx => [
      disposer(ctx.on('tools/post-execute', (exec, result, next) => postExecute(exec, result, next), { prepend: true })),
    ],
    mountOutcome: ctx => [
      disposer(ctx.on('tools/result', (exec, result) => onResult(exec, result), { prepend: true })),
    ],
  }
}

function disposer(dispose: () => boolean): () => void {
  return () => { dispose() }
}

function commandOf(exec: ToolExecution): CommandView {
  return { name: exec.name, args: (exec.arguments ?? null) as JsonValue, callId: String(exec.callId) }
}

/**
 * The host runs a call whose refusal has no reason, and one whose answer it does not know. Whatever
 * does not plainly allow gets words, which makes every host refuse it.
 */
function speaking(decision: PreToolDecision): PreToolDecision {
  const kind: unknown = (decision as { kind?: unknown } | undefined)?.kind
  if (kind === 'allow' || kind === 'ask') return decision
  const reason: unknown = (decision as { reason?: unknown } | undefined)?.reason
  if (typeof reason === 'string' && reason !== '') return decision
  return { ...decision as object, kind: kind ?? 'deny', reason: foreignDecisionText(String(kind)) } as PreToolDecision
}

function viewOf(result: Readonly<ToolExecutionResult>, decision: PostToolDecision, durationMs: number): ResultView {
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

function foldResult(
  decision: PostToolDecision, result: Readonly<ToolExecutionResult>, feedback: string | null, notices: readonly UserMessage[],
): PostToolDecision {
  const contexts = [...decision.additionalContexts ?? [], ...notices]
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
