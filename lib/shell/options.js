/** Command-line options the way getopt reads them: clusters, attached values, `--`, GNU abbreviations. */
import { exact, textOf } from "./field.js";
export function parseOptions(args, spec = {}) {
    const given = [];
    const operands = [];
    let index = 0;
    for (; index < args.length; index++) {
        const field = args[index];
        const text = field.text;
        if (text === '--' && field.glob === null) {
            operands.push(...args.slice(index + 1));
            break;
        }
        if (text.startsWith('--')) {
            index += readLong(text, args[index + 1], spec, given);
        }
        else if (text.startsWith('-') && text.length > 1 && textOf(field) !== null) {
            index += readCluster(text.slice(1), args[index + 1], spec, given);
        }
        else if (spec.stop === true) {
            operands.push(...args.slice(index));
            break;
        }
        else {
            operands.push(field);
        }
    }
    const matching = (names) => given.filter(option => names.some(name => option.long ? isLong(option.name, name) : option.name === name));
    return {
        operands,
        has: (...names) => matching(names).length > 0,
        value: (...names) => matching(names).findLast(option => option.value !== null)?.value ?? null,
        values: (...names) => matching(names).flatMap(option => option.value === null ? [] : [option.value]),
    };
}
/** GNU programs take any unique beginning of a long option. */
function isLong(givenName, name) {
    return name.length > 1 && givenName.length > 1 && name.startsWith(givenName);
}
/** @returns how many arguments beyond this one were used up. */
function readLong(text, next, spec, given) {
    const equals = text.indexOf('=');
    if (equals > 0) {
        given.push({ name: text.slice(2, equals), long: true, value: exact(text.slice(equals + 1)) });
        return 0;
    }
    const name = text.slice(2);
    const takesNext = next !== undefined && (spec.long ?? []).some(long => isLong(name, long));
    given.push({ name, long: true, value: takesNext ? next : null });
    return takesNext ? 1 : 0;
}
function readCluster(letters, next, spec, given) {
    for (let at = 0; at < letters.length; at++) {
        const name = letters[at];
        const rest = letters.slice(at + 1);
        if ((spec.optional ?? '').includes(name)) {
            given.push({ name, long: false, value: exact(rest) });
            return 0;
        }
        if ((spec.short ?? '').includes(name)) {
            if (rest !== '') {
                given.push({ name, long: false, value: exact(rest) });
                return 0;
            }
            given.push({ name, long: false, value: next ?? null });
            return next === undefined ? 0 : 1;
        }
        given.push({ name, long: false, value: null });
    }
    return 0;
}
