import type { SyntaxChecker } from '../../check/syntax/checker.ts';
import type { Diagnostic, FilesPort, SessionRef } from '../../types.ts';
import type { CapturedFile } from './before.ts';
export type FileFinding = 
/** Nothing to check: gone, unchanged, no text, no checker for it. */
{
    readonly kind: 'skipped';
} | {
    readonly kind: 'too-large';
} | {
    readonly kind: 'unreadable';
    readonly reason: string;
} | {
    readonly kind: 'checked';
    readonly checker: SyntaxChecker;
    readonly introduced: readonly Diagnostic[];
} | {
    readonly kind: 'unavailable';
    readonly checker: SyntaxChecker;
    readonly reason: string;
} | {
    readonly kind: 'failed';
    readonly checker: SyntaxChecker;
    readonly reason: string;
    readonly timedOut: boolean;
};
export interface FileCheckDeps {
    readonly files: Pick<FilesPort, 'read' | 'stat'>;
    readonly checkers: readonly SyntaxChecker[];
    /** Milliseconds that are left of this call's time. */
    remaining(): number;
    readonly signal: AbortSignal;
}
/** Never rejects. */
export declare function checkFile(deps: FileCheckDeps, session: SessionRef, file: CapturedFile): Promise<FileFinding>;
