const POINTS = ['start', 'command', 'result', 'stop', 'terminate'];
export function pointStatuses(roster, mount, anchors, session) {
    return POINTS.map((point) => {
        const names = roster.at(point, session).filter(guard => guard.mode !== 'off').map(guard => guard.name);
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
