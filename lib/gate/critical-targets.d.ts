/** From effects to the protected files that a call would change. */
import type { FilesPort } from '../types.ts';
import { type CriticalRule } from './critical-rules.ts';
import type { WriteEffect } from './effect-paths.ts';
import type { PathIdentity } from './path-identity.ts';
import { type Workspace } from './workspace.ts';
export interface CriticalTarget {
    /** Absolute, symlinks resolved. */
    readonly path: string;
    /** Relative to the workspace, with `/`. */
    readonly relative: string;
    readonly rule: CriticalRule;
    /** The word of the call that leads there. */
    readonly spelled: string;
}
/** Protected files of one call that are judged; a call that touches more is refused as a whole. */
export declare const MAX_TARGETS = 20;
export interface TargetDeps {
    readonly files: FilesPort;
    readonly identity: PathIdentity;
    readonly rules: readonly CriticalRule[];
}
/** At most MAX_TARGETS + 1 targets, each file once. A file that does not exist is none. */
export declare function criticalTargets(effects: readonly WriteEffect[], workspace: Workspace, deps: TargetDeps): Promise<CriticalTarget[]>;
/** The rule and relative path under which a path is protected; null when it is not. */
export declare function ruleFor(path: string, workspace: Workspace, rules: readonly CriticalRule[]): {
    readonly relative: string;
    readonly rule: CriticalRule;
} | null;
