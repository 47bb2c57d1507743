/** What a child wrote, up to a number of bytes for both streams together. Owns only the counting and keeping. */
import type { ChildProcess } from 'node:child_process';
export interface Output {
    stdout(): string;
    stderr(): string;
    /** Lets go of the pipes, whoever still holds the other end. */
    stop(): void;
}
/** @param onOverflow called once, when the child has written more than `maxBytes`. */
export declare function createOutput(child: ChildProcess, maxBytes: number, onOverflow: () => void): Output;
