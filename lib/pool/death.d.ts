import type { FaultCode } from '../types.ts';
import type { RunnerEnd } from './link.ts';
export declare function faultOfDeath(end: RunnerEnd): {
    readonly code: FaultCode;
    readonly message: string;
};
