import type { CommandView } from '../types.ts';
export type ShellCall = {
    readonly kind: 'shell';
    readonly command: string | readonly string[];
    readonly folder: string | null;
} | {
    readonly kind: 'powershell';
    readonly text: string;
    readonly folder: string | null;
}
/** The arguments are not what the tool takes; the raw text is all there is. */
 | {
    readonly kind: 'raw';
    readonly text: string;
};
export declare function isShellTool(name: string): boolean;
/** A tool whose name says that it changes files. Used where every tool counts, not only `protectedTools`. */
export declare function isWritingTool(name: string): boolean;
/** @returns null for a tool that runs no shell text. */
export declare function shellCallOf(command: CommandView): ShellCall | null;
/** Paths that a file tool is told to write, as spelled; the raw text's words when the arguments are no object. */
export declare function fileToolPaths(command: CommandView): readonly string[];
