import type { CommandVerdict, PointGuard, PointInput } from '../types.ts';
import type { PointDeps } from './run.ts';
export interface CommandResult {
    readonly verdict: CommandVerdict;
    /** What enforcing guards want the model to read, with the guard that said it. */
    readonly notices: readonly {
        readonly guard: string;
        readonly text: string;
    }[];
}
export declare function judgeCommand(deps: PointDeps, guards: readonly PointGuard[], input: PointInput, signal: AbortSignal): Promise<CommandResult>;
