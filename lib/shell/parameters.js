/** Values of variables and what `${…}` does to them. Unknown in, unknown out. */
import picomatch from 'picomatch';
import { UNKNOWN, exact, textOf } from "./field.js";
import { activeGlob } from "./field-builder.js";
/** `$name`, `$1`, `$@`, `$#`. */
export function simpleParameter(name, world) {
    if (name === '@' || name === '*')
        return { fields: world.positional, each: name === '@' };
    if (name === '#')
        return single(exact(String(world.positional.length)));
    if (/^[1-9]\d*$/.test(name))
        return single(world.positional[Number(name) - 1] ?? UNKNOWN);
    if (name === 'PWD')
        return single(world.cwd === null ? UNKNOWN : exact(world.cwd));
    if (name === 'OLDPWD')
        return single(world.previousCwd === null ? UNKNOWN : exact(world.previousCwd));
    const value = world.variables.get(name);
    return single(value?.[0] ?? UNKNOWN);
}
export function expandParameter(part, world, operandText) {
    const base = baseValue(part, world);
    if (part.prefix === '#')
        return single(lengthOf(base, part));
    if (part.prefix === '!')
        return indirect(part, base, world);
    const operation = part.operation;
    if (operation === undefined)
        return base;
    if (operation.type === 'Default') {
        const value = withDefault(base, operation, operandText);
        // `${F:=x}` also sets F.
        if (operation.operator.endsWith('='))
            world.variables.set(part.parameter, value.fields);
        return value;
    }
    return { ...base, fields: base.fields.map(field => applyOperation(field, operation, operandText)) };
}
function baseValue(part, world) {
    const index = part.index?.value;
    if (index === undefined)
        return simpleParameter(part.parameter, world);
    const values = world.variables.get(part.parameter);
    if (values === undefined)
        return single(UNKNOWN);
    if (index === '@' || index === '*')
        return { fields: values, each: index === '@' };
    return single(/^\d+$/.test(index) ? values[Number(index)] ?? UNKNOWN : UNKNOWN);
}
function indirect(part, base, world) {
    if (part.operation !== undefined)
        return single(UNKNOWN);
    const name = textOf(base.fields[0]);
    return name === null ? single(UNKNOWN) : simpleParameter(name, world);
}
function lengthOf(base, part) {
    if (part.index !== undefined && base.fields.length !== 1)
        return exact(String(base.fields.length));
    const text = textOf(base.fields[0]);
    return text === null ? UNKNOWN : exact(String(text.length));
}
function withDefault(base, operation, operandText) {
    const first = base.fields[0] ?? UNKNOWN;
    const operator = operation.operator.replace(':', '');
    if (operator === '+')
        return single(operandText(operation.operand));
    // A variable that is set nowhere in the command may be unset: the default is what can be read.
    const useDefault = !first.known || (operation.operator.startsWith(':') && first.text === '');
    return useDefault && operator !== '?' ? single(operandText(operation.operand)) : base;
}
function applyOperation(field, operation, operandText) {
    const text = textOf(field);
    if (text === null)
        return UNKNOWN;
    switch (operation.type) {
        case 'Remove': return remove(text, operation.operator, operandText(operation.operand));
        case 'Replace': return replace(text, operation.operator, operandText(operation.pattern), operandText(operation.replacement));
        case 'Slice': return slice(text, operation.offset.value, operation.length?.value);
        case 'CaseModification': {
            if (operation.operand !== undefined)
                return UNKNOWN;
            const change = operation.operator.startsWith('^') ? (part) => part.toUpperCase() : (part) => part.toLowerCase();
            return exact(operation.operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1));
        }
        default: return UNKNOWN;
    }
}
function remove(text, operator, pattern) {
    const matches = matcher(pattern);
    if (matches === null)
        return UNKNOWN;
    const front = operator.startsWith('#');
    const lengths = Array.from({ length: text.length + 1 }, (_item, length) => length);
    if (operator.length === 2)
        lengths.reverse();
    const length = lengths.find(size => matches(front ? text.slice(0, size) : text.slice(text.length - size)));
    if (length === undefined)
        return exact(text);
    return exact(front ? text.slice(length) : text.slice(0, text.length - length));
}
function replace(text, operator, pattern, replacement) {
    const from = textOf(pattern);
    const to = textOf(replacement);
    // Glob patterns would need every match position; they are left unknown.
    if (from === null || to === null || from === '' || /[*?[]/.test(from))
        return UNKNOWN;
    if (operator === '//')
        return exact(text.split(from).join(to));
    if (operator === '/#')
        return exact(text.startsWith(from) ? to + text.slice(from.length) : text);
    if (operator === '/%')
        return exact(text.endsWith(from) ? text.slice(0, text.length - from.length) + to : text);
    return exact(text.replace(from, () => to));
}
function slice(text, offset, length) {
    const from = Number(offset);
    const count = length === undefined ? text.length : Number(length);
    if (!Number.isInteger(from) || !Number.isInteger(count))
        return UNKNOWN;
    const start = from < 0 ? Math.max(0, text.length + from) : from;
    return exact(count < 0 ? text.slice(start, text.length + count) : text.slice(start, start + count));
}
/** A shell pattern on one value; `*` crosses slashes here, unlike in file names. */
function matcher(pattern) {
    if (!pattern.known || pattern.text.length > 256 || (pattern.text.match(/\*/g)?.length ?? 0) > 8)
        return null;
    try {
        const glob = (pattern.glob ?? activeGlob(pattern.text)).replaceAll('/', '\u0001');
        const test = picomatch(glob, { dot: true, nonegate: true, nobrace: true, noextglob: true, bash: true });
        return value => value === '' ? glob === '' || /^\*+$/.test(glob) : test(value.replaceAll('/', '\u0001'));
    }
    catch {
        return null;
    }
}
function single(field) {
    return { fields: [field], each: false };
}
