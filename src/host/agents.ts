/**
 * The live agents that Shooty has met, by session id. Owns the way from an agent to a SessionRef and
 * back; tells the session registry which sessions are live.
 */
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { SessionRegistry } from '../state/per-session.ts'
import type { SessionRef } from '../types.ts'
import { sessionRef } from './shapes.ts'

export interface AgentBook {
  see(agent: Agent): SessionRef
  /** Who it is, without keeping the agent: for places where nothing tells of its end. */
  identify(agent: Agent): SessionRef
  byId(sessionId: string): Agent | undefined
  forget(agent: Agent): void
  /** Told of each agent when it is first met; one listener, the last one given. */
  onNew(listener: (session: SessionRef) => void): void
  /** A call without an agent gets an identity of its own, used once. */
  nobody(id: string): SessionRef
}

export function createAgentBook(registry: SessionRegistry): AgentBook {
  const refs = new WeakMap<Agent, SessionRef>()
  const live = new Map<string, Agent>()
  const disposed = new WeakSet<Agent>()
  // A subagent may outlive the one that started it and start others, so roots stay: two ids for each agent of this process.
  const roots = new Map<string, string>()
  let listener: (session: SessionRef) => void = () => undefined
  return {
    see(agent) {
      const known = refs.get(agent)
      if (known !== undefined) return known
      const ref = sessionRef(agent, id => roots.get(id))
      refs.set(agent, ref)
      roots.set(ref.sessionId, ref.rootSessionId)
      // What a disposed agent left under way may still be told of; it does not make it live again.
      if (disposed.has(agent)) return ref
      live.set(ref.sessionId, agent)
      registry.live(ref.sessionId)
      // Not in the middle of what the host waits for.
      setImmediate(() => { listener(ref) })
      return ref
    },
    identify: agent => refs.get(agent) ?? sessionRef(agent, id => roots.get(id)),
    onNew(wanted) { listener = wanted },
    byId: sessionId => live.get(sessionId),
    forget(agent) {
      disposed.add(agent)
      const ref = refs.get(agent)
      // A resumed session may have its next agent before the last one is gone.
      if (ref === undefined || live.get(ref.sessionId) !== agent) return
      live.delete(ref.sessionId)
      registry.gone(ref.sessionId)
    },
    nobody: id => ({ sessionId: id, agentId: id, rootSessionId: id, cwd: process.cwd(), isSubagent: false }),
  }
}
