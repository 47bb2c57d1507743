import type { CriticalPathsGate } from '../gate/critical-paths.ts';
import type { ProtectedFiles } from '../gate/tamper-protection.ts';
import type { TargetStatus } from '../surface/status.ts';
import type { SessionRef } from '../types.ts';
export declare function targetStatus(path: string, session: SessionRef, critical: CriticalPathsGate, protectedBy: (session: SessionRef) => ProtectedFiles): Promise<TargetStatus>;
