import { createRequire, syncBuiltinESMExports } from 'node:module';
import { readSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

class GuardError extends Error {
    name = 'GuardError';
    code;
    constructor(code, message, options) {
        super(message, options);
        this.code = code;
    }
}
/** Compile-time proof that a union was handled whole. */
function assertNever(value) {
    throw new GuardError('INTERNAL', `unexpected value: ${JSON.stringify(value)}`);
}

/**
 * Length-prefixed texts on a byte stream: 4 bytes of little-endian length, then that many bytes of
 * UTF-8. Owns the size limit of what comes in; knows nothing of what the texts mean.
 */
const HEADER_BYTES = 4;
/** One frame in one buffer, so that it leaves in one write. */
function encodeFrame(text) {
    return encodeFrames([text]);
}
/** Several frames in one buffer, in order. */
function encodeFrames(texts) {
    const lengths = texts.map(text => Buffer.byteLength(text));
    const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + HEADER_BYTES + length, 0));
    let at = 0;
    for (const [index, text] of texts.entries()) {
        const length = lengths[index] ?? 0;
        bytes.writeUInt32LE(length, at);
        bytes.write(text, at + HEADER_BYTES, length, 'utf8');
        at += HEADER_BYTES + length;
    }
    return bytes;
}
/**
 * A decoder for one stream. Feed it chunks in order, and take all texts of one before the next.
 * @param maxBytes longest body that is accepted.
 * @throws GuardError PROTOCOL, in place of the next text, when a frame announces more; the stream is then of no further use.
 */
function createFrameDecoder(maxBytes) {
    const partial = { header: Buffer.alloc(HEADER_BYTES), headerFilled: 0, body: null, bodyFilled: 0 };
    return function* (chunk) {
        let at = 0;
        while (at < chunk.length) {
            // The common case: nothing pending and the whole frame is in this chunk. No copy is made.
            if (partial.headerFilled === 0 && chunk.length - at >= HEADER_BYTES) {
                const length = checkedLength(chunk.readUInt32LE(at), maxBytes);
                const end = at + HEADER_BYTES + length;
                if (end <= chunk.length) {
                    yield chunk.toString('utf8', at + HEADER_BYTES, end);
                    at = end;
                    continue;
                }
            }
            at = fill(partial, chunk, at, maxBytes);
            if (partial.body !== null && partial.bodyFilled === partial.body.length) {
                yield partial.body.toString('utf8');
                partial.headerFilled = 0;
                partial.body = null;
            }
        }
    };
}
function fill(partial, chunk, start, maxBytes) {
    let at = start;
    if (partial.body === null) {
        const taken = chunk.copy(partial.header, partial.headerFilled, at, at + HEADER_BYTES - partial.headerFilled);
        partial.headerFilled += taken;
        at += taken;
        if (partial.headerFilled < HEADER_BYTES)
            return at;
        partial.body = Buffer.allocUnsafe(checkedLength(partial.header.readUInt32LE(0), maxBytes));
        partial.bodyFilled = 0;
    }
    const taken = chunk.copy(partial.body, partial.bodyFilled, at);
    partial.bodyFilled += taken;
    return at + taken;
}
function checkedLength(length, maxBytes) {
    if (length > maxBytes)
        throw new GuardError('PROTOCOL', `a frame of ${length} bytes was announced, at most ${maxBytes} are accepted`);
    return length;
}

/** Text that is shown to people or to the model: bounded, on one line, without secrets. */
/**
 * At most `max` UTF-16 units; what is missing is counted in a marker at the end. A surrogate pair
 * is never split.
 */
function cut(text, max) {
    return cutWith(text, max, 0);
}
/** @param beyond units that are missing already, behind the end of `text`. */
function cutWith(text, max, beyond) {
    if (text.length <= max && beyond === 0)
        return text;
    const marker = (missing) => `… [${missing} more]`;
    const keep = max - marker(text.length + beyond).length;
    if (keep <= 0)
        return wholePairs(text, max);
    const kept = wholePairs(text, keep);
    return kept + marker(text.length - kept.length + beyond);
}
function wholePairs(text, end) {
    const last = text.charCodeAt(end - 1);
    return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end);
}
/** Control characters and line breaks become single spaces; bounded like `cut`. */
function oneLine(text, max) {
    // Cut first: a reason may be megabytes long, and only its head can be shown.
    const head = wholePairs(text, max * 4);
    return cutWith(head.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim(), max, text.length - head.length);
}

/**
 * Plain JSON: the only kind of value that crosses from one part to another. Owns the check that a
 * value is plain and within bounds, and its detached copy. Throws GuardError.
 */
const DEFAULT_DEPTH = 100;
function isJsonObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}
/**
 * Copies a value that is JSON already.
 * @throws GuardError NOT_JSON (with the path of the offender), TOO_DEEP, TOO_LARGE.
 */
function snapshotJson(value, limits = {}) {
    const copy = copyJson(value, '$', limits.maxDepth ?? DEFAULT_DEPTH, new Set());
    if (limits.maxBytes !== undefined) {
        const bytes = Buffer.byteLength(JSON.stringify(copy));
        if (bytes > limits.maxBytes)
            throw new GuardError('TOO_LARGE', `the value takes ${bytes} bytes of JSON, at most ${limits.maxBytes} are allowed`);
    }
    return copy;
}
function copyJson(value, path, depth, above) {
    if (value === null || typeof value === 'boolean' || typeof value === 'string')
        return value;
    if (typeof value === 'number') {
        if (!Number.isFinite(value))
            throw notJson(path, String(value));
        return value;
    }
    if (typeof value !== 'object')
        throw notJson(path, typeof value);
    if (depth <= 0)
        throw new GuardError('TOO_DEEP', `the value is nested too deeply at ${path}`);
    if (above.has(value))
        throw notJson(path, 'a reference to itself');
    above.add(value);
    const copy = Array.isArray(value) ? copyArray(value, path, depth, above) : copyObject(value, path, depth, above);
    above.delete(value);
    return copy;
}
function copyArray(value, path, depth, above) {
    return Array.from(value, (item, index) => copyJson(item, `${path}[${index}]`, depth - 1, above));
}
function copyObject(value, path, depth, above) {
    const proto = Object.getPrototypeOf(value);
    if (proto !== null && proto !== Object.prototype)
        throw notJson(path, 'an object of a class');
    const copy = {};
    for (const [key, item] of Object.entries(value)) {
        // defineProperty, because assigning `__proto__` would change the prototype instead of adding a key.
        Object.defineProperty(copy, key, {
            value: copyJson(item, `${path}.${key}`, depth - 1, above), enumerable: true, configurable: true, writable: true,
        });
    }
    return copy;
}
function notJson(path, what) {
    return new GuardError('NOT_JSON', `only JSON values are allowed, but ${path} is ${what}`);
}

