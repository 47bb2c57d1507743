/**
 * Turns: recognises a real user turn in one place and does what belongs to it in order (rounds to 0,
 * loop scratch wiped, turn prompt dropped, START), brings the turn prompt and waiting notices into
 * each step, and runs STOP or TERMINATE at the turn's end. Nothing here throws into the host.
 */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent, PreStepDecision } from '@deepseek-ai/dsh-agent'
import type { UserMessage } from '@deepseek-ai/dsh-session'
import type { AssembleContext, PromptAssembly } from '@deepseek-ai/dsh-system-prompt'
import { describeThrown } from '../errors.ts'
import type { AgentStates } from '../state/agent-state.ts'
import type { AgentBook } from './agents.ts'
import type { Delivery } from './delivery.ts'
import type { Judge } from './judge.ts'
import { isRealUserTurn, isSubagent, lastFinish, messagesOf, pendingIds, removePending, textOf, userInputs } from './shapes.ts'
import type { MessageShape } from './shapes.ts'
import { PROMPT_LOST, givePrompt, inSeries, promptLost, withPrompt } from './turn-prompt.ts'
import type { GivenPrompt } from './turn-prompt.ts'
import { createStarting, openBatch, requestOf, waitFor } from './turn-start.ts'
import type { Starting, UserBatch } from './turn-start.ts'

export type TurnMemory = WeakMap<Agent, Turn>

export interface TurnParts {
  readonly memory: TurnMemory
  judge(): Judge
  readonly agents: AgentBook
  readonly states: AgentStates
  readonly delivery: Delivery
  /** Whether START, and STOP or TERMINATE, have guards. */
  needed(point: 'start' | 'stop' | 'terminate'): boolean
  report(text: string): void
  /** Something that the human should see in the status. */
  note(key: string, text: string): void
}

export interface TurnBook {
  /** Waits for a START that is under way; where the host never announced the input, runs it now. */
  startBeforeCall(agent: Agent, signal: AbortSignal): Promise<void>
  /** A tool ended the turn in this step. */
  concluded(agent: Agent): void
  /** Whether a tool has ended the turn: a notice on a call would make the host ask the model again. */
  isConcluded(agent: Agent): boolean
  /** Guards still look at an outcome of a call; what they say belongs into the next step. */
  judging(agent: Agent, work: Promise<unknown>): void
  /** Recognises turns and delivers what waits; wanted as soon as there is any guard. */
  mountSession(ctx: Context): (() => void)[]
  mountStart(ctx: Context): (() => void)[]
  mountStop(ctx: Context): (() => void)[]
}

/** What is remembered of an agent's turn; kept over a re-mount. */
export interface Turn {
  /** The host announces inputs of this session, so START needs no stand-in. */
  announced: boolean
  batch: UserBatch | null
  start: Starting | null
  concluded: boolean
  /** `turn-stopping` was reached and no step has been entered since. */
  ending: boolean
  finish: string | null
  given: GivenPrompt | null
  readonly judging: Set<Promise<unknown>>
}

