/** RESULT: what came out of a tool call. All guards run; a guard that fails is skipped. */
import type { PointGuard, PointInput } from '../types.ts';
import type { PointDeps } from './run.ts';
export interface ResultVerdict {
    /** The result becomes an error that carries this; null leaves it as it is. */
    readonly feedback: string | null;
    readonly notices: readonly {
        readonly guard: string;
        readonly text: string;
    }[];
}
export declare function judgeResult(deps: PointDeps, guards: readonly PointGuard[], input: PointInput, signal: AbortSignal): Promise<ResultVerdict>;