/**
 * Frames between the host and a runner. One direction each; a parser per direction rebuilds every
 * frame field by field and drops what it does not know.
 *
 * A frame on the wire is a 4-byte little-endian length and that many bytes of UTF-8 JSON. A worker
 * runner carries the same JSON texts as messages.
 */
/** Largest frame that a runner may send, bytes of JSON. */
const MAX_FRAME_FROM_RUNNER = 1 << 20;
/** Largest frame that the host sends, bytes of JSON; a larger input is a fault of the run. */
const MAX_FRAME_TO_RUNNER = 16 << 20;
/** Longest string that a script may hand over, UTF-16 units. */
const MAX_SCRIPT_STRING = 65_536;
/** Longest text that a script may put in place of a result, UTF-16 units. */
const MAX_REPLACEMENT = 262_144;
/** Largest JSON value that a script may hand over, and the size of one scratch store, bytes of JSON. */
const MAX_SCRIPT_JSON = 65_536;
/** Levels of nesting in a value that crosses. */
const MAX_JSON_DEPTH = 100;
/** Longest key of a scratch store, UTF-16 units. */
const MAX_KEY = 256;
/** Host calls and actions of one run, together. */
const MAX_HOST_CALLS = 1000;
/** Log lines of one run; more are counted. */
const MAX_LOG_LINES = 200;
/** Longest log line, and the largest log data in bytes of JSON. */
const MAX_LOG_TEXT = 2000;
/** Everything that one run may send, bytes of JSON. */
const MAX_RUN_BYTES = 8 << 20;
/** Longest message of a fault, UTF-16 units. */
const MAX_FAULT_TEXT = 2000;
// ---------------------------------------------------------------- encoding
/** Host frames as text. `run` is apart: its input is turned into text once, whatever becomes of the attempt. */
function frameText(frame) {
    return JSON.stringify(frame);
}
/** Reads what the host sent. The host is trusted; a frame that does not parse means that the stream is broken. */
function parseHostFrame(text) {
    const raw = parseObject(text);
    if (raw === null)
        return null;
    switch (raw['t']) {
        case 'load': {
            const { hash, name, code, isAsync, maxSteps } = raw;
            if (typeof hash !== 'string' || typeof name !== 'string' || typeof code !== 'string' || typeof isAsync !== 'boolean' || !isCount(maxSteps))
                return null;
            return { t: 'load', hash, name, code, isAsync, maxSteps };
        }
        case 'run': {
            const { run, hash } = raw;
            const input = readInput(raw['input']);
            return isCount(run) && typeof hash === 'string' && input !== null ? { t: 'run', run, hash, input } : null;
        }
        case 'ret': {
            const { call, ok, value, code, message } = raw;
            if (!isCount(call))
                return null;
            if (ok === true)
                return value === undefined ? null : { t: 'ret', call, ok, value };
            return ok === false && typeof code === 'string' && typeof message === 'string' ? { t: 'ret', call, ok, code, message } : null;
        }
        default: return null;
    }
}
function parseObject(text) {
    try {
        const value = JSON.parse(text);
        return isJsonObject(value) ? value : null;
    }
    catch {
        return null;
    }
}
function readInput(raw) {
    if (!isJsonObject(raw))
        return null;
    const { task, request, output, round, maxRounds, naturalStop, params, allowTools, now, loopScratch } = raw;
    const point = POINTS.find(known => known === raw['point']);
    const mode = MODES.find(known => known === raw['mode']);
    const command = orNull(raw['command'], readCommand);
    const result = orNull(raw['result'], readResult);
    const session = readSession(raw['session']);
    if (point === undefined || mode === undefined || command === undefined || result === undefined || session === undefined)
        return null;
    if (typeof task !== 'string' || typeof request !== 'string' || typeof output !== 'string')
        return null;
    if (!isCount(round) || !isCount(maxRounds) || typeof naturalStop !== 'boolean' || typeof allowTools !== 'boolean')
        return null;
    if (!isJsonObject(params) || typeof now !== 'number' || (loopScratch !== null && !isJsonObject(loopScratch)))
        return null;
    return { point, task, request, output, round, maxRounds, naturalStop, command, result, mode, params, session, allowTools, now, loopScratch };
}
function orNull(raw, read) {
    return raw === null ? null : read(raw);
}
function readCommand(raw) {
    if (!isJsonObject(raw))
        return undefined;
    const { name, args, callId } = raw;
    return typeof name === 'string' && args !== undefined && typeof callId === 'string' ? { name, args, callId } : undefined;
}
function readResult(raw) {
    if (!isJsonObject(raw))
        return undefined;
    const { isError, text, durationMs } = raw;
    const error = orNull(raw['error'], readResultError);
    if (typeof isError !== 'boolean' || typeof text !== 'string' || typeof durationMs !== 'number' || error === undefined)
        return undefined;
    return { isError, text, error, durationMs };
}
function readResultError(raw) {
    if (!isJsonObject(raw))
        return undefined;
    const { message, code } = raw;
    return typeof message === 'string' && (code === null || typeof code === 'string') ? { message, code } : undefined;
}
function readSession(raw) {
    if (!isJsonObject(raw))
        return undefined;
    const { sessionId, agentId, rootSessionId, cwd, isSubagent } = raw;
    if (typeof sessionId !== 'string' || typeof agentId !== 'string' || typeof rootSessionId !== 'string')
        return undefined;
    return typeof cwd === 'string' && typeof isSubagent === 'boolean' ? { sessionId, agentId, rootSessionId, cwd, isSubagent } : undefined;
}
const POINTS = ['start', 'command', 'result', 'stop', 'terminate'];
const MODES = ['enforce', 'observe', 'off'];
function isCount(value) {
    return Number.isSafeInteger(value) && value >= 0;
}

