/** `guard_status action=targets`: what a write to one path would meet, from both gates that protect paths. */
import { resolve } from 'node:path'
import type { CriticalPathsGate } from '../gate/critical-paths.ts'
import type { ProtectedFiles } from '../gate/tamper-protection.ts'
import type { TargetStatus } from '../surface/status.ts'
import type { SessionRef } from '../types.ts'
import { isProtectedPath } from './protected.ts'

export async function targetStatus(
  path: string, session: SessionRef, critical: CriticalPathsGate, protectedBy: (session: SessionRef) => ProtectedFiles,
): Promise<TargetStatus> {
  if (isProtectedPath(protectedBy(session), resolve(session.cwd, path))) {
    return { path, protected: true, rule: 'tamper-protection', looked: [], found: null, state: 'a write by the agent is refused; only the human can change it' }
  }
  return { path, ...await critical.targetReport(path, session) }
}
