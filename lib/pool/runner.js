export function startRunner(start, usage, events) {
    let ended = false;
    const runner = {
        state: 'starting', runs: 0, workedMs: 0, usedAt: 0, rssBytes: null, firstRssBytes: null, usage, lowered: false, loaded: new Set(),
        pid: () => ended ? null : link.pid(),
        post(texts) { link.post(texts); },
        kill() {
            runner.state = 'dead';
            link.kill();
        },
    };
    const handlers = {
        frame(frame, bytes) {
            if (runner.state === 'dead')
                return;
            if (runner.state !== 'starting')
                events.frame(runner, frame, bytes);
            else if (frame.t === 'ready')
                events.ready(runner);
            else
                events.malformed(runner, 'it spoke before it was ready');
        },
        malformed(reason) {
            if (runner.state !== 'dead')
                events.malformed(runner, reason);
        },
        ended(end) {
            if (ended)
                return;
            ended = true;
            if (runner.state === 'dead')
                events.gone(runner);
            else
                events.died(runner, end);
        },
    };
    const link = start(handlers);
    return runner;
}
