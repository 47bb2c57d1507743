/**
 * Python by Python's own compiler, in memory: what `py_compile` does, without the file it would
 * write beside the checked one. The source goes in on standard input.
 */
import type { ProcessPort } from '../../types.ts';
import type { SyntaxChecker } from './checker.ts';
export interface PythonDeps {
    readonly processes: ProcessPort;
    readonly environment: Readonly<Record<string, string>>;
    /** Where the program runs; not the workspace, so that nothing there can be imported. */
    readonly folder: string;
    /** Commands tried in order, e.g. `[['python3'], ['python']]`. */
    readonly candidates: readonly (readonly [string, ...string[]])[];
}
export declare function createPythonChecker(deps: PythonDeps): SyntaxChecker;
