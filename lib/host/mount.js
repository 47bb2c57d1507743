const POINTS = ['start', 'command', 'result', 'stop', 'terminate'];
export function createMount(ctx, parts) {
    const mounted = new Map();
    const register = {
        session: () => parts.turns.mountSession(ctx),
        start: () => parts.turns.mountStart(ctx),
        command: () => parts.tools.mountCommand(ctx),
        result: () => parts.tools.mountResult(ctx),
        outcome: () => parts.tools.mountOutcome(ctx),
        stop: () => parts.turns.mountStop(ctx),
    };
    const wanted = () => {
        const needed = new Set(POINTS.filter(point => parts.roster.needed(point)));
        const stop = needed.has('stop') || needed.has('terminate');
        const calls = needed.has('command') || needed.has('result');
        return new Set([
            ...needed.size > 0 ? ['session'] : [],
            ...needed.has('start') ? ['start'] : [],
            ...needed.has('command') ? ['command'] : [],
            // What a COMMAND guard says rides on the call that it judged, so its notices need this one too.
            ...calls ? ['result'] : [],
            ...calls || stop ? ['outcome'] : [],
            ...stop ? ['stop'] : [],
        ]);
    };
    const unmount = (group) => {
        for (const dispose of mounted.get(group) ?? [])
            dispose();
        mounted.delete(group);
    };
    return {
        reconcile() {
            const groups = wanted();
            for (const group of [...mounted.keys()])
                if (!groups.has(group))
                    unmount(group);
            for (const group of groups)
                if (!mounted.has(group))
                    mounted.set(group, register[group]());
        },
        mounted: point => mounted.has(point === 'terminate' ? 'stop' : point) && parts.roster.needed(point),
        dispose() {
            for (const group of [...mounted.keys()])
                unmount(group);
        },
    };
}