export function createTurnBook(parts: TurnParts): TurnBook {
  const turns = parts.memory
  const turnOf = (agent: Agent): Turn => {
    const known = turns.get(agent)
    if (known !== undefined) return known
    const fresh: Turn = {
      announced: false, batch: null, start: null, concluded: false, ending: false, finish: null, given: null, judging: new Set(),
    }
    turns.set(agent, fresh)
    return fresh
  }
  const stateOf = (agent: Agent): ReturnType<AgentStates['of']> => parts.states.of(parts.agents.see(agent))

  const startOver = (agent: Agent, batch: UserBatch): Starting => createStarting(signal =>
    parts.judge().start(agent, requestOf(batch), signal)
      .catch((error: unknown) => { parts.report(`START guards were skipped: ${describeThrown(error)}`) }))

  /** The one place where a real user turn begins. */
  const beginUserTurn = (agent: Agent, turn: Turn, text: string): UserBatch => {
    const begun = parts.states.beginUserTurn(parts.agents.see(agent))
    if (begun.task === '') begun.task = userInputs(agent).first || text
    const batch = openBatch(text)
    turn.batch = batch
    // A turn that ended before its START was waited for leaves it behind.
    turn.start?.cancel(new Error('another turn has begun'))
    turn.start = parts.needed('start') ? startOver(agent, batch) : null
    return batch
  }

  const onClaimed = (agent: Agent, message: MessageShape): void => {
    parts.delivery.claimed(message.id)
    const turn = turnOf(agent)
    turn.announced = true
    if (message.source?.kind !== 'user') return
    const text = textOf(message)
    if (!isRealUserTurn(agent, message)) {
      stateOf(agent).request = text
      return
    }
    const open = turn.batch?.open === true ? turn.batch : null
    if (open !== null) {
      open.texts.push(text)
    } else {
      beginUserTurn(agent, turn, text)
      const { start } = turn
      if (start !== null) queueMicrotask(() => { void start.begin() })
    }
    if (turn.batch !== null) stateOf(agent).request = requestOf(turn.batch)
  }

  const awaitStart = async (agent: Agent, signal: AbortSignal | undefined): Promise<void> => {
    const turn = turnOf(agent)
    const starting = turn.start
    if (starting === null) return
    await waitFor(starting, signal)
    if (turn.start === starting) turn.start = null
  }

  const assemble = async (context: AssembleContext, next: () => Promise<PromptAssembly>): Promise<PromptAssembly> => {
    const { agent } = context
    if (agent !== undefined) await awaitStart(agent, context.signal)
    const assembly = await next()
    const prompt = agent === undefined ? null : stateOf(agent).turnPrompt
    return prompt === null ? assembly : withPrompt(assembly, prompt.text)
  }

  const preStep = async (
    payload: { agent: Agent, messages: UserMessage[], step: number, signal: AbortSignal }, next: () => Promise<PreStepDecision>,
  ): Promise<PreStepDecision> => {
    const { agent, signal } = payload
    await awaitStart(agent, signal)
    const turn = turnOf(agent)
    await unlessAborted(Promise.all(turn.judging), signal)
    const decision = await next()
    if (decision.kind !== 'enter') return decision
    const queue = stateOf(agent).notices
    parts.delivery.confirm(agent, { ...sightings(agent), step: decision.messages }, queue)
    // A step that would not happen must not be brought about by a notice.
    const happens = decision.messages.length > 0 || (payload.step > 1 && !turn.ending && !turn.concluded)
    if (!happens) return decision
    const extra = parts.delivery.take(agent, queue, 'step')
    Object.assign(turn, { concluded: false, ending: false, finish: null })
    return inSeries(extra.length === 0 ? decision : { ...decision, messages: [...decision.messages, ...extra] }, promptChanged(agent, turn))
  }

  const checkPrompt = (agent: Agent, turn: Turn): void => {
    if (promptLost(agent, turn.given)) parts.note('complete-prompt', PROMPT_LOST)
  }

  const promptChanged = (agent: Agent, turn: Turn): boolean => {
    checkPrompt(agent, turn)
    const before = turn.given?.text ?? null
    const wanted = stateOf(agent).turnPrompt?.text ?? null
    turn.given = givePrompt(agent, wanted)
    return wanted !== before
  }

  const stopping = async (agent: Agent, signal: AbortSignal): Promise<void> => {
    const turn = turnOf(agent)
    turn.ending = true
    const finish = turn.finish ?? lastFinish(agent)
    if (signal.aborted || finish === 'max-tokens') return
    const point = turn.concluded ? 'terminate' : 'stop'
    if (parts.needed(point)) await parts.judge().stop(agent, point, signal)
  }

  const guarded = (what: string, body: () => void): void => {
    try {
      body()
    } catch (error) {
      parts.report(`${what}: ${describeThrown(error)}`)
    }
  }

  return {
    async startBeforeCall(agent, signal) {
      const turn = turnOf(agent)
      if (!turn.announced && parts.needed('start') && !isSubagent(agent)) {
        turn.announced = true
        beginUserTurn(agent, turn, userInputs(agent).last)
      }
      await awaitStart(agent, signal)
    },
    concluded(agent) {
      turnOf(agent).concluded = true
      // What earlier calls of this step brought would make the host ask the model once more.
      for (const id of parts.delivery.inInbox(agent)) removePending(agent, id)
    },
    isConcluded: agent => turnOf(agent).concluded,
    judging(agent, work) {
      const { judging } = turnOf(agent)
      judging.add(work)
      void work.finally(() => judging.delete(work))
    },
    mountSession: ctx => [
      off(ctx.on('agent/inbox/claimed', ({ agent, message }) => {
        guarded('an input was not recognised', () => { onClaimed(agent, message) })
      }, { prepend: true })),
      off(ctx.on('agent/inbox/discarded', ({ agent, message }) => {
        guarded('a discarded message was not taken back', () => { parts.delivery.lost(message.id, stateOf(agent).notices) })
      })),
      off(ctx.on('agent/pre-step', (payload, next) => preStep(payload, next), { prepend: true })),
      off(ctx.on('agent/disposed', ({ agent }) => {
        guarded('what a session had not read yet is lost', () => { parts.delivery.forget(agent, sightings(agent), stateOf(agent).notices) })
        parts.agents.forget(agent)
      })),
    ],
    mountStart: ctx => [
      off(ctx.on('system-prompt/assemble', (_assembly, context, next) => assemble(context, next), { prepend: true })),
      off(ctx.on('agent/status', ({ agent, status }) => {
        if (status === 'idle') guarded('the turn prompt was not looked after', () => { checkPrompt(agent, turnOf(agent)) })
      })),
    ],
    mountStop: ctx => [
      off(ctx.on('agent/turn-stopping', async ({ agent, signal }) => {
        try {
          await stopping(agent, signal)
        } catch (error) {
          parts.report(`STOP guards were skipped: ${describeThrown(error)}`)
        }
        // Nothing is returned: any value would keep the listeners behind this one from running.
      }, { prepend: true })),
      ...watchFinish(ctx, (agent, reason) => { turnOf(agent).finish = reason }),
    ],
  }
}