/**
 * How a runner talks with the host, and the one for a child process: blocking reads on one pipe,
 * blocking writes on another. Blocking is the point: a script's host call is synchronous.
 */
/** The descriptors that the pool opens in the child. */
const READ_FD = 3;
const WRITE_FD = 4;
const CHUNK_BYTES = 64 * 1024;
/** How long to sleep where the platform made a pipe non-blocking, milliseconds. */
const RETRY_MS = 1;
/**
 * @param gone ends this process; called when the host has closed its end or the stream is broken, because
 * no error of the transport may surface inside a script.
 */
function createPipePort(gone) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const decode = createFrameDecoder(MAX_FRAME_TO_RUNNER);
    const texts = [];
    return {
        read() {
            for (;;) {
                const text = texts.shift();
                if (text !== undefined)
                    return text;
                const length = blocking(() => readSync(READ_FD, chunk, 0, CHUNK_BYTES, null), gone);
                if (length === 0)
                    gone();
                texts.push(...decoded(decode, chunk.subarray(0, length), gone));
            }
        },
        write(text) {
            const bytes = encodeFrame(text);
            let sent = 0;
            while (sent < bytes.length)
                sent += blocking(() => writeSync(WRITE_FD, bytes, sent), gone);
        },
    };
}
function decoded(decode, chunk, gone) {
    try {
        return [...decode(chunk)];
    }
    catch {
        return gone();
    }
}
function blocking(act, gone) {
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (;;) {
        try {
            return act();
        }
        catch (error) {
            const code = error.code;
            if (code === 'EOF')
                return 0;
            if (code !== 'EAGAIN' && code !== 'EINTR')
                return gone();
            Atomics.wait(pause, 0, 0, RETRY_MS);
        }
    }
}

/**
 * Takes out of this process what Node's permission model leaves open, before anything of a guard runs: a
 * second hurdle for code that broke out of its compartment, not a wall of its own. Owns the table.
 *
 * Invariant: every way to a built-in module leads to one exports object, so what is gone from it, from a
 * prototype or from `process` cannot be had again without the engine's own internals.
 */
/** Properties of `process`. */
const PROCESS = [
    // All signals go through `_kill`; a host that is sent SIGUSR1 opens its debugger.
    '_kill', 'kill', '_debugProcess',
    // A report on a fatal error is written to any folder, with a text of the process's own choice.
    'report',
];
/** Exports of built-in modules; null: all. */
const EXPORTS = {
    // On Node 20 the handle of a child that was never started signals the whole process group.
    'node:child_process': null,
    // Another process's priority.
    'node:os': ['setPriority'],
    // Reads and writes databases anywhere, unseen by the permission model.
    'node:sqlite': null,
    // Some flags of the engine name folders that it then writes to; snapshots near the heap limit and traces are written unasked.
    'node:v8': null,
    'node:trace_events': null,
    // The network, local sockets included, where Node is too old to deny it: harder to reach, not out of reach.
    'node:net': null,
    'node:dgram': null,
    'node:dns': null,
    'node:dns/promises': null,
};
/** Methods that every stream connection and every server (HTTP, TLS, fetch) goes through. */
const NET_METHODS = { Socket: ['connect'], Server: ['listen', '_listen2'] };
function closeBuiltins() {
    const load = createRequire(import.meta.url);
    for (const name of PROCESS)
        Reflect.deleteProperty(process, name);
    const net = load('node:net');
    for (const [name, methods] of Object.entries(NET_METHODS))
        remove(net[name].prototype, methods);
    for (const [name, exported] of Object.entries(EXPORTS)) {
        const from = loaded(load, name);
        if (from !== null)
            remove(from, exported);
    }
    // An import by name would otherwise still find what was there when the module was first imported.
    syncBuiltinESMExports();
}
/** null where this Node, or a thread, has no such module: then nobody else can load it either. */
function loaded(load, name) {
    try {
        return load(name);
    }
    catch {
        return null;
    }
}
function remove(from, names) {
    for (const name of names ?? Object.keys(from))
        Reflect.deleteProperty(from, name);
}

/** What the runner's own process or thread must be like before anything of a guard runs in it. */
function prepareProcess() {
    // The pool gives none, but a shell or the platform may have added some.
    for (const key of Object.keys(process.env))
        delete process.env[key];
    closeBuiltins();
    // A guard that drops a rejected promise has done nothing wrong; its run has been judged already.
    process.on('unhandledRejection', () => undefined);
    // Scripts cannot cause one: whatever they throw is caught. So this runner is broken, and says so by ending.
    process.on('uncaughtException', () => process.exit(BROKEN));
    if (!isMainThread)
        return;
    // The terminal sends these to the whole group. It is the host that decides what they mean.
    process.on('SIGINT', () => undefined);
    if (process.platform !== 'win32')
        process.on('SIGHUP', () => undefined);
}
/** EX_SOFTWARE of sysexits. */
const BROKEN = 70;

/**
 * The globals of a guard: one table. What is not named here is taken away, so that a global that a
 * newer Node or a newer SES brings stays out until someone has put it on the list.
 *
 * Taken away on purpose, among others:
 *  - eval, Function, Compartment, lockdown, harden, ModuleSource: ways to make code or compartments;
 *  - ArrayBuffer, DataView, the typed arrays, TextEncoder, TextDecoder: their memory is not under the heap limit;
 *  - Temporal, Intl, WeakRef, FinalizationRegistry, timers: clocks, or effects after a run has ended.
 */
