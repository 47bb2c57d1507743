import type { StartRunner } from './link.ts';
export interface ProcessStarter {
    /** The command to start, or why there is none. Asked once for each runner. */
    command(): Promise<readonly [string, ...string[]] | {
        readonly problem: string;
    }>;
    /** Working directory of the child. */
    readonly cwd: string;
}
export declare function createProcessStart(starter: ProcessStarter): StartRunner;
