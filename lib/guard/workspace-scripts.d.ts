/**
 * Scripts of a session's workspace. The text is pinned when the session first uses it: what the agent
 * writes there later judges nothing until the human reloads. Subagents share the pins of the
 * session at the top, or a changed text would come into force by starting one.
 */
import type { Clock, GuardSettings, GuardText, PerSession, SessionRef } from '../types.ts';
import type { GuardFolders } from './reference.ts';
import { type ReloadedText } from './shared-scripts.ts';
interface Pin {
    readonly name: string;
    readonly script: string;
    readonly cwd: string;
    text: GuardText;
    /** State of the file when it was last read. */
    stamp: string | null;
    lookedAt: number;
}
/** The pinned texts of one session and its subagents. */
export type WorkspacePins = Map<string, Pin>;
export interface WorkspaceScripts {
    textOf(guard: GuardSettings, script: string, session: SessionRef): GuardText;
    /** Takes over what is on disk now, for this session and its subagents. */
    reload(session: SessionRef): ReloadedText[];
    files(session: SessionRef): string[];
}
/** @param pins must keep a live session's value: losing it would pin whatever is there by then. */
export declare function createWorkspaceScripts(folders: GuardFolders, pins: PerSession<WorkspacePins>, clock: Clock): WorkspaceScripts;
export {};
