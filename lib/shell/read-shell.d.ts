import { type MachineHost } from './machine.ts';
import type { ShellCommand } from './reading.ts';
import type { RawWrite } from './raw-write.ts';
/** UTF-16 units of one command; longer ones are not parsed. */
export declare const MAX_COMMAND = 524288;
export interface ShellReading {
    readonly commands: readonly ShellCommand[];
    readonly writes: readonly RawWrite[];
    /** Why the reading is incomplete; empty when everything was followed. */
    readonly gaps: readonly string[];
}
export interface ShellSource extends Omit<MachineHost, 'answers'> {
    readonly cwd: string;
    /** Variables of the shell's environment that are known (HOME, …). */
    readonly variables: Readonly<Record<string, string>>;
    /** Answers one question, e.g. `folder /x`; null when there is no such thing. */
    readonly answer: (question: string) => Promise<string | boolean | null>;
}
/** @param command shell text, or an argument vector that is run without a shell. */
export declare function readShell(command: string | readonly string[], source: ShellSource): Promise<ShellReading>;
