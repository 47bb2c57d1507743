import type { Capability, Clock, HumanPort } from '../types.ts';
import type { Spawn } from './spawn.ts';
/** UTF-16 units of one line for the human. */
export declare const MAX_LINE = 500;
/** Lines at once per session; after that one a second. */
export declare const NOTIFY_BURST = 20;
export interface ProcessDeps {
    readonly human: HumanPort;
    readonly clock: Clock;
    readonly spawn: Spawn;
}
export declare function createProcessCapability(deps: ProcessDeps): Capability;
