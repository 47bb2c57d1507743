/**
 * What a script reference means, by its text alone. A bare name or a relative path is looked up in
 * the guard folders and never in the workspace; `./x.js` and `project:x.js` mean the workspace and
 * nothing else; an absolute path means itself. So no file of a workspace can take the place of a
 * user's or a bundled guard. Nothing is guessed: not an extension, not a home folder.
 */
import nodePath from 'node:path';
export type ScriptReference = 
/** Below one of the guard folders. */
{
    readonly kind: 'lookup';
    readonly path: string;
}
/** Below the session's workspace. */
 | {
    readonly kind: 'workspace';
    readonly path: string;
} | {
    readonly kind: 'absolute';
    readonly path: string;
};
export type Language = 'js' | 'ts';
export type ReferenceOutcome = {
    readonly ok: true;
    readonly reference: ScriptReference;
    readonly language: Language;
} | {
    readonly ok: false;
    readonly reason: string;
};
/** The rules of one operating system's paths. */
export type PathRules = typeof nodePath.posix;
/** @returns the meaning, or why there is none, as a sentence about the reference. */
export declare function parseReference(script: string, rules?: PathRules): ReferenceOutcome;
export interface GuardFolders {
    /** `guardDirs` of the configuration, in order. */
    readonly extra: readonly string[];
    /** `<dsh home>/guards` */
    readonly user: string;
    /** The package's own. */
    readonly bundled: string;
}
/**
 * The absolute paths that a reference can stand for, the first that exists is meant.
 * @param cwd the session's workspace; null for none, which leaves a workspace reference without a path.
 */
export declare function candidatesOf(reference: ScriptReference, folders: GuardFolders, cwd: string | null): string[];
