import type { SessionRef } from '../types.ts';
import type { GuardCommandDeps, GuardReply } from './guard-verb.ts';
/** @param line what the human typed behind `/guard`; `/guard` itself may be in front. */
export declare function runGuardCommand(line: string, session: SessionRef, deps: GuardCommandDeps): Promise<GuardReply>;
