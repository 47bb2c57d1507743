/** @returns milliseconds of processor time that the process has used so far; null where it cannot be read. */
export type ReadCpu = (pid: number) => number | null;
export interface Usage {
    /** One reading now, during a run. The first one of a run is where it is counted from. */
    read(run: number, pid: number | null): void;
    /** Milliseconds between the first reading of this run and the last; null where nothing can be read. */
    spent(run: number): number | null;
}
export declare function createUsage(readCpu: ReadCpu): Usage;
export declare function readCpuOnLinux(pid: number): number | null;
