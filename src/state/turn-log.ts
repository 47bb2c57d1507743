/**
 * What was done since the last real user turn: the calls of an agent and of the subagents below it, kept by
 * the session at the top of their chain. Owns the bounds and the order; what a call changed is read when
 * somebody asks. A session of which nothing is recorded costs nothing.
 */
import { cutJson } from '../base/json.ts'
import type { CallWrite, CommandView, PerSession, SessionRef, TurnCall } from '../types.ts'

/** Calls of one turn that are kept; the oldest leave first. */
export const MAX_CALLS = 200
/** Changed paths of one call, programs of one call, and paths of the turn. */
export const MAX_CALL_WRITES = 50
export const MAX_CALL_COMMANDS = 20
export const MAX_FILES = 1_000
const ARGS = { text: 1_000, items: 20, depth: 4 }

/** What a call runs and changes. */
export interface CallEffects {
  readonly writes: readonly CallWrite[]
  readonly commands: TurnCall['commands']
}

export type EffectsOf = (command: CommandView, session: SessionRef) => Promise<CallEffects>

export interface EndedCall {
  readonly command: CommandView
  readonly outcome: TurnCall['outcome']
  readonly isError: boolean
  /** Milliseconds from the first listener of the call to its result. */
  readonly ms: number
  /** Never rejects. */
  readonly effects: Promise<CallEffects>
}

export interface TurnLog {
  record(session: SessionRef, call: EndedCall): void
  /** A real user turn begins: what was done before it is no longer of this turn. */
  begin(session: SessionRef): void
  /** Whether anything is known of this session's turn: after a restart nothing is. */
  known(session: SessionRef): boolean
  /** Puts in what the session's own history tells of the turn, before everything recorded. */
  restore(session: SessionRef, calls: readonly EndedCall[]): void
  calls(session: SessionRef): Promise<readonly TurnCall[]>
  /** Changed paths, by calls that were not refused, each once. */
  files(session: SessionRef): Promise<readonly string[]>
}

interface Turn {
  known: boolean
  calls: EndedCall[]
}

/** @param turns a store of one turn per session at the top of a chain. */
export function createTurnLog(turns: PerSession<Turn>): TurnLog {
  const turnOf = (session: SessionRef): Turn => turns.of({ ...session, sessionId: session.rootSessionId, agentId: session.rootSessionId, isSubagent: false })
  return {
    record(session, call) {
      const turn = turnOf(session)
      turn.calls.push(call)
      if (turn.calls.length > MAX_CALLS) turn.calls.shift()
    },
    begin(session) {
      // A subagent's own first input is no new turn of the user.
      if (session.isSubagent) return
      Object.assign(turnOf(session), { known: true, calls: [] })
    },
    known: session => turns.peek(session.rootSessionId)?.known ?? false,
    restore(session, calls) {
      const turn = turnOf(session)
      turn.known = true
      turn.calls = [...calls, ...turn.calls].slice(-MAX_CALLS)
    },
    calls: session => Promise.all((turns.peek(session.rootSessionId)?.calls ?? []).map(shown)),
    async files(session) {
      const files = new Set<string>()
      for (const call of turns.peek(session.rootSessionId)?.calls ?? []) {
        if (call.outcome === 'refused') continue
        for (const write of (await call.effects).writes) if (files.size < MAX_FILES) files.add(write.path)
      }
      return [...files]
    },
  }
}

/** An empty turn, for the store that `createTurnLog` takes. */
export function emptyTurn(): Turn {
  return { known: false, calls: [] }
}

async function shown({ command, outcome, isError, ms, effects }: EndedCall): Promise<TurnCall> {
  const { writes, commands } = await effects
  return {
    name: command.name, args: cutJson(command.args, ARGS), outcome, isError, ms,
    writes: writes.slice(0, MAX_CALL_WRITES), commands: commands.slice(0, MAX_CALL_COMMANDS),
  }
}
