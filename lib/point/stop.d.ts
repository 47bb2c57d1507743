/**
 * STOP and TERMINATE: the agent is about to end its turn. The first guard that makes it continue
 * wins and the rest are not run; a guard that fails lets it stop. The continuation itself is a host
 * call and has happened when the verdict is here.
 */
import type { PointGuard, PointInput } from '../types.ts';
import type { PointDeps } from './run.ts';
export interface StopVerdict {
    readonly continued: boolean;
    readonly notices: readonly {
        readonly guard: string;
        readonly text: string;
    }[];
}
export declare function judgeStop(deps: PointDeps, guards: readonly PointGuard[], input: PointInput, signal: AbortSignal): Promise<StopVerdict>;
