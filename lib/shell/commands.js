import { unescapeGlob } from "../base/glob.js";
import { prefixOf, textOf } from "./field.js";
export const OUTERMOST = { via: 'direct', wrappers: [], env: {}, input: { kind: 'none' }, elsewhere: false, text: '', node: null, command: null };
/** Commands of one reading. */
export const MAX_COMMANDS = 2_000;
const MAX_SOURCE = 200;
export function createCommandLog() {
    const entries = [];
    const known = new Map();
    let last = null;
    let met = 0;
    return {
        entries,
        get last() { return last; },
        get met() { return met; },
        add(program, args, cwd, around) {
            met++;
            const entry = entryOf(program, args, cwd, around);
            // A loop or a branch that is followed twice meets the same command again.
            const key = JSON.stringify([entry, around.node?.pos]);
            const index = known.get(key) ?? entries.length;
            if (index >= MAX_COMMANDS)
                return null;
            known.set(key, index);
            entries[index] = entry;
            last = index;
            return index;
        },
    };
}
function entryOf(program, args, cwd, around) {
    return {
        program,
        args: args.map(textOf),
        words: args.map(wordOf),
        wrappers: around.wrappers,
        env: around.env,
        cwd: around.elsewhere ? null : cwd,
        input: around.input,
        via: around.via,
        elsewhere: around.elsewhere,
        source: sourceOf(around, program, args).slice(0, MAX_SOURCE),
    };
}
export function wordOf(field) {
    return { text: textOf(field), prefix: prefixOf(field), pattern: field.known && field.glob !== null ? unescapeGlob(field.glob) : null };
}
function sourceOf(around, program, args) {
    if (around.node === null)
        return [program ?? '', ...args.map(field => field.text)].join(' ');
    return around.text.slice(around.node.pos, around.node.end);
}
