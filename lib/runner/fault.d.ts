import { type RunnerFrame } from '../protocol.ts';
import type { Position } from '../types.ts';
import type { HostErrors } from './host-error.ts';
import type { Realm } from './lockdown.ts';
export type RunFault = NonNullable<Extract<RunnerFrame, {
    t: 'done';
}>['fault']>;
export declare function faultOf(thrown: unknown, sourceName: string, realm: Realm, errors: HostErrors): RunFault;
/** For a text that the compartment would not take, which SES says with the line of the compiled code. */
export declare function compileFaultOf(error: unknown, sourceName: string): RunFault;
/**
 * Where in the guard's own text an error came from: its topmost frame there.
 * @returns null for values without a stack, and for errors that came from nowhere in the guard.
 */
export declare function positionOf(thrown: unknown, sourceName: string, realm: Realm): Position | null;
