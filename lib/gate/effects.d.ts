import type { CommandView, FilesPort, SessionRef } from '../types.ts';
import { type WriteEffect } from './effect-paths.ts';
import { type PathIdentity } from './path-identity.ts';
import type { CallReading } from '../shell/reading.ts';
export type { WriteEffect };
export interface Effects {
    readonly effects: readonly WriteEffect[];
    /**
     * Why a part of the call could not be read; null when all of it was. Its words are then among
     * the effects, with `via: 'unread'`: paths that the call names, whatever it does with them.
     */
    readonly unreadable: string | null;
}
export interface EffectDeps {
    readonly files: FilesPort;
    /** Tools that write the paths in their arguments, beside those whose name says so. */
    readonly protectedTools: readonly string[];
    /** Home folder of the machine that runs the shell; null when it is not known. */
    readonly home: string | null;
    /** Known variables of the shell's environment, e.g. DSH_HOME. */
    readonly variables: Readonly<Record<string, string>>;
}
export interface EffectReader {
    readonly identity: PathIdentity;
    effectsOf(command: CommandView, session: SessionRef): Promise<Effects>;
    /** What the call would run and write, for a shell tool, a file tool or any other; `commands` is empty for those that run none. */
    readCall(command: CommandView, session: SessionRef): Promise<CallReading>;
    /** The same for a shell text. */
    readText(text: string, session: SessionRef): Promise<CallReading>;
}
/** Two gates ask about the same call one after the other; the second is answered from memory. */
export declare function createEffectReader(deps: EffectDeps): EffectReader;
