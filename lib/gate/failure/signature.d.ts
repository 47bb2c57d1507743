import type { Failure } from './outcome.ts';
export interface Signature {
    /** Of a fixed length, so that a session's memory is bounded by their number. */
    readonly key: string;
    readonly folded: string;
}
export declare function signatureOf(tool: string, failure: Failure): Signature;
