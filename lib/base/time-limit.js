/**
 * Bounds synchronous work that others wrote and that may never end for the wrong input (a parser).
 * Not a sandbox: the work runs in this realm with all its rights.
 */
import { createContext, Script } from 'node:vm';
/**
 * Runs `work` to its end or for `ms` milliseconds of wall clock, whichever is shorter. What it
 * throws goes through. Stopped work may leave its own state half changed; native calls are not stopped.
 */
export function withinTime(ms, work) {
    let result = { ended: false };
    const context = createContext({ work: () => { result = { ended: true, value: work() }; } });
    try {
        // Only a script that vm itself runs can be stopped, and it takes with it what it called.
        new Script('work()').runInContext(context, { timeout: ms });
    }
    catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
            return { ended: false };
        throw error;
    }
    return result;
}
