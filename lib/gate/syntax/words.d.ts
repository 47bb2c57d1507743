import type { Diagnostic, SessionRef } from '../../types.ts';
/** The errors that a call brought into one file. */
export interface BrokenFile {
    readonly path: string;
    /** Name and version of the parser. */
    readonly parser: string;
    readonly diagnostics: readonly Diagnostic[];
}
/** @param maxDiagnostics errors listed; the rest is counted. */
export declare function brokenText(files: readonly BrokenFile[], maxDiagnostics: number): string;
export declare function missingText(language: string, reason: string, path: string): string;
export declare function tooLargeText(path: string): string;
export declare function tooManyText(left: number): string;
/** Relative to the workspace where the file lies in it. */
export declare function shownPath(session: SessionRef, absolute: string): string;
