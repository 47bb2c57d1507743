/**
 * The runners of a pool: how many there are, when one is started, kept as a spare, replaced or let go.
 * Knows nothing of jobs; the pool asks for an idle runner and gives it back.
 */
import { oneLine } from "../base/text.js";
import { startRunner } from "./runner.js";
import { createUsage } from "./usage.js";
const START_MS = 15_000;
/** After a failed start, while other runners are at work. */
const START_PAUSE_MS = 1000;
/** A spare is started a little after the job that made it wanted, not to slow that one down. */
const SPARE_MS = 20;
/** After this time without work only one runner is kept. */
const IDLE_MS = 60_000;
/** How long `dispose` waits for ends that do not come. */
const DISPOSE_MS = 2000;
const MAX_WHY = 400;
export function createRunnerSet(options, events) {
    const { time } = options;
    const runners = new Set();
    const dying = new Set();
    const counts = { started: 0, startFailures: 0, deaths: 0, recycled: 0, lastStartFailure: null };
    let noStartBefore = Number.NEGATIVE_INFINITY;
    let cancelSpare = null;
    let cancelReaper = null;
    let disposal = null;
    const having = (state) => [...runners].filter(runner => runner.state === state);
    const stop = (runner) => {
        if (!runners.delete(runner))
            return;
        dying.add(runner);
        runner.kill();
    };
    const startFailed = (why) => {
        counts.startFailures += 1;
        counts.lastStartFailure = oneLine(why, MAX_WHY);
        noStartBefore = time.now() + START_PAUSE_MS;
        if (runners.size === 0)
            events.noneLeft(counts.lastStartFailure);
    };
    const startOne = () => {
        const cancelTimer = time.after(START_MS, () => {
            if (runner.state !== 'starting')
                return;
            stop(runner);
            startFailed(`it was not ready within ${START_MS} ms`);
        }, false);
        const runner = startRunner(options.start, createUsage(options.readCpu), {
            frame: events.frame,
            malformed: events.malformed,
            ready() {
                cancelTimer();
                counts.lastStartFailure = null;
                runner.state = 'idle';
                events.available();
            },
            died(_runner, end) {
                cancelTimer();
                const wasStarting = runner.state === 'starting';
                runner.state = 'dead';
                runners.delete(runner);
                if (wasStarting) {
                    startFailed(end.detail === '' ? `it ended with ${end.signal ?? `exit code ${end.exitCode}`}` : end.detail);
                    return;
                }
                counts.deaths += 1;
                events.died(runner, end);
            },
            gone() {
                cancelTimer();
                dying.delete(runner);
                if (dying.size === 0)
                    disposal?.finish();
            },
        });
        counts.started += 1;
        runners.add(runner);
    };
    const startUpTo = (coming, beyond = 0) => {
        if (disposal !== null || (runners.size > 0 && time.now() < noStartBefore))
            return;
        const room = options.maxRunners + beyond - runners.size;
        for (let missing = Math.min(coming - having('starting').length, room); missing > 0; missing -= 1)
            startOne();
    };
    const spareSoon = () => {
        if (disposal !== null)
            return;
        cancelSpare ??= time.after(SPARE_MS, () => {
            cancelSpare = null;
            if (having('idle').length === 0)
                startUpTo(1);
        }, false);
    };
    const reapLater = () => {
        if (disposal !== null || having('idle').length < 2)
            return;
        cancelReaper ??= time.after(IDLE_MS, () => {
            cancelReaper = null;
            // Insertion order is order of last use, see `release`.
            const unused = having('idle').slice(0, -1).filter(runner => time.now() - runner.usedAt >= IDLE_MS);
            for (const runner of unused)
                stop(runner);
            reapLater();
        }, false);
    };
    return {
        counts,
        all: () => [...runners],
        idle: () => having('idle'),
        pick(hash, wanted) {
            const all = having('idle').filter(runner => !wanted.fresh || runner.runs === 0);
            const preferred = all.filter(runner => runner.lowered === wanted.lowered);
            const idle = preferred.length > 0 ? preferred : all;
            return idle.findLast(runner => runner.loaded.has(hash)) ?? idle.at(-1) ?? null;
        },
        startUpTo,
        makeRoom() {
            const [unused] = having('idle');
            if (unused !== undefined && runners.size >= options.maxRunners && having('starting').length === 0)
                stop(unused);
        },
        spareSoon,
        release(runner, state) {
            if (state === 'worn') {
                counts.recycled += 1;
                stop(runner);
                spareSoon();
            }
            else if (state === 'surplus') {
                stop(runner);
            }
            else {
                runner.state = 'idle';
                runner.usedAt = time.now();
                runners.delete(runner);
                runners.add(runner);
                reapLater();
            }
            events.available();
        },
        stop,
        dispose() {
            if (disposal !== null)
                return disposal.promise;
            cancelSpare?.();
            cancelReaper?.();
            let resolve = () => undefined;
            const promise = new Promise((settled) => { resolve = settled; });
            // Alive until the last one is gone: whoever waits for that must not find the process ended first.
            const cancelWait = time.after(DISPOSE_MS, resolve, true);
            const finish = () => {
                cancelWait();
                resolve();
            };
            disposal = { promise, finish };
            for (const runner of runners)
                stop(runner);
            if (dying.size === 0)
                finish();
            return promise;
        },
    };
}
