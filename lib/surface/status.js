export function statusData(parts, action, session, extra) {
    const guards = parts.guards(session).map(({ guard, settings }) => guardStatus(parts, guard, settings, session));
    const gates = parts.gates().map(gate => gateStatus(parts, gate, session));
    const points = parts.points(session);
    const notes = parts.notes(session);
    return {
        action,
        selfCheck: parts.selfCheck(),
        summary: summaryOf(guards, gates, points, notes),
        points,
        gates,
        guards,
        counters: { ...parts.counters.all(), 'vance.guard.evaluations': parts.metrics.totals() },
        session: session === null ? null : sessionStatus(parts, session),
        recent: action === 'recent' ? parts.metrics.recent(extra.recentCount, session?.sessionId) : [],
        target: extra.target,
        notes,
    };
}
function guardStatus(parts, guard, settings, session) {
    const text = parts.texts.textOf(settings, session);
    const metrics = parts.metrics.of(guard.name);
    return {
        name: guard.name,
        state: text.state,
        reason: text.state === 'broken' ? at(text.reason, text.position) : text.stale,
        file: text.file,
        hash: text.hash?.slice(0, 12) ?? null,
        trigger: settings.trigger,
        mode: modeOf(parts, guard, session),
        runs: metrics.runs,
        fired: metrics.outcomes.fired,
        denied: metrics.outcomes.denied,
        passed: metrics.outcomes.passed,
        errors: metrics.outcomes.script_error,
        capped: metrics.outcomes.capped,
        observed: metrics.outcomes.observed,
        p50Ms: round(metrics.p50Ms),
        p95Ms: round(metrics.p95Ms),
        tokens: parts.tokens(guard.name),
        lastError: metrics.lastError === null ? null : at(errorText(metrics.lastError, session), metrics.lastError.position),
        lastOutcomes: metrics.last.map(one => one.outcome),
        warnings: text.state === 'loaded' ? text.compiled.warnings.map(warning => at(warning.text, warning.position)) : [],
    };
}
/** What a guard threw may hold words of the session that it judged; another one learns what kind of fault it was. */
function errorText(error, session) {
    return session === null || session.sessionId === error.sessionId ? error.text : `${error.fault} in another session`;
}
function gateStatus(parts, gate, session) {
    const { active, detail } = gate.status();
    const mode = modeOf(parts, gate, session);
    const switched = mode === 'off' ? 'switched off' : mode === 'observe' ? `observing; ${detail}` : detail;
    return { gate: gate.name, active: active && mode !== 'off', detail: active ? switched : detail };
}
function modeOf(parts, guard, session) {
    return session === null ? guard.mode : parts.states.modeOf(session, guard.name, guard.mode);
}
function sessionStatus(parts, session) {
    const state = parts.states.of(session);
    const runtime = parts.states.rootOf(session).runtimeGuard;
    return {
        rounds: state.rounds,
        pendingNotices: state.notices.pending().length,
        runtimeGuard: runtime === null ? null : runtime.kind === 'script' ? runtime.script : 'inline',
    };
}
function summaryOf(guards, gates, points, notes) {
    const broken = guards.filter(guard => guard.state === 'broken' && guard.mode !== 'off');
    const live = guards.filter(guard => guard.state === 'loaded' && guard.mode !== 'off');
    const activeGates = gates.filter(gate => gate.active);
    const head = `${count(live.length, 'guard')} and ${count(activeGates.length, 'gate')} in force`;
    const bad = broken.length === 0 ? '' : `; BROKEN: ${broken.map(guard => guard.name).join(', ')}`;
    const dead = points.filter(point => !point.active && point.detail.startsWith('not active'));
    const lost = dead.length === 0 ? '' : `; NOT ACTIVE: ${dead.map(point => point.point).join(', ')}`;
    return `${head}${bad}${lost}${notes.length === 0 ? '' : `; ${count(notes.length, 'note')}`}`;
}
function count(number, word) {
    return `${number} ${word}${number === 1 ? '' : 's'}`;
}
/** A text with its place, where there is one. */
export function at(text, position) {
    return position === null ? text : `${text} (line ${position.line}, column ${position.column})`;
}
function round(ms) {
    return ms === null ? null : Math.round(ms * 100) / 100;
}
