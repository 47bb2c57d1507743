import type { StartRunner } from './link.ts';
export interface ThreadStarter {
    /** The thread's entry, an absolute path. */
    readonly entry: string;
    /** The SES bundle, an absolute path. */
    readonly ses: string;
    readonly memoryMb: number;
}
export declare function createThreadStart(starter: ThreadStarter): StartRunner;
