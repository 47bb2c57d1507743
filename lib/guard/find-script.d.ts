/** From a reference to a compiled text: looks up, reads, compiles, and says why not. Keeps nothing. */
import type { CompiledGuard, GuardText } from '../types.ts';
import { type GuardFolders, type Language } from './reference.ts';
import { type ScriptFile } from './script-file.ts';
/** A guard that is meant to do nothing says so. */
export declare const NO_STATEMENT = "it holds no statement, so that it would decide nothing (a guard that is meant to do nothing is a single ;)";
/** What the disk has for a reference right now. */
export type FoundScript = {
    readonly ok: true;
    readonly file: Extract<ScriptFile, {
        kind: 'read';
    }>;
    readonly language: Language;
} | {
    readonly ok: false;
    readonly file: string | null;
    readonly hash: string | null;
    readonly stamp: string | null;
    readonly reason: string;
};
/** @param cwd the session's workspace; null: none. */
export declare function findScript(script: string, folders: GuardFolders, cwd: string | null): FoundScript;
/** Every path whose content can decide what a reference means; empty for one that means nothing. */
export declare function pathsOf(script: string, folders: GuardFolders, cwd: string | null): string[];
export declare function isWorkspaceScript(script: string): boolean;
/**
 * The text that is in force after a look at the disk: the new one if it is good, else the last good
 * one with what is wrong with the new one, else nothing that can be used.
 */
export declare function nextText(current: GuardText | null, found: FoundScript, name: string): GuardText;
export declare function loadedText(file: string | null, hash: string, compiled: CompiledGuard): GuardText;
