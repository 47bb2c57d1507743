import type { ProcessResult } from '../process.ts';
import type { SyntaxOutcome } from './checker.ts';
/** @returns the failure, or null when the program came to its own end and its answer can be read. */
export declare function processFailure(program: string, result: ProcessResult, timeoutMs: number): SyntaxOutcome | null;
/** The program ended and said nothing that can be read. */
export declare function unreadable(program: string, result: ProcessResult): SyntaxOutcome;
export declare function failed(reason: string, timedOut?: boolean): SyntaxOutcome;
