/** The options that make a Node child able to read some folders and to do nothing else. The name of the first one depends on the version. */
import type { CheckLimits, SyntaxOutcome } from './checker.ts';
import type { ChildDeps } from './child.ts';
/**
 * @param folders real paths, folders or files.
 * @returns the options, or the failure to learn the version.
 */
export declare function permissionFlags(deps: ChildDeps, folders: readonly string[], limits: CheckLimits): Promise<readonly string[] | SyntaxOutcome>;
