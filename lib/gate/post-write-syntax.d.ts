/**
 * The post-write-syntax gate: after a call that wrote files, says which syntax errors it brought
 * in, on that very call. At COMMAND it only looks, and never refuses nor fails; at RESULT it never
 * changes the result. Writes nothing.
 */
import type { SyntaxChecker } from '../check/syntax/checker.ts';
import type { Clock, Counters, FilesPort, Gate, Mode, PerSession, Settings } from '../types.ts';
import type { WriteReader } from './syntax/before.ts';
export interface PostWriteSyntaxDeps {
    readonly settings: Pick<Settings, 'postWriteSyntax' | 'maxDiagnostics' | 'checkTimeoutMs'>;
    readonly mode: Mode;
    readonly clock: Clock;
    readonly counters: Counters;
    readonly files: Pick<FilesPort, 'read' | 'stat' | 'list'>;
    readonly effects: WriteReader;
    readonly checkers: readonly SyntaxChecker[];
    readonly perSession: <T extends object>(create: () => T) => PerSession<T>;
}
export declare function createPostWriteSyntaxGate(deps: PostWriteSyntaxDeps): Gate;
