import type { StatusParts } from '../surface/status.ts';
import type { Core } from './core.ts';
import type { GuardSet } from './guard-set.ts';
export interface LoadCheck {
    /** @param tool the name under which the status tool is registered; null: it is not. */
    begin(status: StatusParts, tool: string | null): void;
    commandIs(name: string): void;
    /** null while the check is under way. */
    readonly line: () => string | null;
    notes(): readonly string[];
    dispose(): void;
}
export declare function createLoadCheck(core: Core, guards: GuardSet): LoadCheck;
