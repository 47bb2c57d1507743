import type { PoolTime } from './link.ts';
export interface WatchedRunner {
    pid(): number | null;
    /** Last reading, bytes; kept for the pool to judge growth by. */
    rssBytes: number | null;
}
export interface MemoryWatch {
    /** Starts looking, if it does not look already. It stops by itself when nobody works. */
    wake(): void;
    /** One reading now. */
    read(runner: WatchedRunner): void;
    stop(): void;
}
/** @returns bytes; null where it cannot be read. */
export type ReadRss = (pid: number) => number | null;
export declare function createMemoryWatch<R extends WatchedRunner>(options: {
    readonly limitBytes: number;
    readonly time: PoolTime;
    readonly readRss: ReadRss;
    readonly working: () => readonly R[];
    readonly exceeded: (runner: R) => void;
    /** Called with each runner that is looked at and has not exceeded its limit. */
    readonly looked?: (runner: R) => void;
}): MemoryWatch;
/** Null where resident memory cannot be had without starting a program each time. */
export declare function rssReaderOf(platform: NodeJS.Platform): ReadRss | null;
/** From the kernel's own status file. The figure there is in KiB, whatever the size of a page. */
export declare function readRssOnLinux(pid: number): number | null;
