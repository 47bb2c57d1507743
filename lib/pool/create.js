/**
 * Puts the pool together for the real world: which Node, which files, which clock. The one place that
 * knows where the runner's code and SES lie.
 */
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { commandOf } from "./command-line.js";
import { rssReaderOf } from "./memory-watch.js";
import { chooseRunner, probeNode } from "./node-binary.js";
import { systemPriority } from "./priority.js";
import { createRunnerPool } from "./pool.js";
import { createProcessStart } from "./process-link.js";
import { createThreadStart } from "./thread-link.js";
import { readCpuOnLinux } from "./usage.js";
const SHELL = '/bin/sh';
const MIN_CPU_S = 60;
/** The processor limit covers this many times the longest run: garbage collection works on further threads. */
const CPU_SHARE = 4;
const MAX_RUNS = 10_000;
export function createScriptRunner(options) {
    const { sandbox } = options;
    const choice = chooseRunner(sandbox, options.host);
    const cpuSeconds = options.cpuSeconds ?? Math.max(MIN_CPU_S, CPU_SHARE * Math.ceil(options.timeoutMs / 1000));
    const platform = options.platform ?? process.platform;
    const readRss = rssReaderOf(platform);
    const pool = createRunnerPool({
        start: choice.kind === 'process' ? startProcesses(choice, cpuSeconds, options) : startThreads(options),
        time: realTime(),
        readRss: readRss ?? (() => null),
        readCpu: platform === 'linux' ? readCpuOnLinux : () => null,
        priority: systemPriority,
        maxRunners: sandbox.maxRunners,
        processors: availableParallelism(),
        memoryMb: sandbox.memoryMb,
        maxSteps: sandbox.maxSteps,
        // So that what a runner has used before and the longest run stay below the limit together.
        maxWorkMs: cpuSeconds * 1000 / CPU_SHARE,
        maxRuns: options.maxRuns ?? MAX_RUNS,
        startAdvice: `set sandbox.nodePath to a Node binary of version 20 or newer, or sandbox.runner to worker`,
    });
    const forget = options.onHostExit(() => { void pool.dispose(); });
    return {
        ...pool,
        stats: () => ({ ...pool.stats(), ...describe(choice) }),
        notes: () => runnerNotes(describe(choice), readRss !== null, platform),
        async dispose() {
            forget();
            await pool.dispose();
        },
    };
}
function describe(choice) {
    if (choice.kind === 'process')
        return { kind: 'process', memoryContained: true, detail: choice.nodePath };
    return { kind: 'worker', memoryContained: false, detail: choice.why };
}
export function runnerNotes({ kind, detail }, watched, platform) {
    if (kind === 'worker')
        return [`guards run in threads of the host (${detail}): a guard that uses up its memory can end the host`];
    return watched ? [] : [`the resident memory of runners is not watched on ${platform}: their heap limit (sandbox.memoryMb) holds, memory beside the heap is not limited`];
}
function startProcesses(choice, cpuSeconds, options) {
    const { nodePath } = choice;
    const files = filesOf(options.libDir);
    const entry = options.probe === undefined ? files.entry : realpathSync(options.probe.entry);
    const shell = process.platform !== 'win32' && existsSync(SHELL) ? SHELL : null;
    let known = null;
    return createProcessStart({
        cwd: dirname(files.entry),
        async command() {
            known ??= choice.version === null ? probeNode(nodePath) : Promise.resolve({ version: choice.version });
            const answer = await known;
            if ('problem' in answer) {
                // Asked again next time: the file may have been put there meanwhile.
                known = null;
                return answer;
            }
            const readable = [...files.readable, ...options.probe?.readable ?? []];
            return commandOf({ nodePath, version: answer.version, entry, ses: files.ses, readable, memoryMb: options.sandbox.memoryMb, cpuSeconds }, shell);
        },
    });
}
function startThreads(options) {
    const files = filesOf(options.libDir);
    return createThreadStart({ entry: files.threadEntry, ses: files.ses, memoryMb: options.sandbox.memoryMb });
}
/** Real paths, because the permission model compares those: packages may be symlinks into a store. */
function filesOf(libDir) {
    const lib = realpathSync(libDir);
    const ses = realpathSync(createRequire(join(lib, 'index.js')).resolve('ses'));
    const runner = join(lib, 'runner');
    return {
        entry: join(runner, 'entry.js'),
        threadEntry: join(runner, 'thread-entry.js'),
        ses,
        readable: [join(runner, '*'), join(lib, 'base', '*'), join(lib, 'errors.js'), join(lib, 'protocol.js'), join(dirname(lib), 'package.json')],
    };
}
function realTime() {
    return {
        now: () => performance.now(),
        after(ms, action, keepAlive) {
            const timer = setTimeout(action, ms);
            if (!keepAlive)
                timer.unref();
            return () => { clearTimeout(timer); };
        },
    };
}
