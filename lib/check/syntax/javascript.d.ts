/**
 * JavaScript by `node --check`, on a copy in the folder of temporary files whose extension says how
 * it is read. Says nothing about JSX, Flow and decorators in `.js`: Node is not their parser.
 */
import type { FilesPort, ProcessPort } from '../../types.ts';
import type { SyntaxChecker } from './checker.ts';
export interface JavaScriptDeps {
    readonly processes: ProcessPort;
    readonly files: Pick<FilesPort, 'read'>;
    readonly environment: Readonly<Record<string, string>>;
    readonly temporaryFolder: string;
    readonly node: string;
}
export declare function createJavaScriptChecker(deps: JavaScriptDeps): SyntaxChecker;
