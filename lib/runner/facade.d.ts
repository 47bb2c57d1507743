/**
 * `vance`: everything that a script can do besides plain ECMAScript. Made anew for each run and frozen
 * through and through, so that nothing of one run can be left for the next.
 */
import type { RunFrameInput } from '../protocol.ts';
import type { Channel } from './channel.ts';
import type { HostErrors } from './host-error.ts';
/** A function as scripts see it: arguments of any kind, errors translated, dead once the run is over. */
export type Expose = <T>(implementation: (...args: readonly unknown[]) => T) => (...args: unknown[]) => T;
export interface FacadeKit {
    readonly input: RunFrameInput;
    readonly channel: Channel;
    readonly errors: HostErrors;
    readonly expose: Expose;
}
export declare function createVance(input: RunFrameInput, channel: Channel, errors: HostErrors): object;