function off(dispose: () => boolean): () => void {
  return () => { dispose() }
}

function sightings(agent: Agent): { history(): readonly MessageShape[], inbox(): readonly (string | undefined)[] } {
  return { history: () => messagesOf(agent), inbox: () => pendingIds(agent) }
}

/** Waits for work that never rejects, but not longer than the turn lives. */
async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  let stop = (): void => undefined
  const aborted = new Promise<void>((resolve) => { stop = resolve })
  signal.addEventListener('abort', stop, { once: true })
  await Promise.race([work, aborted])
  signal.removeEventListener('abort', stop)
}

/** Newer hosts keep no chunks in the log and tell how an answer ended through an event of their own. */
function watchFinish(ctx: Context, finished: (agent: Agent, reason: string) => void): (() => void)[] {
  const on = ctx.on.bind(ctx) as unknown as (name: string, listener: (payload: unknown) => void) => () => boolean
  return [off(on('agent/assistant-stream', (payload) => {
    const frame = payload as { agent?: Agent, chunk?: { type?: string, reason?: { kind?: string } }, frame?: { chunk?: { type?: string, reason?: { kind?: string } } } } | undefined
    const chunk = frame?.chunk ?? frame?.frame?.chunk
    if (frame?.agent !== undefined && chunk?.type === 'finish' && typeof chunk.reason?.kind === 'string') finished(frame.agent, chunk.reason.kind)
  }))]
}
