import type { HumanPort } from '../../types.ts';
/** @param write one line without its end, e.g. to the standard error stream. */
export declare function createHumanPort(write: (line: string) => void): HumanPort;
