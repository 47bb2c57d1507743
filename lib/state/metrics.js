/** Run times kept per guard for the percentiles. */
const WINDOW = 256;
/** Decisions kept for `recent`. */
export const MAX_RECENT = 200;
const none = () => ({ fired: 0, denied: 0, passed: 0, script_error: 0, capped: 0, observed: 0 });
export function createMetrics() {
    const entries = new Map();
    const totals = none();
    const recent = [];
    const entryOf = (guard) => {
        const known = entries.get(guard);
        if (known !== undefined)
            return known;
        const fresh = { runs: 0, outcomes: none(), times: [], next: 0, lastError: null, last: [] };
        entries.set(guard, fresh);
        return fresh;
    };
    return {
        record(decision, position = null) {
            const entry = entryOf(decision.guard);
            entry.runs += 1;
            entry.outcomes[decision.outcome] += 1;
            totals[decision.outcome] += 1;
            // At the cap nothing ran, so its zero would only flatter the percentiles.
            if (decision.outcome !== 'capped') {
                entry.times[entry.next] = decision.ms;
                entry.next = (entry.next + 1) % WINDOW;
            }
            const { fault, time, sessionId } = decision;
            if (fault !== null)
                entry.lastError = { text: decision.reason ?? fault, fault, position, time, sessionId };
            entry.last = [{ point: decision.point, outcome: decision.outcome, reason: decision.reason, time: decision.time }, ...entry.last].slice(0, 3);
            recent.push(decision);
            if (recent.length > MAX_RECENT)
                recent.shift();
        },
        of(guard) {
            const entry = entries.get(guard);
            if (entry === undefined)
                return { runs: 0, outcomes: none(), p50Ms: null, p95Ms: null, lastError: null, last: [] };
            const sorted = [...entry.times].sort((a, b) => a - b);
            return {
                runs: entry.runs,
                outcomes: { ...entry.outcomes },
                p50Ms: percentile(sorted, 0.5),
                p95Ms: percentile(sorted, 0.95),
                lastError: entry.lastError,
                last: entry.last,
            };
        },
        totals: () => ({ ...totals }),
        recent(count, sessionId = null) {
            const asked = sessionId === null ? recent : recent.filter(decision => decision.sessionId === sessionId);
            return count > 0 ? asked.slice(-count) : [];
        },
    };
}
/** Nearest rank on sorted values. */
function percentile(sorted, part) {
    if (sorted.length === 0)
        return null;
    return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? null;
}
