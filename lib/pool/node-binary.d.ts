/** What is known of the process that the host runs in. */
export interface HostProcess {
    readonly execPath: string;
    /** `process.versions`. */
    readonly versions: Readonly<Record<string, string | undefined>>;
    /** Whether this is a program with the script built in (`node:sea`). */
    readonly isSingleExecutable: boolean;
}
export type RunnerChoice = {
    readonly kind: 'process';
    readonly nodePath: string;
    readonly version: string | null;
} | {
    readonly kind: 'thread';
    readonly why: string;
};
/**
 * A process, unless the configuration says otherwise or the host's own program is not a plain Node: started
 * again, such a program would start the host again.
 */
export declare function chooseRunner(sandbox: {
    readonly runner: 'process' | 'worker';
    readonly nodePath: string | null;
}, host: HostProcess): RunnerChoice;
/** @returns the version, or why the binary is of no use. Never rejects. */
export declare function probeNode(nodePath: string): Promise<{
    readonly version: string;
} | {
    readonly problem: string;
}>;
/** The flags with which a Node of this version keeps its own code from files, processes, threads and add-ons. */
export declare function permissionFlags(version: string, readable: readonly string[]): string[];
