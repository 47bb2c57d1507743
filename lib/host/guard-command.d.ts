/** The human's command `/guard` in the host's command registry, where the profile has one. */
import type { Context } from '@deepseek-ai/cordis';
import type { GuardCommandDeps } from '../surface/guard-verb.ts';
import type { SessionRef } from '../types.ts';
import type { AgentBook } from './agents.ts';
export declare const GUARD_COMMAND = "guard";
/** Taken when another plugin has the plain name. */
export declare const GUARD_COMMAND_FALLBACK = "shooty-guard";
export interface CommandParts {
    readonly agents: AgentBook;
    deps(session: SessionRef): GuardCommandDeps;
    /** Told the name under which it is there. */
    registered(name: string): void;
}
/** The registry may come after this plugin, or not at all. */
export declare function mountGuardCommand(ctx: Context, parts: CommandParts): void;
