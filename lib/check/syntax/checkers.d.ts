import type { FilesPort, ProcessPort } from '../../types.ts';
import type { SyntaxChecker } from './checker.ts';
export interface SyntaxCheckersDeps {
    readonly processes: ProcessPort;
    readonly files: Pick<FilesPort, 'read' | 'stat' | 'realpath'>;
    /** See `checkerEnvironment`. */
    readonly environment: Readonly<Record<string, string>>;
    /** Folder of temporary files, usually `os.tmpdir()`; checkers run there too. */
    readonly temporaryFolder: string;
    readonly platform: NodeJS.Platform;
    /** Node's program, see `nodeBinary`. */
    readonly node: string;
    /** The parsing child's built start; default: the one beside this file. */
    readonly childEntry?: string;
}
export declare function createSyntaxCheckers(deps: SyntaxCheckersDeps): readonly SyntaxChecker[];
