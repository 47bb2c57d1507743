/**
 * Everything that Shooty remembers of one session, keyed by session id and never by agent object.
 * A subagent shares the session values, the toggles and the runtime guard of the session at the top
 * of its chain, and nothing else. Rounds, toggles, runtime guard, activated skills and waiting
 * notices survive a restart; scratch does not.
 */
import type { Mode, NoticeQueue, PendingNotice, PerSession, SessionRef } from '../types.ts'
import type { SessionRegistry } from './per-session.ts'
import { createScratch, shadowScratch } from './scratch.ts'
import type { Scratch } from './scratch.ts'
import type { SessionFiles } from './session-file.ts'
import type { RuntimeGuard, SessionRecord } from './session-record.ts'

export interface AgentState {
  readonly session: SessionRef
  /** The session's first user input; '' while unknown. */
  task: string
  /** The latest real user input; '' while unknown. */
  request: string
  /** The system prompt of this turn, set by a START guard. */
  turnPrompt: { readonly text: string, readonly guard: string } | null
  /** Follow-ups that guards have sent since the last real user turn. */
  readonly rounds: number
  /** @returns when the new count is on disk. */
  addRound(): Promise<void>
  readonly loop: Scratch
  /** `sessionValues`; only the root's is used. */
  readonly shared: Scratch
  readonly notices: NoticeQueue
  /** Skills put into the conversation by guards, by `skillKey`. */
  readonly activated: ReadonlySet<string>
  markActivated(key: string): void
  /** @returns whether it was there. */
  unmarkActivated(key: string): boolean
  readonly toggles: ReadonlyMap<string, Mode>
  /** null: back to what the configuration says. */
  toggle(name: string, mode: Mode | null): Promise<void>
  readonly runtimeGuard: RuntimeGuard | null
  setRuntimeGuard(guard: RuntimeGuard | null): Promise<void>
  /** See `AgentStates.beginUserTurn`. */
  reset(): void
}

export interface AgentStates extends PerSession<AgentState> {
  /** The state of the session at the top of the chain. */
  rootOf(session: SessionRef): AgentState
  /** The loop scratch that a guard sees; an observing one gets a shadow of its own. */
  loopOf(session: SessionRef, guard: string, observe: boolean): Scratch
  sharedOf(session: SessionRef, guard: string, observe: boolean): Scratch
  /** A real user turn: rounds to 0, loop scratch wiped, turn prompt dropped, in this order. */
  beginUserTurn(session: SessionRef): AgentState
  /** Modes set by the human, for this session and the subagents it started. */
  modeOf(session: SessionRef, name: string, configured: Mode): Mode
  /** Whether some session has or had a runtime guard, one that may still be resumed included. */
  runtimeGuardPossible(): boolean
  /** Whether some session, one that may still be resumed included, has or had this guard switched on by the human. */
  switchedOn(name: string): boolean
}

export interface AgentStateDeps {
  readonly registry: SessionRegistry
  readonly files: SessionFiles
  createQueue(changed: () => void, initial: readonly PendingNotice[]): NoticeQueue
}

export function createAgentStates(deps: AgentStateDeps): AgentStates {
  const found = deps.files.survey()
  const asked: Asked = { runtimeGuard: found.runtimeGuard, switchedOn: new Set(found.switchedOn) }
  const states = deps.registry.store(session => createAgentState(session, deps, asked))
  const shadows = deps.registry.store(() => ({ loop: new Map<string, Scratch>(), shared: new Map<string, Scratch>() }))
  const rootOf = (session: SessionRef): AgentState => states.of(rootRef(session))
  const shadowIn = (kept: Map<string, Scratch>, guard: string, base: Scratch): Scratch => {
    const known = kept.get(guard)
    if (known !== undefined) return known
    const fresh = shadowScratch(base)
    kept.set(guard, fresh)
    return fresh
  }
  return {
    of: session => states.of(session),
    peek: sessionId => states.peek(sessionId),
    rootOf,
    loopOf(session, guard, observe) {
      const state = states.of(session)
      if (!observe) return state.loop
      return shadowIn(shadows.of(session).loop, guard, state.loop)
    },
    sharedOf(session, guard, observe) {
      const root = rootOf(session)
      if (!observe) return root.shared
      return shadowIn(shadows.of(rootRef(session)).shared, guard, root.shared)
    },
    beginUserTurn(session) {
      const state = states.of(session)
      state.reset()
      shadows.peek(session.sessionId)?.loop.clear()
      return state
    },
    modeOf: (session, name, configured) => rootOf(session).toggles.get(name) ?? configured,
    runtimeGuardPossible: () => asked.runtimeGuard,
    switchedOn: name => asked.switchedOn.has(name),
  }
}

/** What humans have asked for in any session; only ever grows. */
interface Asked {
  runtimeGuard: boolean
  readonly switchedOn: Set<string>
}

function rootRef(session: SessionRef): SessionRef {
  if (session.sessionId === session.rootSessionId) return session
  return { ...session, sessionId: session.rootSessionId, agentId: session.rootSessionId, isSubagent: false }
}

function createAgentState(session: SessionRef, deps: AgentStateDeps, asked: Asked): AgentState {
  const kept = deps.files.load(session.sessionId)
  let rounds = kept.rounds
  let runtimeGuard = kept.runtimeGuard
  const toggles = new Map(Object.entries(kept.toggles))
  const activated = new Set(kept.activated)
  const save = (): Promise<void> => deps.files.save(session.sessionId, record())
  const notices = deps.createQueue(() => { void save() }, kept.pending)
  const record = (): SessionRecord => ({
    rounds, runtimeGuard, toggles: Object.fromEntries(toggles), pending: notices.pending(), activated: [...activated],
  })

  return {
    session,
    task: '',
    request: '',
    turnPrompt: null,
    get rounds() { return rounds },
    addRound() {
      rounds += 1
      return save()
    },
    loop: createScratch(),
    shared: createScratch(),
    notices,
    activated,
    markActivated(key) {
      activated.add(key)
      void save()
    },
    unmarkActivated(key) {
      const was = activated.delete(key)
      if (was) void save()
      return was
    },
    toggles,
    toggle(name, mode) {
      if (mode === null) toggles.delete(name)
      else toggles.set(name, mode)
      if (mode === 'enforce' || mode === 'observe') asked.switchedOn.add(name)
      return save()
    },
    get runtimeGuard() { return runtimeGuard },
    setRuntimeGuard(guard) {
      runtimeGuard = guard
      if (guard !== null) asked.runtimeGuard = true
      return save()
    },
    reset() {
      const had = rounds
      rounds = 0
      this.loop.clear()
      this.turnPrompt = null
      if (had > 0) void save()
    },
  }
}
