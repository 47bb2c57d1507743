/**
 * RESULT on the host: after a call what can still be decided, and the final outcome for those that skip
 * that. The notices of guards ride on the calls. Waterfall listeners advance their own state, await
 * `next()` and fold onto what came back.
 */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { UserMessage } from '@deepseek-ai/dsh-session'
import type { PostToolDecision, ToolExecution, ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { describeThrown } from '../errors.ts'
import { lateFeedbackText } from '../notice/words.ts'
import { UNCHANGED } from '../point/judge.ts'
import type { Judge, ResultChange } from '../point/judge.ts'
import type { Clock, CommandView, ResultView } from '../types.ts'
import type { CallBook, CallRecord } from './calls.ts'
import type { Callers } from './callers.ts'
import type { Delivery } from './delivery.ts'
import { signalOf } from './exec-shape.ts'
import { off } from './listeners.ts'
import type { Questions } from './questions.ts'
import { foldResult, viewOf } from './tool-decisions.ts'
import type { TurnBook } from './turns.ts'

export interface ResultEventParts {
  readonly judge: Judge
  readonly callers: Callers
  readonly turns: TurnBook
  readonly calls: CallBook
  readonly questions: Questions
  readonly delivery: Delivery
  readonly clock: Clock
  /** Whether RESULT has guards. */
  resultNeeded(): boolean
  /** The call has its final result. */
  ended(exec: Readonly<ToolExecution>, command: CommandView, result: ResultView): void
  report(text: string): void
  /** Told of the host's events as they come: proof that they are there. */
  seen(event: string, agent?: Agent): void
}

/** Who speaks where no single guard does. */
const WHO = 'shooty'

export interface ResultEvents {
  /** RESULT's guards, and the notices that ride on a call. */
  mountResult(ctx: Context): (() => void)[]
  /** What only the final outcome tells: calls that skipped the rest, turns that a tool concluded, contexts that got lost. */
  mountOutcome(ctx: Context): (() => void)[]
}

export function createResultEvents(parts: ResultEventParts): ResultEvents {
  const { calls } = parts

  const judgeResult = async (exec: Readonly<ToolExecution>, call: CallRecord, view: ResultView): Promise<ResultChange> => {
    if (call.resultSeen || call.exempt) return UNCHANGED
    call.resultSeen = true
    // A call that is cancelled already still has a result to look at; nobody waits for that any more.
    const signal = signalOf(exec).aborted ? new AbortController().signal : signalOf(exec)
    try {
      return await parts.judge.result(parts.callers(exec.agent, call.key), call.view, view, signal)
    } catch (error) {
      parts.report(`RESULT guards were skipped for one call of ${exec.name}: ${describeThrown(error)}`)
      return UNCHANGED
    }
  }

  /** The notices that ride on this call. An inner call of code mode leaves them to the outer one, whose result the model reads. */
  const takeFor = (exec: ToolExecution, call: CallRecord, concludes: boolean): readonly UserMessage[] => {
    const queue = calls.queueOf(exec)
    if (queue === null || exec.agent === undefined || call.ours || exec.parent !== undefined || signalOf(exec).aborted) return []
    // With a context, the host would ask the model once more after the tool that ends the turn.
    return concludes || parts.turns.isConcluded(exec.agent) ? [] : parts.delivery.take(exec.agent, queue, 'call', calls.rideOn(exec))
  }

  /** Tells how a question of ours ended: in place of the host's words where the call did not run, else as a notice on it. */
  const foldAsked = (exec: ToolExecution, call: CallRecord, decision: PostToolDecision, result: Readonly<ToolExecutionResult>): PostToolDecision => {
    const words = parts.questions.settled(exec, call)
    if (words === null) return decision
    if (!call.ran) return foldResult(decision, result, { feedback: words, replacement: null }, [])
    calls.queueOf(exec)?.add(WHO, words, call.key)
    return decision
  }

  const postExecute = async (
    exec: ToolExecution, result: Readonly<ToolExecutionResult>, next: () => Promise<PostToolDecision>,
  ): Promise<PostToolDecision> => {
    parts.seen('tools/post-execute', exec.agent)
    const call = calls.of(exec)
    const decision = foldAsked(exec, call, await next(), result)
    const judged = parts.resultNeeded() && !signalOf(exec).aborted ? await judgeResult(exec, call, viewOf(result, decision, parts.clock.now() - call.began)) : UNCHANGED
    call.sent = takeFor(exec, call, result.concludesTurn === true && decision.kind === 'accept' && judged.feedback === null)
    return foldResult(decision, result, judged, call.sent)
  }

  /** Notices that were on their way with this call go back when its final result does not carry them. */
  const settleNotices = (exec: Readonly<ToolExecution>, result: Readonly<ToolExecutionResult>, call: CallRecord): void => {
    const queue = calls.queueOf(exec)
    if (queue === null) return
    if (call.sent.length > 0) parts.delivery.settleCall(call.sent, result.additionalContexts, queue)
    if (call.inReason.length > 0 && !(result.isError && result.error.message.includes(call.reason))) queue.putBack(call.inReason)
  }

  /** What is left of a cancelled call is about something that did not happen; the next turn has nothing to do with it. */
  const dropCancelled = (exec: Readonly<ToolExecution>, call: CallRecord): void => {
    if (signalOf(exec).aborted) calls.queueOf(exec)?.dropCall(call.key)
  }

  const onResult = (exec: Readonly<ToolExecution>, result: Readonly<ToolExecutionResult>): undefined => {
    try {
      parts.seen('tools/result', exec.agent)
      const call = calls.of(exec)
      const asked = parts.questions.settled(exec, call)
      if (asked !== null) calls.queueOf(exec)?.add(WHO, asked, call.key)
      settleNotices(exec, result, call)
      if (!call.exempt) parts.ended(exec, call.view, viewOf(result, { kind: 'accept' }, parts.clock.now() - call.began))
      calls.over(exec)
      dropCancelled(exec, call)
      if (exec.agent !== undefined && result.concludesTurn === true) parts.turns.concluded(exec.agent)
      if (!parts.resultNeeded() || call.resultSeen || call.exempt) return undefined
      // Refused by a throw, unknown to the pipeline or cancelled before dispatch: nothing can be decided any more, but it counts.
      const judging = judgeResult(exec, call, viewOf(result, { kind: 'accept' }, parts.clock.now() - call.began)).then(({ feedback }) => {
        if (feedback !== null) calls.queueOf(exec)?.add(WHO, lateFeedbackText(exec.name, feedback), call.key)
        dropCancelled(exec, call)
      }).catch((error: unknown) => { parts.report(`a late result of ${exec.name} was not told: ${describeThrown(error)}`) })
      if (exec.agent !== undefined) parts.turns.judging(exec.agent, judging)
    } catch (error) {
      parts.report(`a call of ${exec.name} was not recorded: ${describeThrown(error)}`)
    }
    return undefined
  }

  return {
    mountResult: ctx => [off(ctx.on('tools/post-execute', (exec, result, next) => postExecute(exec, result, next), { prepend: true }))],
    mountOutcome: ctx => [off(ctx.on('tools/result', (exec, result) => onResult(exec, result), { prepend: true }))],
  }
}
