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
import { isRealUserTurn, isSubagent, lastFinish, messagesOf, sentSystemPrompt, textOf, userInputs } from './shapes.ts'
import type { MessageShape } from './shapes.ts'

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
  /** Recognises turns and delivers what waits; wanted as soon as there is any guard. */
  mountSession(ctx: Context): (() => void)[]
  mountStart(ctx: Context): (() => void)[]
  mountStop(ctx: Context): (() => void)[]
  /** Resolves when no START is under way any more. */
  settled(): Promise<void>
}

/** What is remembered of an agent's turn; kept over a re-mount. */
export interface Turn {
  /** The host announces inputs of this session, so START needs no stand-in. */
  announced: boolean
  start: Starting | null
  concluded: boolean
  /** `turn-stopping` was reached and no step has been entered since. */
  ending: boolean
  finish: string | null
  /** The prompt that the last step was given. */
  prompt: string | null
}

export interface Starting {
  readonly texts: string[]
  begin(): Promise<void>
  readonly controller: AbortController
}

/** Sections without which a model in code mode cannot call tools. */
const CODE_MODE_SECTIONS: ReadonlySet<string> = new Set(['tools:sdk', 'tools:code-only'])
const PROMPT_SECTION = 'shooty:turn-prompt'
const PROMPT_VARIABLE = 'shooty_turn_prompt'

