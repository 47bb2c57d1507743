import type { Mode, Point, SessionRef } from '../types.ts';
import type { GuardCommandDeps, GuardReply } from './guard-verb.ts';
export declare function switchReply(mode: Mode, rest: string, session: SessionRef, deps: GuardCommandDeps): Promise<GuardReply>;
export declare function listReply(session: SessionRef, deps: GuardCommandDeps): GuardReply;
/** Lines for Points at which nothing runs although a guard is there for them. */
export declare function pointNote(points: readonly Point[], session: SessionRef, deps: GuardCommandDeps): string[];
