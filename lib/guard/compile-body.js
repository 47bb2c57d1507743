/**
 * Makes a text ready for a compartment. The result is one function of `vance` with the same lines as
 * the script; what cannot become one is described with the place in the script. Nothing here runs
 * the script, and no text can crash or hold up the host: size and time are bounded. Does not refuse
 * names that are declared nowhere: it tells them, and compile.ts decides.
 */
import { ownPosition } from "../base/position.js";
import { withinTime } from "../base/time-limit.js";
import { describeThrown } from "../errors.js";
import { chain } from "./columns.js";
import { applyEdits } from "./edits.js";
import { checkSlashes, checkWithEngine } from "./engine-check.js";
import { harmless, isRefusedBySes } from "./forbidden-text.js";
import { inspectTree } from "./inspect.js";
import { createLineIndex } from "./lines.js";
import { parseScript, TOO_DEEP } from "./parse.js";
import { ScriptRejected } from "./script-rejected.js";
import { stripTypes } from "./typescript.js";
import { scriptUses } from "./uses.js";
import { undeclaredNames } from "./undeclared.js";
/** Longest script, UTF-16 units. */
export const MAX_SCRIPT = 1 << 20;
/** Parsers are quadratic or worse for some texts; a real script takes a few milliseconds. */
const MAX_MS = 2_000;
/** Never throws. Positions are places in `text`. */
export function compileBody(text, options) {
    try {
        const timed = withinTime(MAX_MS, () => compile(text, options));
        if (timed.ended)
            return { ok: true, ...timed.value };
        return { ok: false, reason: `it took longer than ${MAX_MS} ms to read: make it shorter or simpler`, position: null };
    }
    catch (error) {
        if (error instanceof ScriptRejected)
            return { ok: false, reason: error.message, position: error.position };
        if (error instanceof RangeError)
            return { ok: false, reason: TOO_DEEP, position: null };
        return { ok: false, reason: `it cannot be compiled: ${describeThrown(error)}`, position: null };
    }
}
function compile(original, options) {
    const own = readable(original);
    const stripped = options.language === 'ts' ? stripTypes(own) : null;
    const text = stripped?.text ?? own;
    const lines = createLineIndex(text);
    const place = (offset) => within(own, ownPosition(stripped?.columns, lines(offset)));
    const parsed = parseScript(text, place);
    const found = inspectTree(parsed.program, place);
    const isRaw = (offset) => found.rawTemplates.some(([start, end]) => offset >= start && offset < end);
    const harmlessOf = (item) => harmless(item, isRaw, place);
    const body = applyEdits(text, [...found.edits, ...parsed.forbidden.map(harmlessOf)], lines);
    const columns = chain(stripped?.columns, body.columns);
    const code = wrap(body.text, found.isAsync);
    if (isRefusedBySes(code))
        throw new ScriptRejected('it holds import(, <!-- or --> in a place where guards cannot have it', null);
    checkWithEngine(code, compiled => within(own, ownPosition(columns, compiled)));
    if (parsed.slashProof.length > 0) {
        const kept = parsed.forbidden.filter(item => item.holder !== 'regexp').map(harmlessOf);
        checkSlashes(wrap(applyEdits(text, [...found.edits, ...kept, ...parsed.slashProof], lines).text, found.isAsync));
    }
    const compiled = {
        code: `${code}\n//# sourceURL=guard-${options.name.replace(/[^A-Za-z0-9_.-]/g, '_')}.js`,
        isAsync: found.isAsync,
        isEmpty: !found.hasStatement,
        uses: scriptUses(parsed.program, place),
        warnings: found.warnings.map(warning => ({ text: warning.text, position: place(warning.offset) })),
        columns,
    };
    const undeclared = undeclaredNames(parsed.program, found.typeofOperands);
    return { compiled, undeclared: undeclared === null ? null : { reason: undeclared.text, position: place(undeclared.offset) } };
}
/** Code that stands for a type, such as an enum's, may be longer than the line that it stands on. */
function within(text, { line, column }) {
    const length = text.split(/\r\n|[\n\r\u2028\u2029]/, line)[line - 1]?.length;
    return { line, column: length === undefined ? column : Math.min(column, length + 1) };
}
/**
 * One line before the script, one after it: a last line may end in a comment. The counter is taken
 * into a closure, because every look at a global of a compartment is slow.
 */
function wrap(body, isAsync) {
    return `((__vance_tick) => ${isAsync ? 'async ' : ''}function (vance) {\n${body}\n})(__vance_tick)`;
}
/** The text without a byte order mark, and with a first line that starts with `#!` as a comment. */
function readable(original) {
    if (original.length > MAX_SCRIPT)
        throw new ScriptRejected(`it has ${original.length} characters, at most ${MAX_SCRIPT} are allowed`, null);
    const text = original.replace(/^\ufeff/, '').replace(/^#!/, '//');
    const bad = text.search(/\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
    if (bad >= 0)
        throw new ScriptRejected(text[bad] === '\0' ? 'it holds a NUL character: is it a text file?' : 'it holds half of a surrogate pair: write it as \\u….', createLineIndex(text)(bad));
    return text;
}
