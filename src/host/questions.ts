/**
 * Questions of our guards on their way to whoever answers on this host: watches the answer, says how a
 * question ended and what the model reads of that. The host decides; nothing is answered here.
 */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { ToolExecution } from '@deepseek-ai/dsh-tools'
import { askedText } from '../notice/words.ts'
import { endOfAsk } from '../point/ask.ts'
import type { AskEnd } from '../types.ts'
import type { CallRecord, Question } from './calls.ts'
import { signalOf } from './exec-shape.ts'
import { off } from './listeners.ts'

export interface Questions {
  /** The call is put to whoever answers. */
  open(exec: Readonly<ToolExecution>, call: CallRecord, reason: string, settle: (end: AskEnd) => void): void
  /** Another plugin refused before anybody was asked. */
  overruled(exec: Readonly<ToolExecution>, call: CallRecord): void
  /** The call is over, or its body is reached: tells the records how it ended. @returns what the model is to read of it; null: nothing. */
  settled(exec: Readonly<ToolExecution>, call: CallRecord): string | null
  mount(ctx: Context): (() => void)[]
}

interface Request {
  readonly agent?: Agent
  readonly callId?: unknown
}

export function createQuestions(ctx: Context): Questions {
  const asked = new WeakMap<object, Map<string, Question>>()
  const openOf = (agent: object | undefined, callId: unknown): Question | undefined =>
    agent === undefined ? undefined : asked.get(agent)?.get(String(callId))

  const finish = (exec: Readonly<ToolExecution>, question: Question, end: AskEnd): void => {
    question.end = end
    if (exec.agent !== undefined) asked.get(exec.agent)?.delete(String(exec.callId))
    question.settle(end)
  }

  const watch = async (request: Request, next: () => Promise<unknown>): Promise<unknown> => {
    const question = openOf(request.agent, request.callId)
    try {
      const answer = await next()
      if (question !== undefined) question.answer = String(answer)
      return answer
    } catch (error) {
      // The host takes an answerer that throws for one that is not there.
      if (question !== undefined) question.answer = 'unavailable'
      throw error
    }
  }

  return {
    open(exec, call, reason, settle) {
      call.question = { reason, answer: null, end: null, settle }
      if (exec.agent === undefined) return
      const open = asked.get(exec.agent) ?? new Map<string, Question>()
      open.set(String(exec.callId), call.question)
      asked.set(exec.agent, open)
    },
    overruled(exec, call) {
      if (call.question !== null) finish(exec, call.question, 'overruled')
      call.question = null
    },
    settled(exec, call) {
      const { question } = call
      if (question === null || question.end !== null) return null
      const end = endOfAsk({
        ran: call.ran, cancelled: signalOf(exec).aborted, answer: question.answer, ...answering(ctx, exec.agent),
      })
      finish(exec, question, end)
      return askedText(question.reason, end)
    },
    mount: on => [off((on.on as unknown as Listen)('approval/request', (request, next) => watch(request as Request, next), { prepend: true }))],
  }
}

type Listen = (name: string, listener: (request: unknown, next: () => Promise<unknown>) => Promise<unknown>, options: object) => () => boolean

interface Approval {
  effectivePolicy?(session: unknown): unknown
}

/** Whether this host has somebody to route a question of this agent to, and whether the session's mode refuses all of them. */
function answering(ctx: Context, agent: Agent | undefined): { readonly reachable: boolean, readonly modeRefuses: boolean } {
  const approval = ctx.get('approval') as Approval | undefined
  if (approval === undefined || agent === undefined) return { reachable: false, modeRefuses: false }
  try {
    return { reachable: true, modeRefuses: approval.effectivePolicy?.(agent.session) === 'never' }
  } catch {
    return { reachable: true, modeRefuses: false }
  }
}
