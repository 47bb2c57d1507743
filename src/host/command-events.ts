/**
 * COMMAND on the host: before a call, a synchronous backstop for calls that another plugin let through
 * without asking us, and a last wall before the tool's body. Another plugin's failure passes as it came.
 */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { PreToolDecision, ToolExecution, ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { describeThrown } from '../errors.ts'
import { UNJUDGED_TEXT, internalDenialText, withNotices } from '../notice/words.ts'
import type { Judge } from '../point/judge.ts'
import type { CommandView } from '../types.ts'
import type { CallBook, CallRecord } from './calls.ts'
import type { Callers } from './callers.ts'
import { signalOf } from './exec-shape.ts'
import { off } from './listeners.ts'
import type { Questions } from './questions.ts'
import { denialOf, foldQuestion, refusedResult, speaking } from './tool-decisions.ts'
import type { TurnBook } from './turns.ts'

export interface CommandEventParts {
  readonly judge: Judge
  readonly callers: Callers
  readonly turns: TurnBook
  readonly calls: CallBook
  readonly questions: Questions
  /** Whether a COMMAND guard is on for this agent: a failure of our own refuses nothing that no guard was to judge. */
  guardsOn(agent: Agent | undefined): boolean
  /** Told of the host's events as they come: proof that they are there. */
  seen(event: string, agent?: Agent): void
  /** Calls that were refused, or put to the human, before they ran: their result has no code that says so. */
  readonly refused: WeakSet<CommandView>
}

/** @returns the disposers of what was registered. */
export function mountCommandEvents(ctx: Context, parts: CommandEventParts): (() => void)[] {
  const { calls } = parts

  /** @returns the refusal or the question, or null when the call may go on. */
  const judgeCall = async (exec: ToolExecution, call: CallRecord): Promise<PreToolDecision | null> => {
    try {
      const verdict = await parts.judge.command(parts.callers(exec.agent, call.key), call.view, signalOf(exec))
      call.verdict = verdict.kind
      if (verdict.kind === 'allow') return null
      // Cancelled: the host checks its own signal right after this and ends the call as cancelled.
      if (verdict.kind === 'undecided' && signalOf(exec).aborted) return null
      if (verdict.kind === 'undecided') {
        call.verdict = 'deny'
        call.reason = internalDenialText('no guard came to a decision')
      } else {
        call.reason = verdict.reason
      }
      if (verdict.kind === 'ask') {
        parts.questions.open(exec, call, verdict.reason, (end) => { verdict.settle(end) })
        return { kind: 'ask', reason: verdict.reason }
      }
    } catch (error) {
      if (!parts.guardsOn(exec.agent)) return nothingToJudge(call)
      call.verdict = 'deny'
      call.reason = internalDenialText(describeThrown(error))
    }
    // The reason of an inner call is read by a program, which may well swallow it.
    call.inReason = exec.parent === undefined ? calls.queueOf(exec)?.takeNotices(about => about.has(call.key)) ?? [] : []
    call.reason = withNotices(call.reason, call.inReason)
    return denialOf(call.reason)
  }

  const preExecute = async (exec: ToolExecution, next: () => Promise<PreToolDecision>): Promise<PreToolDecision> => {
    const call = calls.of(exec)
    if (call.exempt) return await next()
    parts.seen('tools/pre-execute', exec.agent)
    // START's rule is its own: what fails there is reported and keeps no call from being judged.
    if (exec.agent !== undefined) await parts.turns.startBeforeCall(exec.agent, signalOf(exec))
    const ours = await judgeCall(exec, call)
    if (ours?.kind === 'deny') {
      parts.refused.add(call.view)
      return ours
    }
    const theirs = speaking(await next())
    const decision = call.question === null ? theirs : foldQuestion(call.question.reason, theirs)
    if (decision.kind !== 'ask') parts.questions.overruled(exec, call)
    if (decision.kind !== 'allow') parts.refused.add(call.view)
    return decision
  }

  const backstop = (exec: Readonly<ToolExecution>): string | undefined => {
    const call = calls.of(exec)
    if (call.exempt || signalOf(exec).aborted) return undefined
    if (call.verdict === null) return parts.guardsOn(exec.agent) ? UNJUDGED_TEXT : undefined
    return call.verdict === 'deny' ? call.reason : undefined
  }

  /**
   * The host dispatches a call whose refusal by another plugin has no reason, and skips the synchronous
   * guards on that way. Whatever we refused or never judged stops here at the latest.
   */
  const lastWall = async (exec: Readonly<ToolExecution>, next: () => Promise<ToolExecutionResult>): Promise<ToolExecutionResult> => {
    const reason = backstop(exec)
    if (reason !== undefined) return refusedResult(reason)
    const call = calls.of(exec)
    call.ran = true
    // It runs: whoever was asked has said yes, and what comes of it is the tool's own.
    parts.refused.delete(call.view)
    return await next()
  }

  return [
    off(ctx.on('tools/pre-execute', (exec, next) => preExecute(exec, next), { prepend: true })),
    ...typeof (ctx.tools as { readonly guard?: unknown }).guard === 'function' ? [ctx.tools.guard(backstop)] : [],
    ...parts.questions.mount(ctx),
    off(ctx.on('tools/execute', (exec, next) => lastWall(exec, next), { prepend: true })),
  ]
}

function nothingToJudge(call: CallRecord): null {
  call.verdict = 'allow'
  return null
}
