import type { RuntimeGuard } from '../state/session-record.ts';
import type { SessionRef } from '../types.ts';
import type { GuardCommandDeps, GuardReply } from './guard-verb.ts';
/** Takes the text only when it can run; otherwise nothing changes. */
export declare function setRuntimeGuard(kind: RuntimeGuard['kind'], rest: string, session: SessionRef, deps: GuardCommandDeps): Promise<GuardReply>;
export declare function showRuntimeGuard(session: SessionRef, deps: GuardCommandDeps): GuardReply;
export declare function clearRuntimeGuard(session: SessionRef, deps: GuardCommandDeps): Promise<GuardReply>;
