import type { ProcessPort } from '../types.ts';
export type ProcessResult = Awaited<ReturnType<ProcessPort['run']>>;
export interface Processes extends ProcessPort {
    /** Children that run now. */
    live(): number;
    /** Kills every child; what waits for one gets an answer with `killedBy: 'abort'`. */
    dispose(): void;
}
/** @param platform as in `process.platform`; decides how a tree is killed. */
export declare function createProcesses(platform?: NodeJS.Platform): Processes;
