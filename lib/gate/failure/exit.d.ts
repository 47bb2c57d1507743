import type { CommandView } from '../../types.ts';
export type CommandEnd = {
    readonly kind: 'fine';
} | {
    readonly kind: 'exit';
    readonly code: number;
} | {
    readonly kind: 'signal';
    readonly signal: string;
} | {
    readonly kind: 'timeout';
}
/** Somebody stopped it: Ctrl-C, or the agent itself. */
 | {
    readonly kind: 'interrupted';
};
/** A tool that runs commands; only there do words about an exit mean one. */
export declare function runsCommands(command: CommandView): boolean;
/** The command line of a call; null where the arguments have none. */
export declare function commandLine(command: CommandView): string | null;
export declare function commandEnd(command: CommandView, text: string): CommandEnd;
