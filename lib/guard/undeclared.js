import { analyze } from 'eslint-scope';
import { nearest } from "../base/nearest.js";
import { API_NAMES, GUARD_GLOBALS, insteadOf } from "./globals.js";
/** Names told beside the first. */
const MAX_FURTHER = 5;
/** @returns what is to be said, at the place of the first such name; null when every name is declared. */
export function undeclaredNames(program, typeofOperands) {
    const scopes = analyze(program, {
        ecmaVersion: 2022, sourceType: 'script', nodejsScope: true, impliedStrict: true, fallback: 'iteration',
    });
    const found = new Map();
    for (const reference of scopes.globalScope?.through ?? []) {
        const { name, start: offset } = reference.identifier;
        // `typeof x` is how one asks whether a name is there.
        if (name === 'vance' || name === 'arguments' || GUARD_GLOBALS.has(name) || typeofOperands.has(offset))
            continue;
        const known = found.get(name);
        if (known === undefined || offset < known.offset)
            found.set(name, { name, isWrite: reference.isWrite(), offset });
    }
    const [first, ...further] = [...found.values()].sort((a, b) => a.offset - b.offset);
    if (first === undefined)
        return null;
    const declared = scopes.scopes.flatMap(scope => scope.variables.map(variable => variable.name));
    return { text: `${describe(first, declared)}${furtherText(further)}`, offset: first.offset };
}
function describe({ name, isWrite }, declared) {
    const instead = insteadOf(name);
    if (instead !== null)
        return `${name} is not available in a guard: ${instead}`;
    const said = isWrite ? `${name} is assigned to but declared nowhere: write const or let before it` : `${name} is declared nowhere and would read as undefined`;
    const near = suggestion(name, declared);
    return near === null ? said : `${said}; did you mean ${near}?`;
}
/** A name of the script or of the language, else the member of `vance` that the name stands for. */
function suggestion(name, declared) {
    const exact = API_NAMES.get(name);
    if (exact !== undefined)
        return exact;
    const near = nearest(name, [...new Set(['vance', ...declared, ...API_NAMES.keys(), ...GUARD_GLOBALS])].filter(candidate => candidate.length > 2));
    return near === null || declared.includes(near) ? near : API_NAMES.get(near) ?? near;
}
function furtherText(further) {
    if (further.length === 0)
        return '';
    const more = further.length > MAX_FURTHER ? ` and ${further.length - MAX_FURTHER} more` : '';
    return ` (declared nowhere as well: ${further.slice(0, MAX_FURTHER).map(one => one.name).join(', ')}${more})`;
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