/** Plain ECMAScript, and nothing else. All of it is frozen. */
const KEPT = new Set([
    // values
    'Infinity', 'NaN', 'undefined', 'globalThis',
    // functions
    'isFinite', 'isNaN', 'parseFloat', 'parseInt',
    'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape',
    // data
    'Object', 'Array', 'String', 'Number', 'Boolean', 'BigInt', 'Symbol', 'RegExp', 'JSON',
    'Map', 'Set', 'WeakMap', 'WeakSet',
    // control
    'Promise', 'Proxy', 'Reflect', 'Iterator', 'AsyncIterator',
    // errors
    'Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError',
    // ours: Math without random, Date with the run's time, and the counter of steps
    'Math', 'Date', '__vance_tick',
]);
/**
 * Removes from a compartment's global object everything that is not on the table.
 * @throws TypeError when something cannot be removed; the guard is then not run.
 */
function keepPlainGlobals(globals) {
    for (const key of Reflect.ownKeys(globals)) {
        if (typeof key === 'string' && KEPT.has(key))
            continue;
        // SES marks its globals with a symbol of its own, which carries no power.
        if (typeof key === 'symbol')
            continue;
        if (!Reflect.deleteProperty(globals, key))
            throw new TypeError(`the global ${key} cannot be taken away`);
    }
}
/** Math without its only source of chance. */
function createMath() {
    const descriptors = Object.getOwnPropertyDescriptors(Math);
    delete descriptors['random'];
    return Object.create(Object.prototype, descriptors);
}
/**
 * `Date` with a clock that stands still: `Date.now()` and `new Date()` give the moment that `now` gives.
 * @param now milliseconds since the epoch.
 */
function createDate(now) {
    const Original = Date;
    function GuardDate(...args) {
        if (new.target === undefined)
            return new Original(now()).toString();
        return Reflect.construct(Original, args.length === 0 ? [now()] : args, new.target);
    }
    Object.defineProperties(GuardDate, {
        name: { value: 'Date' },
        length: { value: 7 },
        // The shared prototype, so that `instanceof` holds between guards and for what the runner makes.
        prototype: { value: Original.prototype, writable: false },
        now: { value: { now: () => now() }.now },
        parse: { value: Original.parse },
        UTC: { value: Original.UTC },
    });
    return GuardDate;
}

/**
 * @param now the moment that guards get from `Date`.
 * @param extra further globals, for a test that needs a way out of the compartment.
 */
function createGuardLoader(realm, tick, now, extra) {
    // One of each for all guards: they are frozen and keep nothing.
    const shared = realm.harden({ Math: createMath(), Date: createDate(now), __vance_tick: tick });
    return {
        load(frame) {
            const sourceName = `guard-${frame.name.replace(/[^\w.-]/g, '_')}.js`;
            try {
                const compartment = realm.createCompartment(frame.name, {});
                keepPlainGlobals(compartment.globalThis);
                Object.assign(compartment.globalThis, shared, extra);
                realm.harden(compartment.globalThis);
                // Last, so that it wins over a mark that the guard's text brings along.
                const evaluate = compartment.evaluate(`${frame.code}\n//# sourceURL=${sourceName}`);
                return { state: 'ready', evaluate, isAsync: frame.isAsync, maxSteps: frame.maxSteps, sourceName };
            }
            catch (error) {
                return { state: 'broken', error, sourceName };
            }
        },
    };
}

/**
 * The errors that the façade throws into scripts: plain errors of the realm with `name` 'ScriptHostError'
 * and a `code`. No class of the runner is involved, because whatever a script can reach must be frozen
 * and must lead nowhere. Which errors are genuine is kept aside, so that a script cannot forge one.
 */
function createHostErrors(harden) {
    const codes = new WeakMap();
    const create = (code, message) => {
        const error = new Error(message);
        Object.defineProperties(error, {
            name: { value: 'ScriptHostError', enumerable: false },
            code: { value: code, enumerable: true },
        });
        codes.set(error, code);
        return harden(error);
    };
    return {
        create,
        codeOf: thrown => typeof thrown === 'object' && thrown !== null ? codes.get(thrown) ?? null : null,
        translate: thrown => thrown instanceof GuardError ? create(thrown.code, thrown.message) : thrown,
    };
}

/**
 * Turns this realm into one where guards can be evaluated: SES, with every option given, because SES
 * reads the ones that are missing from the environment. Runs once, before the first guard.
 */
const OPTIONS = {
    // 'unsafe' would show this machine's paths in every stack that a guard can read.
    errorTaming: 'safe',
    // The runner has its own handlers: an unhandled rejection of a guard must not end the process.
    errorTrapping: 'none',
    unhandledRejectionTrapping: 'none',
    reporting: 'none',
    regExpTaming: 'safe',
    localeTaming: 'safe',
    domainTaming: 'safe',
    legacyRegeneratorRuntimeTaming: 'safe',
    // 'unsafe' turns harden into a no-op.
    __hardenTaming__: 'safe',
    // With 'moderate', ordinary code like `o.constructor = 1` throws.
    overrideTaming: 'severe',
    overrideDebug: [],
    // No console is ever given to a guard; the runner itself prints nothing.
    consoleTaming: 'unsafe',
    stackFiltering: 'omit-frames',
    evalTaming: 'safe-eval',
};
/** @pre SES has been loaded into this realm, and nothing has been locked down yet. */
function lockDown() {
    const globals = globalThis;
    globals.lockdown(OPTIONS);
    const { harden, Compartment, getStackString } = globals;
    return {
        harden,
        framesOf: getStackString,
        createCompartment(name, endowments) {
            const compartment = new Compartment({ name, globals: endowments, __options__: true });
            return {
                globalThis: compartment.globalThis,
                // The text check for `eval(` finds it in strings and comments too. `eval` itself is taken away.
                evaluate: source => compartment.evaluate(source, { __rejectSomeDirectEvalExpressions__: false }),
            };
        },
    };
}

