import type { SyntaxChecker } from '../../check/syntax/checker.ts';
import type { Counters, Fault, FaultCode } from '../../types.ts';
import type { FileFinding } from './check-file.ts';
export interface SyntaxMemory {
    /** Kinds of things that were said. */
    readonly said: Set<string>;
    /** Failures in a row, by checker. */
    readonly failures: Map<string, number>;
}
/** After this many failures in a row a checker is not asked again in the session: each may cost the whole time-out. */
export declare const MAX_FAILURES = 3;
export interface Findings {
    add(path: string, finding: FileFinding): void;
    left(files: number): void;
    fault(code: FaultCode, message: string): void;
    /** Texts for the model, errors first, and the first fault. */
    result(maxDiagnostics: number): {
        readonly notices: readonly string[];
        readonly fault: Fault | null;
    };
}
/** @param heard false for a gate that observes: what it says reaches nobody, so it has not been said. */
export declare function createFindings(memory: SyntaxMemory, counters: Counters, heard: boolean): Findings;
/** The checkers of this call; one that has been given up says so instead of being asked. */
export declare function checkersFor(memory: SyntaxMemory, checkers: readonly SyntaxChecker[]): readonly SyntaxChecker[];
