/** Binds the capabilities to one run: names to functions, unknown names to an error. */
import { GuardError, describeThrown } from "../errors.js";
import { oneLine } from "../base/text.js";
export function bindHostCalls(capabilities, run) {
    const find = (method) => {
        for (const capability of capabilities) {
            const call = Object.hasOwn(capability.calls, method) ? capability.calls[method] : undefined;
            if (call !== undefined)
                return call;
        }
        throw new GuardError('NOT_FOUND', `there is no host call "${method}"`);
    };
    return {
        // `async`, so that a capability that throws at once rejects like any other.
        call: async (method, args, signal) => find(method)(args, { ...run, signal }),
        tell(method, args) {
            try {
                void Promise.resolve(find(method)(args, run)).catch((error) => { noteFault(run, method, error); });
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
