import type { SyntaxChecker } from './checker.ts';
import type { ChildDeps } from './child.ts';
export declare function createYamlChecker(deps: ChildDeps): SyntaxChecker;