/**
 * One run's talk with the host: actions, one-way calls, calls that wait, log lines. Owns the limits of a
 * run and its end: after `close` everything throws, whatever a guard has kept.
 *
 * Invariant: arguments are plain, checked JSON before a number is taken or a byte is written, and there
 * is stack left for the whole exchange, so that a script that recurses into it cannot leave it half done.
 */
/** @param gone ends the process when the host sends something that is no answer. */
function openChannel(run, port, errors, gone) {
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

/**
 * Arguments that a script hands over, made into plain JSON within bounds. Reading them may run code of
 * the script (getters, proxies); each is read once, and nothing has happened yet when that code throws.
 */
/** Longest path, UTF-16 units. */
const MAX_PATH = 4096;
/** @throws GuardError BAD_ARGUMENT when it is not a string, TOO_LARGE when it is longer than `max` UTF-16 units. */
function textOf(what, value, max = MAX_SCRIPT_STRING) {
    if (typeof value !== 'string')
        throw new GuardError('BAD_ARGUMENT', `${what} must be a string, but is ${kindOf(value)}`);
    if (value.length > max)
        throw new GuardError('TOO_LARGE', `${what} has ${value.length} characters, at most ${max} are allowed`);
    return value;
}
/** A text that may be left out: a refusal without a reason is a refusal. */
function optionalTextOf(what, value, max = MAX_SCRIPT_STRING) {
    return value === undefined || value === null ? null : textOf(what, value, max);
}
/** A key of a store. @throws GuardError as `textOf`. */
function keyOf(value) {
    return textOf('the key', value, MAX_KEY);
}
/** @throws GuardError NOT_JSON, TOO_DEEP or TOO_LARGE (bytes of JSON). */
function jsonOf(what, value, maxBytes = MAX_SCRIPT_JSON) {
    // Before it is copied: the text of a value may be a hundred megabytes long.
    if (typeof value === 'string' && value.length > maxBytes)
        throw new GuardError('TOO_LARGE', `${what} has ${value.length} characters, at most ${maxBytes} bytes are allowed`);
    return snapshotJson(value, { maxBytes, maxDepth: MAX_JSON_DEPTH });
}
/** An object of JSON that may be left out. @throws GuardError as `jsonOf`, or BAD_ARGUMENT for anything but an object. */
function objectOf(what, value) {
    if (value === undefined || value === null)
        return null;
    const json = jsonOf(what, value);
    if (typeof json !== 'object' || json === null || Array.isArray(json))
        throw new GuardError('BAD_ARGUMENT', `${what} must be an object, but is ${kindOf(value)}`);
    return json;
}
function kindOf(value) {
    if (value === undefined || value === null)
        return String(value);
    return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** `vance.guard`: the actions, and the Points at which each is allowed. */
/** null: everywhere. */
const ALLOWED = {
    deny: ['command'],
    ask: ['command'],
    block: ['result'],
    replace: ['result'],
    continueWith: ['stop', 'terminate'],
    setTurnPrompt: ['start'],
    activateSkill: null,
    deactivateSkill: null,
    notice: null,
};
const MAX_SKILL_NAME = 256;
function createActions({ input, channel, expose }) {
    const action = (name, run) => expose((...args) => {
        assertAllowed$1(name, input.point);
        return run(...args);
    });
    return {
        deny: action('deny', reason => { channel.act({ kind: 'deny', reason: optionalTextOf('the reason of deny', reason) ?? '' }); }),
        ask: action('ask', reason => { channel.act({ kind: 'ask', reason: optionalTextOf('the reason of ask', reason) ?? '' }); }),
        block: action('block', feedback => { channel.act({ kind: 'block', feedback: optionalTextOf('the feedback of block', feedback) ?? '' }); }),
        replace: action('replace', text => { channel.act({ kind: 'replace', text: textOf('the text of replace', text, MAX_REPLACEMENT) }); }),
        setTurnPrompt: action('setTurnPrompt', text => { channel.act({ kind: 'setTurnPrompt', text: textOf('the text of setTurnPrompt', text) }); }),
        notice: action('notice', text => { channel.act({ kind: 'notice', text: textOf('the text of notice', text) }); }),
        continueWith: action('continueWith', prompt => channel.call('guard.continueWith', [textOf('the prompt of continueWith', prompt)]) === true),
        activateSkill: action('activateSkill', (name, args) => channel.call('guard.activateSkill', [textOf('the name of activateSkill', name, MAX_SKILL_NAME), optionalTextOf('the arguments of activateSkill', args)]) === true),
        deactivateSkill: action('deactivateSkill', name => channel.call('guard.deactivateSkill', [textOf('the name of deactivateSkill', name, MAX_SKILL_NAME)]) === true),
    };
}
function assertAllowed$1(name, point) {
    const points = ALLOWED[name];
    if (points === null || points.includes(point))
        return;
    throw new GuardError('WRONG_ACTION', `${name} cannot be used at the Point "${point}"; it is allowed at ${points.map(allowed => `"${allowed}"`).join(' and ')} only`);
}

/** `vance.log`: lines for whoever debugs a guard. Logging never fails a guard: what cannot be shown is said so. */
function createLog({ channel, expose }) {
    const log = (level) => expose((text, data) => { channel.log(lineOf(level, text, data)); });
    return { info: log('info'), warn: log('warn') };
}
function lineOf(level, text, data) {
    const shown = plainText(text);
    if (data === undefined)
        return { level, text: cut(shown, MAX_LOG_TEXT), data: null };
    const { json, problem } = plainData(data);
    return { level, text: cut(problem === null ? shown : `${shown} [data left out: ${problem}]`, MAX_LOG_TEXT), data: json };
}
function plainText(text) {
    switch (typeof text) {
        // Asking for the length is free; cutting a text that was built by repetition first writes all of it out.
        case 'string': return text.length > MAX_SHOWN ? `[a text of ${text.length} characters]` : text;
        case 'number':
        case 'boolean':
        case 'undefined': return String(text);
        default: return text === null ? 'null' : `[${typeof text}]`;
    }
}
const MAX_SHOWN = 65_536;
function plainData(data) {
    try {
        return { json: jsonOf('the data', data, MAX_LOG_TEXT), problem: null };
    }
    catch (error) {
        return { json: null, problem: error instanceof GuardError ? error.message : 'reading it failed' };
    }
}

/**
 * `loopValues` and `sessionValues`. The loop store comes with the run (or is fetched once when it is too
 * large for that); own writes are applied to the copy here and told to the host. The session store is
 * shared with subagents that run at the same time, so each access asks the host.
 */
function createLoopValues({ input, channel, expose }) {
    let store = null;
    const opened = () => store ??= createLoopStore(input.loopScratch ?? channel.call('scratch.loop.fetch', []));
    return {
        get: expose(key => key === undefined ? opened().all() : opened().get(keyOf(key))),
        has: expose(key => opened().has(keyOf(key))),
        set: expose((key, value) => {
            const name = keyOf(key);
            const json = jsonOf('the value', value);
            const { commit } = opened().prepare(name, json);
            channel.tell('scratch.loop.set', [name, json]);
            commit();
        }),
        remove: expose((key) => {
            const name = keyOf(key);
            if (!opened().has(name))
                return false;
            channel.tell('scratch.loop.remove', [name]);
            return opened().remove(name);
        }),
    };
}
function createSessionValues({ channel, expose }) {
    const has = (key) => channel.call('scratch.session.has', [key]) === true;
    return {
        get: expose((key) => {
            if (key === undefined)
                return channel.call('scratch.session.get', [null]);
            const name = keyOf(key);
            const value = channel.call('scratch.session.get', [name]);
            // null is what the host answers for a missing value too; undefined is what a script expects then.
            return value === null && !has(name) ? undefined : value;
        }),
        has: expose(key => has(keyOf(key))),
        set: expose((key, value) => { channel.call('scratch.session.set', [keyOf(key), jsonOf('the value', value)]); }),
        remove: expose(key => channel.call('scratch.session.remove', [keyOf(key)]) === true),
    };
}
/** Values are kept as text: every reader gets a copy of its own, and the size is known. */
function createLoopStore(initial) {
    const texts = new Map();
    let bytes = 0;
    // `"key":value,` for each; the braces are one byte more than the comma that is counted too many.
    const sizeOf = (key, text) => Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(text) + 2;
    const put = (key, text) => {
        drop(key);
        texts.set(key, text);
        bytes += sizeOf(key, text);
    };
    const drop = (key) => {
        const text = texts.get(key);
        if (text === undefined)
            return false;
        bytes -= sizeOf(key, text);
        return texts.delete(key);
    };
    for (const [key, value] of Object.entries(initial))
        put(key, JSON.stringify(value));
    return {
        get: (key) => {
            const text = texts.get(key);
            return text === undefined ? undefined : JSON.parse(text);
        },
        all: () => JSON.parse(`{${[...texts].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`),
        has: key => texts.has(key),
        remove: drop,
        prepare(key, value) {
            const text = JSON.stringify(value);
            const old = texts.get(key);
            const after = bytes - (old === undefined ? 0 : sizeOf(key, old)) + sizeOf(key, text) + 1;
            if (after > MAX_SCRIPT_JSON)
                throw new GuardError('TOO_LARGE', `the store would take ${after} bytes of JSON, at most ${MAX_SCRIPT_JSON} are allowed; remove a value first`);
            return { commit: () => { put(key, text); } };
        },
    };
}

/** Freezing what the runner itself has just made. Cheaper than `harden`, which has to expect anything. */
/**
 * Freezes plain objects, lists and arrow functions, and all of these that they hold. Comes to what
 * `harden` comes to, because everything else that can be reached from such values is an intrinsic, and those
 * are frozen since the lockdown. Any depth: input may be nested deeper than a recursion could go.
 */
function freezePlain(root) {
    const open = [root];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
        Object.freeze(value);
        if (typeof value !== 'object' || value === null)
            continue;
        for (const item of Object.values(value)) {
            if (typeof item === 'function' || (typeof item === 'object' && item !== null))
                open.push(item);
        }
    }
    return root;
}

/** The call as a script sees it; null at Points without one. */
function createCommand(kit) {
    const { command } = kit.input;
    if (command === null)
        return null;
    const read = readOnce(kit, 'command.read');
    const { name, args, callId } = command;
    const shown = { name, args, callId };
    defineLazy(shown, 'writes', kit, () => read()['writes'] ?? []);
    defineLazy(shown, 'shell', kit, () => read()['shell'] ?? null);
    return shown;
}
/** Puts `turn` onto the object that becomes `vance.guard`. */
function defineTurn(guard, kit) {
    defineLazy(guard, 'turn', kit, readOnce(kit, 'turn.read'));
}
function readOnce(kit, method) {
    let known = null;
    return () => known ??= freezePlain(kit.channel.call(method, []));
}
/**
 * Not enumerable: whoever lists, copies or prints the object asks for nothing, and freezing it does not
 * call the getter. The getter itself is frozen, so that a script cannot leave anything on it.
 */
function defineLazy(target, name, kit, read) {
    const exposed = kit.expose(read);
    Object.defineProperty(target, name, { get: Object.freeze(() => exposed()), enumerable: false, configurable: false });
}

/**
 * `vance.llm`, `documents`, `process` and `tools`: host calls with checked arguments. What needs
 * `allowTools` is refused here at once and on the host again: this side only gives the better error.
 */
const MAX_NAME = 256;
/** The one tool that every guard may call. */
const FREE_TOOL = 'process_spawn';
const LEVELS = ['info', 'warn', 'error'];
function createLlm({ channel, expose }) {
    const ask = (method) => expose((recipe, prompt, vars) => channel.call(method, [textOf('the recipe', recipe, MAX_NAME), textOf('the prompt', prompt), objectOf('vars', vars)]));
    return { call: ask('llm.call'), callForJson: ask('llm.callForJson') };
}
function createDocuments({ input, channel, expose }) {
    const read = (method) => expose(path => channel.call(method, [textOf('the path', path, MAX_PATH)]));
    return {
        read: read('documents.read'),
        exists: read('documents.exists'),
        list: read('documents.list'),
        meta: read('documents.meta'),
        write: expose((path, text) => {
            assertAllowed(input.allowTools, 'documents.write');
            channel.call('documents.write', [textOf('the path', path, MAX_PATH), textOf('the text', text)]);
        }),
        delete: expose((path) => {
            assertAllowed(input.allowTools, 'documents.delete');
            channel.call('documents.delete', [textOf('the path', path, MAX_PATH)]);
        }),
    };
}
function createProcess({ channel, expose }) {
    return {
        notify: expose((text, level) => { channel.tell('process.notify', [textOf('the text', text), levelOf(level)]); }),
        progress: expose((text) => { channel.tell('process.progress', [textOf('the text', text)]); }),
        spawn: expose((spec) => {
            const task = objectOf('the task', spec);
            if (task === null)
                throw new GuardError('BAD_ARGUMENT', 'spawn takes an object with the task: spawn({ task: "…" })');
            return channel.call('process.spawn', [task]);
        }),
    };
}
function createTools({ input, channel, expose }) {
    const free = (name) => input.allowTools || name === FREE_TOOL;
    return {
        call: expose((tool, args) => {
            const name = textOf('the name of the tool', tool, MAX_NAME);
            const json = args === undefined ? {} : jsonOf('the arguments of the tool', args);
            if (!free(name))
                assertAllowed(false, `tools.call("${name}", …)`);
            return channel.call('tools.call', [name, json]);
        }),
        list: expose(() => channel.call('tools.list', [])),
        has: expose((tool) => {
            const name = textOf('the name of the tool', tool, MAX_NAME);
            return free(name) && channel.call('tools.has', [name]) === true;
        }),
    };
}
function assertAllowed(allowed, what) {
    if (!allowed)
        throw new GuardError('NOT_ALLOWED', `${what} needs allowTools: true in this guard's configuration; without it the only tool is ${FREE_TOOL}`);
}
function levelOf(level) {
    const given = optionalTextOf('the level', level, MAX_NAME)?.trim().toLowerCase() ?? null;
    const name = given === 'warning' ? 'warn' : given;
    if (name !== null && !LEVELS.includes(name))
        throw new GuardError('BAD_ARGUMENT', `the level must be one of ${LEVELS.join(', ')}`);
    return name;
}

function createVance(input, channel, errors) {
    const expose = implementation => (...args) => {
        try {
            channel.assertOpen();
            return implementation(...args);
        }
        catch (error) {
            throw errors.translate(error);
        }
    };
    const kit = { input, channel, expose };
    const { point, task, request, output, round, maxRounds, naturalStop, result, mode, params, session } = input;
    const guard = {
        point, task, request, output, round, maxRounds, naturalStop, command: createCommand(kit), result, mode,
        ...createActions(kit),
        loopValues: createLoopValues(kit),
        sessionValues: createSessionValues(kit),
    };
    defineTurn(guard, kit);
    return freezePlain({
        guard,
        params,
        context: { ...session, point },
        log: createLog(kit),
        llm: createLlm(kit),
        documents: createDocuments(kit),
        process: createProcess(kit),
        tools: createTools(kit),
    });
}

/**
 * What to say about a run that did not come to its own end. Owns the description of thrown values: these
 * belong to the script, so reading one may run the script's code, and its text may be huge. It happens
 * inside the timed part of the run, and nothing is turned into text before its length is known.
 */
/** Lines that the compiler has put before the guard's own text. */
const WRAPPER_LINES = 1;
/** Above this a text is described instead of shown, UTF-16 units. */
const MAX_READ = 65_536;
function faultOf(thrown, sourceName, realm, errors) {
    const code = errors.codeOf(thrown) === 'WRONG_ACTION' ? 'wrong_action' : 'script_threw';
    return { code, message: describe(thrown), position: positionOf(thrown, sourceName, realm) };
}
/** For a text that the compartment would not take, which SES says with the line of the compiled code. */
function compileFaultOf(error, sourceName) {
    const message = describe(error);
    const at = message.lastIndexOf(`${sourceName}:`);
    const line = at === -1 ? null : /^\d+/.exec(message.slice(at + sourceName.length + 1));
    if (line === null)
        return { code: 'not_parsed', message, position: null };
    const own = Math.max(1, Number(line[0]) - WRAPPER_LINES);
    const end = at + sourceName.length + 1;
    return { code: 'not_parsed', message: message.slice(0, end) + own + message.slice(end + line[0].length), position: { line: own, column: 1 } };
}
/**
 * Where in the guard's own text an error came from: its topmost frame there.
 * @returns null for values without a stack, and for errors that came from nowhere in the guard.
 */
function positionOf(thrown, sourceName, realm) {
    if (typeof thrown !== 'object' || thrown === null)
        return null;
    const frames = attempt(() => realm.framesOf(thrown)) ?? '';
    for (const frame of frames.split('\n')) {
        const at = frame.lastIndexOf(`${sourceName}:`);
        const place = at === -1 ? null : /^(\d+):(\d+)/.exec(frame.slice(at + sourceName.length + 1));
        if (place === null)
            continue;
        const line = Number(place[1]) - WRAPPER_LINES;
        if (line >= 1)
            return { line, column: Number(place[2]) };
    }
    return null;
}
function describe(thrown) {
    if (typeof thrown !== 'object' && typeof thrown !== 'function')
        return oneLine(describePrimitive(thrown), MAX_FAULT_TEXT);
    if (thrown === null)
        return 'null was thrown';
    const message = readText(thrown, 'message');
    if (message === null)
        return 'a value without a message was thrown';
    const name = readText(thrown, 'name');
    const text = bounded(message);
    return oneLine(name === null || name === '' ? text : `${bounded(name)}: ${text}`, MAX_FAULT_TEXT);
}
function describePrimitive(thrown) {
    switch (typeof thrown) {
        case 'string': return `${bounded(thrown)} (a string was thrown)`;
        case 'number':
        case 'boolean':
        case 'undefined': return `${String(thrown)} was thrown`;
        // Printing a bigint takes time that grows with the square of its length.
        default: return `a ${typeof thrown} was thrown`;
    }
}
function readText(thrown, key) {
    const value = attempt(() => thrown[key]);
    return typeof value === 'string' ? value : null;
}
function bounded(text) {
    return text.length > MAX_READ ? `[a text of ${text.length} characters]` : text;
}
function attempt(read) {
    try {
        return read();
    }
    catch {
        return null;
    }
}

/**
 * One run of one guard, from its first instruction until nothing of it is left to run. The API is dead
 * before the rest of the microtasks is let run out, so that work a guard left behind has no effect.
 */
async function runGuard(frame, guard, parts) {
    const { port, errors, gone, cpuMs } = parts;
    const before = cpuMs();
    const channel = openChannel(frame.run, port, errors, gone);
    let fault;
    if (guard === undefined)
        fault = { code: 'internal', message: 'the runner was not given the text of this guard', position: null };
    else if (guard.state === 'broken')
        fault = compileFaultOf(guard.error, guard.sourceName);
    else
        fault = await evaluate(guard, createVance(frame.input, channel, errors), () => { channel.close(); }, parts);
    port.write(frameText({ t: 'done', run: frame.run, fault, logsDropped: channel.logsDropped(), cpuMs: spent(before, cpuMs()) }));
}
function spent(before, after) {
    return before === null || after === null ? null : Math.max(0, after - before);
}
async function evaluate(guard, vance, close, parts) {
    const { realm, steps, errors, drained } = parts;
    let fault = null;
    const failed = (thrown) => {
        close();
        fault = faultOf(thrown, guard.sourceName, realm, errors);
    };
    steps.begin(guard.maxSteps);
    // Taken out of its record first: called as a method it would get the record as `this`.
    const { evaluate: call } = guard;
    try {
        const returned = call(vance);
        if (guard.isAsync) {
            fault = NEVER_SETTLED;
            // What an async function returns is a promise of the realm, whose `then` is frozen.
            void returned.then(() => {
                close();
                fault = null;
            }, failed);
        }
        else {
            close();
        }
    }
    catch (thrown) {
        failed(thrown);
    }
    await drained();
    close();
    const tooMany = steps.exceeded();
    if (tooMany === null)
        return fault;
    return { code: 'step_limit', message: tooMany.message, position: positionOf(tooMany, guard.sourceName, realm) };
}
const NEVER_SETTLED = {
    code: 'never_settled',
    message: 'the guard waits for a promise that nothing can settle any more; all calls of vance are synchronous',
    position: null,
};

/**
 * The step limit of a run. The compiler has put a call of `__vance_tick` into every loop and function;
 * this is that function. Once the limit is reached every further step throws again, so that catching
 * the error leads nowhere.
 */
/** Largest count that V8 keeps as a small integer in a closure. */
const CHUNK = 2 ** 30 - 1;
function createSteps() {
    let left = 0;
    let beyond = 0;
    let first = null;
    let limit = 0;
    const refill = () => {
        if (beyond > 0) {
            left = Math.min(beyond, CHUNK);
            beyond -= left;
            return;
        }
        const error = new Error(`the guard took more than ${limit} steps (loop iterations and function calls)`);
        first ??= error;
        throw error;
    };
    return {
        tick: () => {
            if (left === 0)
                refill();
            left -= 1;
        },
        begin(max) {
            limit = max;
            left = 0;
            beyond = max === 0 ? Number.POSITIVE_INFINITY : max;
            first = null;
        },
        exceeded: () => first,
    };
}

/**
 * The life of a runner: it says that it is there, then does what the host sends, one thing after the
 * other, until the host is gone.
 */
/**
 * Locks this realm down and serves. Never returns to an idle event loop: it waits for the host in a
 * blocking read.
 * @pre SES has been loaded; nothing else has been locked down.
 */
async function serve({ port, gone, extraGlobals = {} }) {
    const realm = lockDown();
    const steps = createSteps();
    const clock = { now: 0 };
    const loader = createGuardLoader(realm, steps.tick, () => clock.now, extraGlobals);
    const loaded = new Map();
    const parts = { realm, port, steps, gone, errors: createHostErrors(realm.harden), cpuMs, drained };
    port.write(frameText({ t: 'ready', node: process.versions.node }));
    for (;;) {
        const frame = parseHostFrame(port.read());
        if (frame === null)
            return gone();
        switch (frame.t) {
            case 'load':
                loaded.set(frame.hash, loader.load(frame));
                break;
            case 'run':
                clock.now = frame.input.now;
                await runGuard(frame, loaded.get(frame.hash), parts);
                break;
            case 'ret':
                // The answer to a call whose script was cut off before it could read it.
                break;
            default: assertNever(frame);
        }
    }
}
const MICROSECONDS = 1000;
/** A thread would count what the whole host uses. */
function cpuMs() {
    if (!isMainThread)
        return null;
    const { user, system } = process.cpuUsage();
    return (user + system) / MICROSECONDS;
}
/** An immediate runs after every microtask that there is, and after those that these have queued. */
function drained() {
    return new Promise((resolve) => { setImmediate(resolve); });
}

/**
 * Where a runner process begins: `node entry.js <path of the SES bundle>`, with the two pipes of
 * `port.ts`. What is loaded before the lockdown is trusted, so there is nothing here but ours and SES.
 */
const gone = () => process.exit(0);
prepareProcess();
createRequire(import.meta.url)(process.argv[2] ?? '');
await serve({ port: createPipePort(gone), gone });
