/**
 * `loopValues` and `sessionValues`. The loop store of a run is the runner's copy with its writes told
 * here; the session store is shared with subagents that run at the same time, so every access comes here.
 */
import type { Capability, RunContext } from '../types.ts';
import type { Scratch } from '../state/scratch.ts';
export interface ScratchOf {
    loop(run: RunContext): Scratch;
    session(run: RunContext): Scratch;
}
export declare function createScratchCapability(scratch: ScratchOf): Capability;
