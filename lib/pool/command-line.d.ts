export interface RunnerProgram {
    readonly nodePath: string;
    readonly version: string;
    /** The runner's entry, an absolute real path. */
    readonly entry: string;
    /** The SES bundle, an absolute real path. */
    readonly ses: string;
    /** What the runner may read besides, absolute real paths; a folder stands for everything below it. */
    readonly readable: readonly string[];
    readonly memoryMb: number;
    /** Processor time of one runner, seconds. */
    readonly cpuSeconds: number;
}
/** @param shell path of a POSIX shell; null to start Node directly. */
export declare function commandOf(program: RunnerProgram, shell: string | null): readonly [string, ...string[]];
