/**
 * Binds the capabilities to one run: names to functions, unknown names to an error. What a host call
 * causes is told from the agent's own work by the asynchronous context of the run, and a runner's
 * frames arrive in another one: so each call goes back into the run's.
 */
import { AsyncResource } from 'node:async_hooks';
import { GuardError, describeThrown } from "../errors.js";
import { oneLine } from "../base/text.js";
export function bindHostCalls(capabilities, run, turn) {
    const find = (method) => {
        for (const capability of capabilities) {
            const call = Object.hasOwn(capability.calls, method) ? capability.calls[method] : undefined;
            if (call !== undefined)
                return call;
        }
        throw new GuardError('NOT_FOUND', `there is no host call "${method}"`);
    };
    const inRun = new AsyncResource('shooty.guard-run');
    return {
        // `async`, so that a capability that throws at once rejects like any other.
        async call(method, args, signal) {
            const call = find(method);
            await turn.before(method, signal);
            return await inRun.runInAsyncScope(call, undefined, args, { ...run, signal });
        },
        tell(method, args) {
            try {
                void Promise.resolve(inRun.runInAsyncScope(find(method), undefined, args, run)).catch((error) => { noteFault(run, method, error); });
            }
            catch (error) {
                noteFault(run, method, error);
            }
        },
    };
}
function noteFault(run, method, error) {
    run.effects.fault ??= { code: 'internal', message: oneLine(`${method}: ${describeThrown(error)}`, 400), position: null };
}
