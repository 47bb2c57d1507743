import { textArgument } from "./arguments.js";
export function createScratchCapability(scratch) {
    const key = (method, args) => textArgument(method, 'key', args[0]);
    return {
        calls: {
            'scratch.loop.fetch': (_args, run) => scratch.loop(run).all(),
            'scratch.loop.set': (args, run) => {
                scratch.loop(run).set(key('loopValues.set', args), args[1] ?? null);
                return null;
            },
            'scratch.loop.remove': (args, run) => scratch.loop(run).remove(key('loopValues.remove', args)),
            'scratch.session.get': (args, run) => args[0] === null || args[0] === undefined
                ? scratch.session(run).all()
                : scratch.session(run).get(key('sessionValues.get', args)) ?? null,
            'scratch.session.has': (args, run) => scratch.session(run).has(key('sessionValues.has', args)),
            'scratch.session.set': (args, run) => {
                scratch.session(run).set(key('sessionValues.set', args), args[1] ?? null);
                return null;
            },
            'scratch.session.remove': (args, run) => scratch.session(run).remove(key('sessionValues.remove', args)),
        },
    };
}
