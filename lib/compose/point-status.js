const POINTS = ['start', 'command', 'result', 'stop', 'terminate'];
export function pointStatuses({ roster, mount, anchors, states }, session) {
    // What the human switched in this session counts, not what the configuration says.
    const modeOf = (guard) => session === null ? guard.mode : states.modeOf(session, guard.name, guard.mode);
    return POINTS.map((point) => {
        const names = roster.at(point, session).filter(guard => modeOf(guard) !== 'off').map(guard => guard.name);
        if (names.length === 0)
            return { point, active: false, detail: 'no guard' };
        const missing = anchors.missing(point);
        if (missing.length > 0)
            return { point, active: false, detail: `not active: this host has no ${missing.join(', ')}; guards here do not run: ${names.join(', ')}` };
        return mount.mounted(point)
            ? { point, active: true, detail: names.join(', ') }
            : { point, active: false, detail: `not active: nothing is registered on the host for ${names.join(', ')}` };
    });
}
