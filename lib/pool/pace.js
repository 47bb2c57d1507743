/**
 * What a run is likely to do to its runner, told from what the same guard did before: first in the same
 * session, then anywhere. An expectation only; what a run really does is what counts in the end.
 */
import { LRUCache } from 'lru-cache';
/** Above this a run holds its runner for long, milliseconds. A usual one takes less than one. */
const LONG_MS = 50;
/** And it computes, if it used so much of a processor meanwhile; else it waited for one. */
const COMPUTING_MS = 40;
/** The same while it is at work: what the system tells then comes late, and in steps of ten. */
const COMPUTING_SO_FAR_MS = 20;
/** Where processor time cannot be read, a run that takes so long is held to have computed. */
const BLIND_MS = 250;
export function paceOf({ heldMs, waitedMs, cpuMs, over }) {
    const ownMs = heldMs - waitedMs;
    const computed = cpuMs === null ? ownMs > BLIND_MS : ownMs > LONG_MS && cpuMs >= (over ? COMPUTING_MS : COMPUTING_SO_FAR_MS);
    if (computed)
        return 'computing';
    return waitedMs > LONG_MS ? 'waiting' : 'quick';
}
const MAX_PAIRS = 8_192;
const MAX_GUARDS = 512;
/** Quick runs in a row after which a slow one is forgotten. */
const FORGIVEN_AFTER = 8;
/** A guard is held to be slow everywhere when it was so in at least so many runs, and so many times as often as it was quick. */
const SLOW_RUNS = 4;
const SLOW_SHARE = 3;
/** Counts are halved here, so that what happened long ago weighs less. */
const MEMORY = 64;
export function createPaceBook() {
    const pairs = new LRUCache({ max: MAX_PAIRS });
    const guards = new LRUCache({ max: MAX_GUARDS });
    const pairKey = (job) => `${job.hash}\n${job.input.session.sessionId}`;
    return {
        expect(job) {
            const pair = pairs.get(pairKey(job));
            if (pair !== undefined)
                return pair.pace;
            const guard = guards.get(job.hash);
            return guard !== undefined && guard.slow >= SLOW_RUNS && guard.slow >= SLOW_SHARE * guard.quick ? guard.lastSlow : 'quick';
        },
        trusted(job) {
            const pair = pairs.get(pairKey(job));
            if (pair !== undefined)
                return pair.pace === 'quick';
            return (guards.get(job.hash)?.slow ?? 0) < 1;
        },
        learn(job, pace) {
            const key = pairKey(job);
            const before = pairs.get(key);
            const quickRuns = pace === 'quick' ? (before?.quickRuns ?? 0) + 1 : 0;
            const forgiven = before === undefined || before.pace === 'quick' || quickRuns >= FORGIVEN_AFTER;
            pairs.set(key, { pace: pace === 'quick' && !forgiven ? before.pace : pace, quickRuns });
            const { quick, slow, lastSlow } = guards.get(job.hash) ?? { quick: 0, slow: 0, lastSlow: 'computing' };
            const share = quick + slow >= MEMORY ? 2 : 1;
            guards.set(job.hash, {
                quick: quick / share + (pace === 'quick' ? 1 : 0),
                slow: slow / share + (pace === 'quick' ? 0 : 1),
                lastSlow: pace === 'quick' ? lastSlow : pace,
            });
        },
    };
}
