/**
 * The beginning of a turn: recognises a real user turn in one place and does what belongs to it in
 * order (rounds to 0, loop scratch wiped, turn prompt dropped, START), and puts the turn prompt in.
 */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { AssembleContext, PromptAssembly } from '@deepseek-ai/dsh-system-prompt'
import { describeThrown } from '../errors.ts'
import { meaningOf } from '../point/turn-rules.ts'
import { createStarting, openBatch, requestOf, waitFor } from '../point/turn-start.ts'
import type { Starting, UserBatch } from '../point/turn-start.ts'
import { off } from './listeners.ts'
import { isSubagent, textOf, userInputs } from './shapes.ts'
import type { MessageShape } from './shapes.ts'
import type { Turn, TurnDesk } from './turn-memory.ts'
import { PROMPT_LOST, promptLost, withPrompt } from './turn-prompt.ts'

export interface TurnBegin {
  onClaimed(agent: Agent, message: MessageShape): void
  /** Waits for a START that is under way. */
  awaitStart(agent: Agent, signal: AbortSignal | undefined): Promise<void>
  /** Waits for a START that is under way; where the host never announced the input, runs it now. */
  startBeforeCall(agent: Agent, signal: AbortSignal): Promise<void>
  /** Notes when the prompt that the last step was given did not reach the model. */
  checkPrompt(agent: Agent): void
  mount(ctx: Context): (() => void)[]
}

export function createTurnBegin(desk: TurnDesk): TurnBegin {
  const startOver = (agent: Agent, batch: UserBatch): Starting => createStarting(signal =>
    desk.judge().start(desk.callers(agent), requestOf(batch), signal)
      .catch((error: unknown) => { desk.report(`START guards were skipped: ${describeThrown(error)}`) }))

  /** The one place where a real user turn begins. */
  const beginUserTurn = (agent: Agent, turn: Turn, text: string): void => {
    const begun = desk.states.beginUserTurn(desk.agents.see(agent))
    if (begun.task === '') begun.task = userInputs(agent).first || text
    desk.begun(begun.session)
    turn.batch = openBatch(text)
    // A turn that ended before its START was waited for leaves it behind.
    turn.start?.cancel(new Error('another turn has begun'))
    turn.start = desk.needed('start') ? startOver(agent, turn.batch) : null
  }

  const addInput = (agent: Agent, turn: Turn, text: string): void => {
    if (turn.batch?.open === true) {
      turn.batch.texts.push(text)
    } else {
      beginUserTurn(agent, turn, text)
      const { start } = turn
      if (start !== null) queueMicrotask(() => { void start.begin() })
    }
    if (turn.batch !== null) desk.stateOf(agent).request = requestOf(turn.batch)
  }

  const awaitStart = async (agent: Agent, signal: AbortSignal | undefined): Promise<void> => {
    const turn = desk.turnOf(agent)
    const starting = turn.start
    if (starting === null) return
    await waitFor(starting, signal)
    if (turn.start === starting) turn.start = null
  }

  const assemble = async (context: AssembleContext, next: () => Promise<PromptAssembly>): Promise<PromptAssembly> => {
    const { agent } = context
    if (agent !== undefined) {
      desk.seen('system-prompt/assemble', agent)
      await awaitStart(agent, context.signal)
    }
    const assembly = await next()
    const prompt = agent === undefined ? null : desk.stateOf(agent).turnPrompt
    return prompt === null ? assembly : withPrompt(assembly, prompt.text)
  }

  const checkPrompt = (agent: Agent): void => {
    if (promptLost(agent, desk.turnOf(agent).given)) desk.note('complete-prompt', PROMPT_LOST)
  }

  return {
    awaitStart,
    checkPrompt,
    onClaimed(agent, message) {
      desk.delivery.claimed(message.id)
      const turn = desk.turnOf(agent)
      turn.announced = true
      const meaning = meaningOf(message.source?.kind, isSubagent(agent))
      if (meaning === 'request') desk.stateOf(agent).request = textOf(message)
      if (meaning === 'turn') addInput(agent, turn, textOf(message))
    },
    async startBeforeCall(agent, signal) {
      desk.guarded('START guards were skipped', () => {
        const turn = desk.turnOf(agent)
        if (turn.announced || !desk.needed('start') || isSubagent(agent)) return
        turn.announced = true
        beginUserTurn(agent, turn, userInputs(agent).last)
      })
      await awaitStart(agent, signal)
    },
    mount: ctx => [
      off(ctx.on('system-prompt/assemble', (_assembly, context, next) => assemble(context, next), { prepend: true })),
      off(ctx.on('agent/status', ({ agent, status }) => {
        if (status === 'idle') desk.guarded('the turn prompt was not looked after', () => { checkPrompt(agent) })
      })),
    ],
  }
}
