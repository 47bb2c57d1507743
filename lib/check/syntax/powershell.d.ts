/** PowerShell by its own parser, on a copy in the folder of temporary files. Parses only; runs nothing of the file. */
import type { ProcessPort } from '../../types.ts';
import type { SyntaxChecker } from './checker.ts';
export interface PowerShellDeps {
    readonly processes: ProcessPort;
    readonly environment: Readonly<Record<string, string>>;
    readonly temporaryFolder: string;
    /** Program, e.g. `pwsh`. */
    readonly program: string;
}
export declare function createPowerShellChecker(deps: PowerShellDeps): SyntaxChecker;
