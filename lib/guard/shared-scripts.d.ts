import type { GuardSettings, GuardText } from '../types.ts';
import type { GuardFolders } from './reference.ts';
/** What a reload came to for one guard. */
export interface ReloadedText {
    readonly guard: string;
    /** Hash in force before and now; null: none. */
    readonly before: string | null;
    readonly after: string | null;
    readonly text: GuardText;
}
export interface SharedScripts {
    textOf(guard: GuardSettings, script: string): GuardText;
    /** Looks at the disk again for everything that was ever asked for. */
    reload(): ReloadedText[];
    forget(guard: GuardSettings, script: string): void;
    /** Folders in which a change can change a guard; some may not exist. */
    folders(): string[];
    /** Paths whose content decides. */
    files(): string[];
}
export declare function createSharedScripts(folders: GuardFolders): SharedScripts;
export declare function hashInForce(text: GuardText): string | null;
