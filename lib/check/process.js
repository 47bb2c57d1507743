/**
 * Runs one external program for a check: no shell, only the given environment, output and time
 * bounded. Owns the life of the child: whatever ends the run ends the whole tree. Does not read the
 * answer. Invariant: `run` resolves, always, and no child outlives the host's own orderly exit.
 */
import { spawn } from 'node:child_process';
import { cut } from "../base/text.js";
import { describeThrown } from "../errors.js";
import { createOutput } from "./output.js";
import { killTree } from "./process-tree.js";
/** Milliseconds that pipes may stay open after the program ended; a runaway grandchild may hold them. */
const CLOSE_GRACE_MS = 500;
/** The longest time setTimeout knows. */
const MAX_TIMEOUT_MS = 2_147_483_647;
const MAX_ERROR = 300;
/** @param platform as in `process.platform`; decides how a tree is killed. */
export function createProcesses(platform = process.platform) {
    const running = new Set();
    const abortAll = () => { for (const abort of [...running])
        abort(); };
    // A child is a group of its own, so neither Ctrl-C nor the host's exit reaches it otherwise.
    const track = (abort) => {
        if (running.size === 0)
            process.once('exit', abortAll);
        running.add(abort);
        return () => {
            running.delete(abort);
            if (running.size === 0)
                process.off('exit', abortAll);
        };
    };
    return {
        run: (command, options) => runOne(platform, command, options, track),
        live: () => running.size,
        dispose: abortAll,
    };
}
function runOne(platform, command, options, track) {
    if (options.signal.aborted)
        return Promise.resolve({ ...NOT_STARTED, killedBy: 'abort', error: 'cancelled before the program was started' });
    let child;
    try {
        child = start(platform, command, options);
    }
    catch (error) {
        return Promise.resolve({ ...NOT_STARTED, error: cut(describeThrown(error), MAX_ERROR) });
    }
    return follow(platform, child, options, track);
}
const NOT_STARTED = { started: false, exitCode: null, killedBy: null, stdout: '', stderr: '', error: null };
function start(platform, command, options) {
    const [program, ...args] = command;
    const child = spawn(program, args, {
        cwd: options.cwd,
        env: { ...options.env },
        shell: false,
        detached: platform !== 'win32',
        windowsHide: true,
        stdio: [options.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    // A program that does not read its input closes the pipe; that is no failure of the run.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.stdin);
    return child;
}
/**
 * The child stays referenced while it runs: the turn waits for it, and a host whose loop ran empty
 * would exit in the middle of the turn. The time-out bounds how long that can last.
 */
function follow(platform, child, options, track) {
    return new Promise((resolve) => {
        let ended = false;
        let killedBy = null;
        let error = null;
        const timers = [];
        const later = (ms, then) => { timers.push(setTimeout(then, Math.min(Math.max(ms, 0), MAX_TIMEOUT_MS)).unref()); };
        const kill = (why) => {
            if (ended || killedBy !== null)
                return;
            killedBy = why;
            killTree(child, platform);
            later(CLOSE_GRACE_MS * 4, settle);
        };
        const output = createOutput(child, options.maxOutputBytes, () => { kill('output'); });
        const onAbort = () => { kill('abort'); };
        const untrack = track(onAbort);
        const settle = () => {
            timers.forEach(clearTimeout);
            options.signal.removeEventListener('abort', onAbort);
            untrack();
            output.stop();
            const started = child.pid !== undefined;
            // Node puts the negative error number there when there never was a child.
            resolve({ started, exitCode: started ? child.exitCode : null, killedBy, stdout: output.stdout(), stderr: output.stderr(), error });
        };
        options.signal.addEventListener('abort', onAbort, { once: true });
        later(options.timeoutMs, () => { kill('timeout'); });
        child.on('error', (thrown) => {
            error = cut(describeThrown(thrown), MAX_ERROR);
            if (child.pid === undefined)
                settle();
        });
        child.on('exit', (_code, signal) => {
            ended = true;
            if (signal !== null && killedBy === null)
                error = `died of signal ${signal}`;
            // What the program left behind in its group goes with it.
            killTree(child, platform);
            later(CLOSE_GRACE_MS, settle);
        });
        child.on('close', settle);
    });
}
