/** Classes by the host's error codes: the codes that it has, then what names of codes usually say. */
import type { FailureClass } from './classes.ts';
/** @returns null when the code says nothing of the kind of failure. */
export declare function classOfCode(code: string | null): FailureClass | null;
/** The call was stopped by the user or by the host; not a failure of anything. */
export declare function isCancellationCode(code: string | null): boolean;
