/** `guard_status action=targets`: what a write to one path would meet, from both gates that protect paths. */
import { resolve } from 'node:path'
import type { AgentStates } from '../state/agent-state.ts'
import type { TargetStatus } from '../surface/status.ts'
import type { SessionRef } from '../types.ts'
import type { Gates } from './gates.ts'

export async function targetStatus(path: string, session: SessionRef, { critical, locked, tamper }: Gates, states: AgentStates): Promise<TargetStatus> {
  // What refuses now counts: a gate that is off, or only observes, refuses nothing.
  const refuses = tamper.status().active && states.modeOf(session, tamper.name, tamper.mode) === 'enforce'
  if (refuses && await tamper.covers(resolve(session.cwd, path), session)) {
    return { path, protected: true, rule: tamper.name, looked: [], found: null, state: 'a write by the agent is refused; only the human can change it' }
  }
  const enforced = locked.status().active && states.modeOf(session, locked.name, locked.mode) === 'enforce'
  const lockedBy = enforced ? await locked.ruleOf(path, session) : null
  if (lockedBy !== null) return { path, protected: true, rule: lockedBy, looked: [], found: null, state: 'locked by lockedPaths: a change by any call is refused; only the human can change it' }
  const report = await critical.targetReport(path, session)
  const mode = states.modeOf(session, critical.name, critical.mode)
  if (!report.protected || mode === 'enforce') return { path, ...report }
  const why = mode === 'off' ? 'is switched off' : 'only observes'
  return { path, ...report, state: `the gate ${why} in this session, so a write goes through; otherwise: ${report.state}` }
}
