import type { FilesPort } from '../../types.ts';
import type { SyntaxChecker } from './checker.ts';
import type { ChildDeps } from './child.ts';
export interface TypeScriptDeps extends ChildDeps {
    readonly files: Pick<FilesPort, 'stat' | 'realpath'>;
}
export declare function createTypeScriptChecker(deps: TypeScriptDeps): SyntaxChecker;
