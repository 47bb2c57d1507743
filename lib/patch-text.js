import { createContext, Script } from 'node:vm';

class GuardError extends Error {
    name = 'GuardError';
    code;
    constructor(code, message, options) {
        super(message, options);
        this.code = code;
    }
}
/**
 * The text of whatever was thrown, on one line; total for hostile values.
 * @param thrown any value, an Error or not.
 */
function describeThrown(thrown) {
    try {
        // Read once: a getter may give something else the second time.
        const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : undefined;
        return (typeof message === 'string' ? message : String(thrown)).replace(/[\r\n\u2028\u2029]+/g, ' ');
    }
    catch {
        return 'a value that cannot be printed was thrown';
    }
}
/** Compile-time proof that a union was handled whole. */
function assertNever(value) {
    throw new GuardError('INTERNAL', `unexpected value: ${JSON.stringify(value)}`);
}

const SLASH = 47;
function createGlobMachine(parts, ignoreCase) {
    const steps = stepsOf(parts, ignoreCase);
    const fold = (text) => ignoreCase ? text.toLowerCase() : text;
    return {
        size: steps.length,
        matches(text) {
            const folded = fold(text);
            let matched = false;
            run(steps, folded, (at) => {
                matched = at === folded.length;
                return true;
            });
            return matched;
        },
        leading(text, longest) {
            let length = null;
            run(steps, fold(text), (at) => {
                length = at;
                return longest;
            });
            return length;
        },
    };
}
function stepsOf(parts, ignoreCase) {
    const steps = [];
    const add = (part) => {
        switch (part.kind) {
            case 'text':
                for (const unit of units(ignoreCase ? part.text.toLowerCase() : part.text))
                    steps.push({ op: 'code', code: unit });
                break;
            case 'one':
                steps.push({ op: 'any', slash: part.slash });
                break;
            case 'set':
                steps.push({ op: 'set', negated: part.negated, ranges: part.ranges, folded: ignoreCase });
                break;
            case 'many': {
                if (part.least === 1)
                    steps.push({ op: 'any', slash: part.slash });
                const split = { op: 'split', to: steps.length + 1, or: steps.length + 3 };
                steps.push(split, { op: 'any', slash: part.slash }, { op: 'jump', to: steps.length });
                break;
            }
            case 'either': {
                const exits = [];
                part.choices.forEach((choice, index) => {
                    const last = index === part.choices.length - 1;
                    const split = { op: 'split', to: steps.length + 1, or: 0 };
                    if (!last)
                        steps.push(split);
                    choice.forEach(add);
                    if (last)
                        return;
                    const exit = { op: 'jump', to: 0 };
                    steps.push(exit);
                    exits.push(exit);
                    split.or = steps.length;
                });
                for (const exit of exits)
                    exit.to = steps.length;
            }
        }
    };
    parts.forEach(add);
    steps.push({ op: 'end' });
    return steps;
}
function units(text) {
    return Array.from({ length: text.length }, (_item, index) => text.charCodeAt(index));
}
/** @param accept told each position at which the pattern is complete, in order; false ends the run. */
function run(steps, text, accept) {
    const seen = new Int32Array(steps.length).fill(-1);
    const pending = [];
    let current = [];
    let complete = false;
    const enter = (start, at, into) => {
        pending.push(start);
        for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
            if (seen[index] === at)
                continue;
            seen[index] = at;
            const step = steps[index];
            if (step.op === 'split')
                pending.push(step.or, step.to);
            else if (step.op === 'jump')
                pending.push(step.to);
            else if (step.op === 'end')
                complete = true;
            else
                into.push(index);
        }
    };
    enter(0, 0, current);
    for (let at = 0;; at++) {
        if (complete && !accept(at))
            return;
        if (at >= text.length || current.length === 0)
            return;
        complete = false;
        const code = text.charCodeAt(at);
        const after = [];
        for (const index of current)
            if (takes(steps[index], code))
                enter(index + 1, at + 1, after);
        current = after;
    }
}
function takes(step, code) {
    if (step.op === 'code')
        return step.code === code;
    if (step.op === 'any')
        return step.slash || code !== SLASH;
    if (step.op !== 'set')
        return false;
    const within = (unit) => step.ranges.some(([from, to]) => unit >= from && unit <= to);
    const inside = within(code) || (step.folded && within(String.fromCharCode(code).toUpperCase().charCodeAt(0)));
    return inside !== step.negated && code !== SLASH;
}

