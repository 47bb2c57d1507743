/**
 * One run's talk with the host: actions, one-way calls, calls that wait, log lines. Owns the limits of a
 * run and its end: after `close` everything throws, whatever a guard has kept.
 *
 * Invariant: arguments are plain, checked JSON before a number is taken or a byte is written, and there
 * is stack left for the whole exchange, so that a script that recurses into it cannot leave it half done.
 */
import { MAX_FRAME_FROM_RUNNER, MAX_HOST_CALLS, MAX_LOG_LINES, MAX_RUN_BYTES, frameText, parseHostFrame } from "../protocol.js";
/** @param gone ends the process when the host sends something that is no answer. */
export function openChannel(run, port, errors, gone) {
    let open = true;
    let calls = 0;
    let bytes = 0;
    let logs = 0;
    let dropped = 0;
    const assertOpen = () => {
        if (!open)
            throw errors.create('CANCELLED', 'this run of the guard is over; nothing can be asked of the host any more');
    };
    const send = (frame) => {
        assertOpen();
        reserveStack();
        const text = frameText(frame);
        const size = Buffer.byteLength(text);
        if (size > MAX_FRAME_FROM_RUNNER || bytes + size > MAX_RUN_BYTES) {
            throw errors.create('LIMIT', `a run may hand over at most ${MAX_RUN_BYTES} bytes, and ${MAX_FRAME_FROM_RUNNER} at once`);
        }
        bytes += size;
        port.write(text);
    };
    const count = () => {
        if (calls >= MAX_HOST_CALLS)
            throw errors.create('LIMIT', `a run may make at most ${MAX_HOST_CALLS} host calls and actions`);
        calls += 1;
    };
    return {
        act(action) {
            count();
            send({ t: 'act', run, action });
        },
        tell(method, args) {
            count();
            send({ t: 'tell', run, method, args });
        },
        call(method, args) {
            count();
            const call = calls;
            send({ t: 'call', run, call, method, args });
            const answer = waitFor(call, port, gone);
            if (answer.ok)
                return answer.value;
            throw errors.create(answer.code, answer.message);
        },
        log(line) {
            assertOpen();
            if (logs >= MAX_LOG_LINES) {
                dropped += 1;
                return;
            }
            logs += 1;
            send({ t: 'log', run, line });
        },
        assertOpen,
        close() { open = false; },
        logsDropped: () => dropped,
    };
}
function waitFor(call, port, gone) {
    for (;;) {
        const frame = parseHostFrame(port.read());
        if (frame?.t !== 'ret')
            return gone();
        // An older answer is one that nobody waits for any more.
        if (frame.call === call)
            return frame;
    }
}
/** 64 KiB of stack: what the deepest path below `send` takes, even where the engine has yet to compile it. */
const STACK_WORDS = Array.from({ length: 8192 }, () => undefined);
/**
 * Arguments lie on the stack, and the engine checks that they fit before it makes the call. A recursion would
 * not do: the engine makes its frames small, or none at all, once it has optimised it.
 * @throws RangeError while nothing has happened yet, instead of in the middle of an exchange.
 */
function reserveStack() {
    Reflect.apply(nothing, undefined, STACK_WORDS);
}
function nothing() { }
