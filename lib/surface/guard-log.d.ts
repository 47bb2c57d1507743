import type { SessionRef } from '../types.ts';
import type { GuardCommandDeps, GuardReply } from './guard-verb.ts';
export declare function logReply(rest: string, session: SessionRef, deps: GuardCommandDeps): GuardReply;
