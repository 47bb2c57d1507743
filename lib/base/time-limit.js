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
    let outcome = null;
    const context = createContext({
        work: () => {
            try {
                outcome = { value: work() };
            }
            catch (error) {
                // Carried out by hand: an error that leaves the context is not always the one that was thrown.
                outcome = { thrown: error };
            }
        },
    });
    try {
        // Only a script that vm itself runs can be stopped, and it takes with it what it called.
        new Script('work()').runInContext(context, { timeout: ms });
    }
    catch (error) {
        if (isTimeout(error))
            return { ended: false };
        throw error;
    }
    const done = outcome;
    if (done === null)
        return { ended: false };
    if ('thrown' in done)
        throw done.thrown;
    return { ended: true, value: done.value };
}
/** The error of vm may be of the other realm, where `instanceof` does not hold. */
function isTimeout(error) {
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
