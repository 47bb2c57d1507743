import type { GuardFolders } from './reference.ts';
import { type ReloadedText } from './shared-scripts.ts';
import { type WorkspacePins } from './workspace-scripts.ts';
import type { Clock, GuardSettings, GuardTexts, PerSession, SessionRef } from '../types.ts';
export interface GuardTextStore extends GuardTexts {
    /**
     * Looks at the disk again: shared scripts, and with a session its workspace scripts. A good text
     * is taken over, a bad one leaves the last good one in force (`stale`). One entry per script guard.
     */
    reload(session: SessionRef | null): ReloadedText[];
    /** A guard is gone for good: its shared script is not looked at any more. */
    forget(guard: GuardSettings): void;
    /** Folders in which a change can change a shared guard; some may not exist yet. */
    folders(): string[];
    /** Absolute paths of scripts that are in use or would be if they were there. */
    files(session: SessionRef | null): string[];
}
export interface GuardTextOptions {
    /** Guards whose text is wanted from the start; others may be asked for at any time. */
    readonly guards: readonly GuardSettings[];
    readonly folders: GuardFolders;
    /** Made with `createPins`; a live session's value must not be dropped. */
    readonly pins: PerSession<WorkspacePins>;
    readonly clock: Clock;
}
/** What a session registry makes for a new session. */
export declare function createPins(): WorkspacePins;
export declare function createGuardTexts(options: GuardTextOptions): GuardTextStore;
