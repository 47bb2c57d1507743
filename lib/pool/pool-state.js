export function statsOf({ set, queue, counts }) {
    const { runs, reruns, gaveWay, timeout, memory, cancelled, protocol } = counts;
    return {
        ...set.counts, runs, reruns, gaveWay,
        queued: queue.length,
        kills: { timeout, memory, cancelled, protocol },
        runners: set.all().map(runner => ({ pid: runner.pid(), state: runner.state, runs: runner.runs, guards: runner.loaded.size, rssBytes: runner.rssBytes })),
    };
}
export function faultOf(code, message) {
    return { code, message, position: null };
}
