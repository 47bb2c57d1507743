import type { SessionRef } from '../types.ts';
import type { GuardCommandDeps, GuardReply } from './guard-verb.ts';
export declare function scratchReply(rest: string, session: SessionRef, deps: GuardCommandDeps): GuardReply;
