/** Asks the parsing child. Owns its command line; what it may read is all that it may do. */
import type { ProcessPort } from '../../types.ts';
import type { CheckerAnswer } from './answer.ts';
import type { CheckLimits, SyntaxOutcome } from './checker.ts';
import type { ChildRequest } from './child-protocol.ts';
export interface ChildDeps {
    readonly processes: ProcessPort;
    readonly environment: Readonly<Record<string, string>>;
    readonly folder: string;
    readonly node: string;
    /** Absolute path of the built `child-entry.js`. */
    readonly entry: string;
}
/** @param flags options of Node that go before the entry. */
export declare function askChild(deps: ChildDeps, request: ChildRequest, flags: readonly string[], limits: CheckLimits): Promise<CheckerAnswer | SyntaxOutcome>;
