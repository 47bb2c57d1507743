/** START: once per real user turn, before its prompt is built. All guards run; a guard that fails is skipped. */
import type { PointGuard, PointInput } from '../types.ts';
import type { PointDeps } from './run.ts';
export interface StartVerdict {
    /** The system prompt of this turn; the last guard that sets one wins. */
    readonly prompt: {
        readonly text: string;
        readonly guard: string;
    } | null;
    readonly notices: readonly {
        readonly guard: string;
        readonly text: string;
    }[];
}
export declare function judgeStart(deps: PointDeps, guards: readonly PointGuard[], input: PointInput, signal: AbortSignal): Promise<StartVerdict>;
