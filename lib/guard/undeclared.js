import { analyze } from 'eslint-scope';
import { nearest } from "../base/nearest.js";
import { GUARD_GLOBALS, insteadOf } from "./globals.js";
const MAX_WARNINGS = 50;
/** @returns one warning per name, at its first place, in the order of the text. */
export function undeclaredNames(program, typeofOperands) {
    const scopes = analyze(program, {
        ecmaVersion: 2022, sourceType: 'script', nodejsScope: true, impliedStrict: true, fallback: 'iteration',
    });
    const declared = scopes.scopes.flatMap(scope => scope.variables.map(variable => variable.name));
    const candidates = [...new Set(['vance', ...GUARD_GLOBALS, ...declared])].filter(name => name.length > 2);
    const warnings = new Map();
    for (const reference of scopes.globalScope?.through ?? []) {
        const { name, start } = reference.identifier;
        // `typeof x` is how one asks whether a name is there.
        if (name === 'vance' || name === 'arguments' || GUARD_GLOBALS.has(name) || typeofOperands.has(start))
            continue;
        const known = warnings.get(name);
        if (known !== undefined && known.offset <= start)
            continue;
        warnings.set(name, { text: describe(name, reference.isWrite(), candidates), offset: start });
    }
    return [...warnings.values()].sort((a, b) => a.offset - b.offset).slice(0, MAX_WARNINGS);
}
function describe(name, isWrite, candidates) {
    if (isWrite)
        return `${name} is assigned to but declared nowhere: this throws`;
    const instead = insteadOf(name);
    if (instead !== null)
        return `${name} is not available in a guard: ${instead}`;
    const near = nearest(name, candidates);
    return `${name} is declared nowhere and reads as undefined${near === null ? '' : `; did you mean ${near}?`}`;
}
/** The offset of the operand of `typeof name`. */
export function typeofOperand(node) {
    return node.type === 'UnaryExpression' && node.operator === 'typeof' && node.argument.type === 'Identifier' ? node.argument.start : null;
}
/** A use of `Math.random`, which is not there although `Math` is. */
export function isMathRandom(node) {
    return node.type === 'MemberExpression' && !node.computed
        && node.object.type === 'Identifier' && node.object.name === 'Math'
        && node.property.type === 'Identifier' && node.property.name === 'random';
}
