/**
 * Paths as text: which flavour, absolute form, containment, the spellings that Windows folds.
 * Pure; nothing here touches a file system.
 */
import { type PlatformPath } from 'node:path';
/** The path rules of the machine that holds the workspace, read off the workspace's own path. */
export declare function flavourOf(cwd: string): PlatformPath;
/**
 * Absolute, with `.`, `..` and doubled separators folded. `..` is folded as text: what a symlink
 * does to it is `path-identity`'s part.
 */
export declare function resolveText(flavour: PlatformPath, cwd: string, spelled: string): string;
/** `~` and `~/x` with a home folder put in; anything else as it is. `~user` is not known. */
export declare function expandHome(spelled: string, home: string | null): string;
/** The path relative to a folder, with `/`; null when it is not inside. `''` is the folder itself. */
export declare function relativeInside(flavour: PlatformPath, folder: string, path: string): string | null;
/** One form for paths that a case-folding file system takes for the same; see `path-identity`. */
export declare function foldPath(path: string, ignoreCase: boolean): string;
export declare function hasParentStep(spelled: string): boolean;