export function createTurnBook(parts: TurnParts): TurnBook {
  const turns = parts.memory
  const running = new Set<Promise<void>>()
  const turnOf = (agent: Agent): Turn => {
    const known = turns.get(agent)
    if (known !== undefined) return known
    const fresh: Turn = { announced: false, start: null, concluded: false, ending: false, finish: null, prompt: null }
    turns.set(agent, fresh)
    return fresh
  }
  const queueOf = (agent: Agent): ReturnType<AgentStates['of']>['notices'] => parts.states.of(parts.agents.see(agent)).notices

  const startRun = (agent: Agent, texts: string[]): Starting => {
    const controller = new AbortController()
    let begun: Promise<void> | null = null
    return {
      texts,
      controller,
      begin() {
        if (begun !== null) return begun
        const work = parts.judge().start(agent, texts.join('\n\n'), controller.signal)
          .catch((error: unknown) => { parts.report(`START guards were skipped: ${describeThrown(error)}`) })
        begun = work
        running.add(work)
        void work.finally(() => running.delete(work))
        return begun
      },
    }
  }

  const onClaimed = (agent: Agent, message: MessageShape): void => {
    parts.delivery.arrived(message.id)
    const turn = turnOf(agent)
    turn.announced = true
    if (message.source?.kind !== 'user') return
    const session = parts.agents.see(agent)
    const text = textOf(message)
    if (!isRealUserTurn(agent, message)) {
      parts.states.of(session).request = text
      return
    }
    const open = turn.start
    if (open !== null) {
      open.texts.push(text)
    } else {
      const begun = parts.states.beginUserTurn(session)
      if (begun.task === '') begun.task = userInputs(agent).first || text
      if (parts.needed('start')) {
        const starting = startRun(agent, [text])
        turn.start = starting
        // Messages of one batch are claimed in one go; what is claimed later is another batch.
        queueMicrotask(() => { void starting.begin() })
      }
    }
    const state = parts.states.of(session)
    state.request = turn.start === null ? text : turn.start.texts.join('\n\n')
  }

  /** Waits for START, but not longer than the turn lives. */
  const awaitStart = async (agent: Agent, signal: AbortSignal | undefined): Promise<void> => {
    const turn = turnOf(agent)
    const starting = turn.start
    if (starting === null) return
    const onAbort = (): void => { starting.controller.abort(signal?.reason) }
    if (signal?.aborted === true) onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    await starting.begin()
    signal?.removeEventListener('abort', onAbort)
    if (turn.start === starting) turn.start = null
  }

  const assemble = async (context: AssembleContext, next: () => Promise<PromptAssembly>): Promise<PromptAssembly> => {
    const { agent } = context
    if (agent !== undefined) await awaitStart(agent, context.signal)
    const assembly = await next()
    const prompt = agent === undefined ? null : parts.states.of(parts.agents.see(agent)).turnPrompt
    return prompt === null ? assembly : withPrompt(assembly, prompt.text)
  }

  const preStep = async (
    payload: { agent: Agent, messages: UserMessage[], step: number, signal: AbortSignal }, next: () => Promise<PreStepDecision>,
  ): Promise<PreStepDecision> => {
    const { agent } = payload
    await awaitStart(agent, payload.signal)
    const decision = await next()
    if (decision.kind !== 'enter') return decision
    const turn = turnOf(agent)
    const queue = queueOf(agent)
    parts.delivery.confirmSteps(agent, () => messagesOf(agent), queue)
    // A step that would not happen must not be brought about by a notice.
    const happens = decision.messages.length > 0 || (payload.step > 1 && !turn.ending)
    const extra = happens ? parts.delivery.take(agent, queue, true) : []
    if (happens) Object.assign(turn, { concluded: false, ending: false, finish: null })
    return inSeries(extra.length === 0 ? decision : { ...decision, messages: [...decision.messages, ...extra] }, promptChanged(agent, turn))
  }

  const promptChanged = (agent: Agent, turn: Turn): boolean => {
    const wanted = parts.states.of(parts.agents.see(agent)).turnPrompt
    const sent = turn.prompt === null ? null : sentSystemPrompt(agent)
    if (turn.prompt !== null && sent !== null && !sent.startsWith(turn.prompt)) {
      parts.note('complete-prompt', 'the turn prompt of a START guard did not reach the model: another plugin provides a complete system prompt, which wins')
    }
    const changed = (wanted?.text ?? null) !== turn.prompt
    turn.prompt = wanted?.text ?? null
    return changed
  }

  const stopping = async (agent: Agent, signal: AbortSignal): Promise<void> => {
    const turn = turnOf(agent)
    turn.ending = true
    promptChanged(agent, turn)
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
        parts.states.beginUserTurn(parts.agents.see(agent))
        turn.start = startRun(agent, [userInputs(agent).last])
      }
      await awaitStart(agent, signal)
    },
    concluded(agent) { turnOf(agent).concluded = true },
    mountSession: ctx => [
      off(ctx.on('agent/inbox/claimed', ({ agent, message }) => {
        guarded('an input was not recognised', () => { onClaimed(agent, message as unknown as MessageShape) })
      }, { prepend: true })),
      off(ctx.on('agent/inbox/discarded', ({ agent, message }) => {
        guarded('a discarded message was not taken back', () => { parts.delivery.lost(message.id, queueOf(agent)) })
      })),
      off(ctx.on('agent/pre-step', (payload, next) => preStep(payload, next), { prepend: true })),
    ],
    mountStart: ctx => [
      off(ctx.on('system-prompt/assemble', (_assembly, context, next) => assemble(context, next), { prepend: true })),
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
    async settled() { await Promise.all(running) },
  }
}

function off(dispose: () => boolean): () => void {
  return () => { dispose() }
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

/** The text goes in as a variable, because a section is a template and braces in the guard's text are its own. */
function withPrompt(assembly: PromptAssembly, text: string): PromptAssembly {
  return {
    ...assembly,
    sections: [
      { name: PROMPT_SECTION, text: `{{${PROMPT_VARIABLE}}}` },
      ...assembly.sections.filter(section => CODE_MODE_SECTIONS.has(section.name)),
    ],
    variables: { ...assembly.variables, [PROMPT_VARIABLE]: text },
  }
}

/** Newer hosts append a changed prompt to the history unless the step begins a new series; older ones ignore the field. */
function inSeries(decision: Extract<PreStepDecision, { kind: 'enter' }>, changed: boolean): PreStepDecision {
  return changed ? { ...decision, startsRequestSeries: true } as PreStepDecision : decision
}
