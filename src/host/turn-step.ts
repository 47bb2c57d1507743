/** Each step of a turn: waits for what must be there before it, and brings waiting notices into it. Looks after what the inbox does with our messages. */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent, PreStepDecision } from '@deepseek-ai/dsh-agent'
import type { UserMessage } from '@deepseek-ai/dsh-session'
import { stepHappens } from '../point/turn-rules.ts'
import { off } from './listeners.ts'
import { skillsIn, skillsUsed } from './messages.ts'
import { messagesOf, pendingIds, pendingMessages } from './shapes.ts'
import type { MessageShape } from './shapes.ts'
import type { TurnBegin } from './turn-begin.ts'
import { unlessAborted } from './turn-memory.ts'
import type { Turn, TurnDesk } from './turn-memory.ts'
import { givePrompt, inSeries } from './turn-prompt.ts'

/** @returns the disposers of what was registered. */
export function mountTurnSteps(ctx: Context, desk: TurnDesk, begin: TurnBegin): (() => void)[] {
  /** @returns whether this step's prompt is another one than the last step's. */
  const promptChanged = (agent: Agent, turn: Turn): boolean => {
    begin.checkPrompt(agent)
    const before = turn.given?.text ?? null
    const wanted = desk.stateOf(agent).turnPrompt?.text ?? null
    turn.given = givePrompt(agent, wanted)
    return wanted !== before
  }

  /** A skill is active until it is ended: what a compaction took out of the history comes in again. */
  const restoreSkills = async (agent: Agent, step: readonly MessageShape[], signal: AbortSignal): Promise<void> => {
    const history = desk.stateOf(agent).activated.size === 0 ? [] : messagesOf(agent)
    // Nothing is known of the history, or there is none to keep.
    if (history.length === 0) return
    const there = skillsIn([...history, ...step, ...pendingMessages(agent)])
    await unlessAborted(desk.restoreSkills(desk.agents.see(agent), there), signal)
  }

  const looked = new WeakSet<Agent>()
  /** What the human invoked with this step; of a resumed session, what its history shows. */
  const joinSkills = async (agent: Agent, step: readonly MessageShape[], signal: AbortSignal): Promise<void> => {
    const known = looked.has(agent)
    looked.add(agent)
    await unlessAborted(desk.joinSkills(desk.agents.see(agent), skillsUsed(known ? step : [...messagesOf(agent), ...step])), signal)
  }

  const preStep = async (
    payload: { agent: Agent, messages: UserMessage[], step: number, signal: AbortSignal }, next: () => Promise<PreStepDecision>,
  ): Promise<PreStepDecision> => {
    const { agent, signal } = payload
    desk.seen('agent/pre-step', agent)
    await begin.awaitStart(agent, signal)
    const turn = desk.turnOf(agent)
    await unlessAborted(Promise.all(turn.judging), signal)
    const decision = await next()
    if (decision.kind !== 'enter') return decision
    const queue = desk.stateOf(agent).notices
    desk.delivery.confirm(agent, { ...sightings(agent), step: decision.messages }, queue)
    if (!stepHappens({ messages: decision.messages.length, step: payload.step, ending: turn.ending, concluded: turn.concluded })) return decision
    await restoreSkills(agent, decision.messages, signal)
    await joinSkills(agent, decision.messages, signal)
    const extra = desk.delivery.take(agent, queue, 'step')
    Object.assign(turn, { concluded: false, ending: false, finish: null })
    return inSeries(extra.length === 0 ? decision : { ...decision, messages: [...decision.messages, ...extra] }, promptChanged(agent, turn))
  }

  return [
    off(ctx.on('agent/inbox/claimed', ({ agent, message }) => {
      desk.guarded('an input was not recognised', () => {
        desk.seen('agent/inbox/claimed', agent)
        begin.onClaimed(agent, message)
      })
    }, { prepend: true })),
    off(ctx.on('agent/inbox/discarded', ({ agent, message }) => {
      desk.guarded('a discarded message was not taken back', () => { desk.delivery.lost(message.id, desk.stateOf(agent).notices) })
    })),
    off(ctx.on('agent/pre-step', (payload, next) => preStep(payload, next), { prepend: true })),
    off(ctx.on('agent/disposed', ({ agent }) => {
      desk.guarded('what a session had not read yet is lost', () => { desk.delivery.forget(agent, sightings(agent), desk.stateOf(agent).notices) })
      desk.agents.forget(agent)
    })),
  ]
}

function sightings(agent: Agent): { history(): readonly MessageShape[], inbox(): readonly (string | undefined)[] } {
  return { history: () => messagesOf(agent), inbox: () => pendingIds(agent) }
}
