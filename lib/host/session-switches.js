export function createSessionSwitches(onDisk) {
    const runtime = new Set();
    const on = new Map();
    return {
        anyRuntimeGuard: () => onDisk.runtimeGuard || runtime.size > 0,
        anySwitchedOn: guard => onDisk.switchedOn.has(guard) || [...on.values()].some(names => names.has(guard)),
        changed(session, states) {
            const root = states.rootOf(session);
            if (root.runtimeGuard === null)
                runtime.delete(session.rootSessionId);
            else
                runtime.add(session.rootSessionId);
            on.set(session.rootSessionId, new Set([...root.toggles].flatMap(([name, mode]) => mode === 'off' ? [] : [name])));
        },
    };
}