/**
 * A glob as a tree of parts, for the forms that this project matches itself: literals, `?`, `*`, `**`,
 * `[…]`, `{a,b}` and `@(a|b)`. Anything else picomatch knows is told apart by `null`.
 */
const MAX_DEPTH = 8;
/** @returns null when the glob uses a form that is not among those above. */
function parseGlob(glob, options = {}) {
    const flat = options.flat === true;
    const text = !flat && glob.startsWith('./') ? glob.slice(2) : glob;
    if (!flat && text.startsWith('!'))
        return null;
    let at = 0;
    let depth = 0;
    const ends = (position) => position >= text.length || (depth > 0 && /[,|})]/.test(text[position]));
    function sequence(startsSegment) {
        const parts = [];
        let fresh = startsSegment;
        while (at < text.length && !(depth > 0 && ends(at))) {
            const before = at;
            const part = next(fresh, parts);
            if (part === null)
                return null;
            if (part !== undefined)
                parts.push(part);
            fresh = text[at - 1] === '/' && !(at - before === 2 && text[before] === '\\');
        }
        return parts;
    }
    function next(fresh, parts) {
        const character = text[at];
        if (character === '\\') {
            at += 2;
            return { kind: 'text', text: text[at - 1] ?? '\\' };
        }
        if (character === '*')
            return stars(fresh, parts);
        if (character === '?') {
            at++;
            return !flat && text[at] === '(' ? null : { kind: 'one', slash: flat };
        }
        if (character === '[')
            return set();
        if (flat)
            return literal();
        if (character === '{')
            return choices('{', '}', ',', fresh);
        if (character === '@' && text[at + 1] === '(') {
            at++;
            return choices('(', ')', '|', fresh);
        }
        if (/["()]/.test(character) || (/[+!]/.test(character) && text[at + 1] === '('))
            return null;
        return literal();
    }
    function literal() {
        return { kind: 'text', text: text[at++] };
    }
    function stars(fresh, parts) {
        const begin = at;
        while (text[at] === '*')
            at++;
        if (!flat && text[at] === '(')
            return null;
        if (flat)
            return { kind: 'many', slash: true, least: 0 };
        const whole = fresh && (ends(at) || text[at] === '/');
        if (!whole || at - begin === 1)
            return { kind: 'many', slash: false, least: fresh && (at >= text.length || text[at] === '/') ? 1 : 0 };
        if (at - begin > 2)
            return null;
        // `**/**` says no more than `**`.
        while (text.startsWith('/**', at) && (ends(at + 3) || text[at + 3] === '/'))
            at += 3;
        if (text[at] === '/') {
            at++;
            return { kind: 'either', choices: [[], [{ kind: 'many', slash: true, least: 0 }, { kind: 'text', text: '/' }]] };
        }
        // `a/**` is `a` too; `a*/**` is not, as picomatch has it.
        const before = parts.at(-1);
        const rest = { kind: 'many', slash: true, least: 0 };
        if (before?.kind !== 'text' || before.text !== '/' || parts.at(-2)?.kind === 'many')
            return rest;
        parts.pop();
        return { kind: 'either', choices: [[], [before, rest]] };
    }
    function set() {
        const end = text.indexOf(']', at + 2);
        const inside = end < 0 ? '' : text.slice(at + 1, end);
        if (end < 0 || /[[\\]/.test(inside))
            return flat && end < 0 ? literal() : null;
        at = end + 1;
        const negated = /^[!^]/.test(inside);
        return { kind: 'set', negated, ranges: rangesOf(negated ? inside.slice(1) : inside) };
    }
    function choices(open, close, separator, fresh) {
        if (++depth > MAX_DEPTH)
            return null;
        const found = [];
        do {
            at++;
            const one = sequence(fresh);
            if (one === null)
                return null;
            found.push(one);
        } while (text[at] === separator);
        depth--;
        if (text[at] !== close || (open === '{' && (found.length < 2)))
            return null;
        at++;
        return { kind: 'either', choices: found };
    }
    const parsed = sequence(true);
    return parsed === null || at < text.length ? null : parsed;
}
function rangesOf(inside) {
    const ranges = [];
    for (let index = 0; index < inside.length; index++) {
        const from = inside.charCodeAt(index);
        const dashed = inside[index + 1] === '-' && index + 2 < inside.length;
        ranges.push([from, dashed ? inside.charCodeAt(index + 2) : from]);
        if (dashed)
            index += 2;
    }
    return ranges;
}
/** The same pattern read from its end. */
function reversed(parts) {
    return parts.map(part => part.kind === 'either' ? { ...part, choices: part.choices.map(reversed) } : part).reverse();
}

/**
 * Globs that come out of a call: where one starts, and a matcher that takes linear time. What cannot be
 * matched so matches everything: it then judges more, never less.
 */
const MAX_GLOB = 2_048;
/** Length of the text times length of the pattern; beyond it a match is not looked for. */
const MAX_WORK = 4_000_000;
/** @param glob picomatch syntax with escaped literals. */
function splitGlob(glob) {
    const segments = glob.split('/');
    const first = segments.findIndex(segment => isActive(segment));
    const at = first < 0 ? segments.length - 1 : first;
    const base = segments.slice(0, at).map(unescapeGlob).join('/');
    return { base: base === '' && at > 0 ? '/' : base, below: segments.slice(at).join('/') };
}
/** Matches a path with `/` relative to the pattern's folder. */
function compileGlob(glob, ignoreCase = false) {
    return linearGlob(glob, ignoreCase) ?? (() => true);
}
/** @returns null for a glob with forms that take more than one pass. */
function linearGlob(glob, ignoreCase) {
    const parts = glob.length > MAX_GLOB ? null : parseGlob(glob);
    if (parts === null)
        return null;
    const machine = createGlobMachine(parts, ignoreCase);
    return value => value.length * machine.size > MAX_WORK || machine.matches(value);
}
/** A pattern of `${x#pattern}` on a value, in which `*` crosses slashes. @returns null when it cannot be read. */
function shellPattern(glob) {
    const parts = glob.length > MAX_GLOB ? null : parseGlob(glob, { flat: true });
    if (parts === null)
        return null;
    const forward = createGlobMachine(parts, false);
    const backward = createGlobMachine(reversed(parts), false);
    const tooMuch = (value) => value.length * forward.size > MAX_WORK;
    return {
        front: (value, longest) => tooMuch(value) ? undefined : forward.leading(value, longest),
        back: (value, longest) => tooMuch(value) ? undefined : backward.leading(backwards(value), longest),
    };
}
function backwards(value) {
    let text = '';
    for (let at = value.length - 1; at >= 0; at--)
        text += value.charAt(at);
    return text;
}
/** Whether a pattern's segment holds a glob character that is in force. */
function isActive(segment) {
    return /(?<!\\)(?:\\\\)*[*?[{]|(?<!\\)(?:\\\\)*[@+!]\(/.test(segment);
}
function unescapeGlob(text) {
    return text.replace(/\\([\s\S])/g, '$1');
}

/**
 * Bounds synchronous work that others wrote and that may never end for the wrong input (a parser).
 * Not a sandbox: the work runs in this realm with all its rights.
 */
/** One context for all: making one takes longer than most of the work that is bounded here. */
let watched = null;
function watch() {
    if (watched !== null)
        return watched;
    const slot = { work: () => undefined };
    const context = createContext({ slot });
    // Only a script that vm itself runs can be stopped, and it takes with it what it called.
    const script = new Script('slot.work()');
    watched = { slot, run: (ms) => { script.runInContext(context, { timeout: ms }); } };
    return watched;
}
/**
 * Runs `work` to its end or for `ms` milliseconds of wall clock, whichever is shorter. What it
 * throws goes through. Stopped work may leave its own state half changed; native calls are not stopped.
 */
function withinTime(ms, work) {
    let outcome = null;
    const { slot, run } = watch();
    slot.work = () => {
        try {
            outcome = { value: work() };
        }
        catch (error) {
            // Carried out by hand: an error that leaves the context is not always the one that was thrown.
            outcome = { thrown: error };
        }
    };
    try {
        run(ms);
    }
    catch (error) {
        if (isTimeout(error))
            return { ended: false };
        throw error;
    }
    finally {
        slot.work = () => undefined;
    }
    const done = outcome;
    if (done === null)
        return { ended: false };
    if ('thrown' in done)
        throw done.thrown;
    return { ended: true, value: done.value };
}
/** The error of vm may be of the other realm, where `instanceof` does not hold. */
function isTimeout(error) {
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/**
 * Keeps the thread free: a budget for synchronous work on texts that a model wrote, and pauses in long rows
 * of short work. Owns no limits of what is read; whoever reads says what it means that the budget was used up.
 */
/** Milliseconds that one reading may hold the thread. */
const BUDGET_MS = 35;
/** Milliseconds of short work without a pause. */
const STRETCH_MS = 10;
/** A machine with too much to do takes the processor away; so often the work goes on all the same. */
const MAX_DELAYS = 4;
const USED_UP = new Error('the budget is used up');
/** One budget for all the stretches of one reading. */
function createBudget(ms = BUDGET_MS) {
    let left = ms;
    let until = Infinity;
    let began = 0;
    let processor = process.cpuUsage();
    let delays = 0;
    /** The time that the work really had. */
    function used() {
        const { user, system } = process.cpuUsage(processor);
        return Math.min(performance.now() - began, (user + system) / 1_000);
    }
    function check() {
        if (performance.now() < until)
            return;
        if (delays++ >= MAX_DELAYS || used() > left / 2)
            throw USED_UP;
        until = performance.now() + left / 2;
    }
    function attempt(work, watched) {
        began = performance.now();
        processor = process.cpuUsage();
        until = began + left;
        try {
            return watched ? withinTime(Math.ceil(left), work) : { ended: true, value: work() };
        }
        catch (error) {
            if (error === USED_UP)
                return { ended: false };
            throw error;
        }
        finally {
            until = Infinity;
        }
    }
    return {
        check,
        run(work, watched) {
            if (left < 1)
                return { ended: false };
            for (let tries = 0;; tries++) {
                const timed = attempt(work, watched);
                const taken = used();
                // Stopped by the watch before it had half of its time: the machine was busy with something else.
                if (!timed.ended && watched && taken < left / 2 && tries < MAX_DELAYS)
                    continue;
                left -= taken;
                return timed;
            }
        },
    };
}
/** @returns a function that, called between pieces of work, now and then lets others run first. */
function createBreather() {
    let since = performance.now();
    return async () => {
        if (performance.now() - since < STRETCH_MS)
            return;
        await new Promise((resolve) => { setImmediate(resolve); });
        since = performance.now();
    };
}

/**
 * A field: one argument of a command after expansion, as far as it can be known without running
 * anything. Owns its three states (exact text, a pattern, partly unknown) and nothing else.
 */
/** UTF-16 units of one field, and fields of one word or array: doubling (`a=$a$a`) must stay small. */
const MAX_FIELD_TEXT = 1_048_576;
const MAX_FIELDS = 5_000;
const UNKNOWN = { text: '', glob: null, known: false };
function exact(text) {
    return { text, glob: null, known: true };
}
/** @param glob picomatch syntax. */
function pattern(glob, text = glob) {
    return { text, glob, known: true };
}
/** The text of a field that is exact; null for patterns and unknown ones. */
function textOf(field) {
    return field !== undefined && field.known && field.glob === null ? field.text : null;
}
/**
 * The text with unknown parts left out (an unset variable is empty, and what is around it still
 * counts) and patterns as written.
 */
function guessOf(field) {
    return field === undefined ? null : field.text;
}
/** What is certain at the beginning of the value; the whole of an exact text. */
function prefixOf(field) {
    if (!field.known)
        return field.prefix ?? '';
    if (field.glob === null)
        return field.text;
    const active = /^(?:[^\\*?[{@+!(]|\\[\s\S])*/.exec(field.glob)?.[0] ?? '';
    return active.replace(/\\([\s\S])/g, '$1');
}
/** Puts a known prefix or suffix around a field. */
function around(before, field, after) {
    return {
        text: before + field.text + after,
        glob: field.glob === null ? null : escapeGlob(before) + field.glob + escapeGlob(after),
        known: field.known,
        ...field.known ? {} : { prefix: before + prefixOf(field) },
    };
}
/** Too long a text is unknown. */
function concat(left, right) {
    if (left.text.length + right.text.length > MAX_FIELD_TEXT)
        return UNKNOWN;
    return {
        text: left.text + right.text,
        glob: left.glob === null && right.glob === null ? null : (left.glob ?? escapeGlob(left.text)) + (right.glob ?? escapeGlob(right.text)),
        known: left.known && right.known,
        ...left.known && right.known ? {} : { prefix: left.known && left.glob === null ? left.text + prefixOf(right) : prefixOf(left) },
    };
}
/** The last name of a path, as `basename` prints it. */
function lastName(field) {
    const text = lastSegment(field.text);
    return { text, glob: field.glob === null ? null : lastSegment(field.glob), known: field.known };
}
function lastSegment(path) {
    return path.replace(/[\\/]+$/, '').replace(/^.*[\\/]/s, '');
}
function escapeGlob(text) {
    return text.replace(/[\\*?[\]{}()!+@|^$~]/g, '\\$&');
}
function printed(text) {
    const lines = text.split('\n');
    if (lines.at(-1) === '')
        lines.pop();
    return { text, guess: text, lines: lines.map(exact) };
}
/** Words on one line, some of them not exact. */
function guessed(fields) {
    return { text: null, guess: `${fields.map(field => field.text).join(' ')}\n`, lines: fields };
}
/** What files hold, looked up only when somebody needs it. */
function inFiles(paths) {
    return { text: null, guess: null, lines: [UNKNOWN], files: paths };
}
function listed(lines) {
    return { text: null, guess: null, lines };
}

/** The files that a patch changes, by the names in its headers. Owns the two usual forms, nothing else. */
/** Headers read of one patch. */
const MAX_FILES = 500;
const MAX_LINE = 4_096;
/** @returns names as written, `a/` and `b/` included; `/dev/null` is left out. */
function patchedFiles(text) {
    const names = new Set();
    for (const line of text.split('\n')) {
        if (names.size >= MAX_FILES)
            break;
        if (line.length > MAX_LINE)
            continue;
        const unified = /^(?:---|\+\+\+|\*\*\*) ("?)([^\t\n]+?)\1(?:\t.*)?\r?$/.exec(line);
        const git = /^(?:rename from|rename to|copy to|copy from) (.+?)\r?$/.exec(line);
        const diff = /^diff --git (?:"?)(?:a\/)(.+?)"? "?b\/(.+?)"?\r?$/.exec(line);
        const block = /^\*\*\* (?:Update File|Add File|Delete File|Move to): (.+?)\r?$/.exec(line);
        if (block !== null)
            names.add(block[1].trim());
        else if (git !== null)
            names.add(`b/${git[1]}`);
        else if (diff !== null)
            names.add(`a/${diff[1]}`).add(`b/${diff[2]}`);
        else if (unified !== null && !/^\/dev\/null|^\*+$|^(?:Begin|End) Patch/.test(unified[2]))
            names.add(unified[2].replace(/ \d{4}-\d\d-\d\d.*$/, '').trim());
    }
    return [...names];
}

export { GuardError as G, MAX_FIELDS as M, UNKNOWN as U, assertNever as a, compileGlob as b, createBreather as c, describeThrown as d, lastSegment as e, createBudget as f, exact as g, printed as h, guessed as i, inFiles as j, escapeGlob as k, linearGlob as l, concat as m, shellPattern as n, around as o, patchedFiles as p, listed as q, pattern as r, splitGlob as s, textOf as t, lastName as u, guessOf as v, withinTime as w, unescapeGlob as x, prefixOf as y, MAX_FIELD_TEXT as z };
