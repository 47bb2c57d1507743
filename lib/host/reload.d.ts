/** Takes over changed guard scripts: on a change on disk, and when the human asks for it. Says what came of it. */
import type { GuardTextStore } from '../guard/texts.ts';
import type { SessionRef } from '../types.ts';
export interface Reload {
    /** Looks at the disk now; with a session, at its workspace scripts too. One line per guard that changed or is broken. */
    now(session: SessionRef | null): readonly string[];
    dispose(): void;
}
/** @param say told of changes that nobody asked for. */
export declare function createReload(texts: GuardTextStore, say: (text: string) => void, note: (key: string, text: string) => void): Reload;
