/**
 * Reads one object literal of plain values. The grammar is JavaScript's, by acorn; the values are
 * JSON's: names, calls, computed keys, numbers that are not finite and repeated keys are errors.
 */
import { parseExpressionAt } from 'acorn';
import { oneLine } from "../base/text.js";
import { describeThrown } from "../errors.js";
class NotPlain extends Error {
}
/** @param text from `{` to its `}`. Total: never throws. */
export function parsePlainObject(text) {
    try {
        const parsed = parseExpressionAt(`(${text})`, 0, { ecmaVersion: 2023, sourceType: 'module' });
        if (parsed.type !== 'ObjectExpression' || parsed.end !== text.length + 1)
            return { ok: false, problem: 'holds no complete JSON object' };
        return { ok: true, value: readObject(parsed) };
    }
    catch (error) {
        const why = error instanceof NotPlain ? error.message : oneLine(describeThrown(error), 200);
        return { ok: false, problem: `holds an object that is not JSON (${why})` };
    }
}
function readObject(node) {
    const value = {};
    for (const property of node.properties) {
        const { key, item } = readProperty(property);
        // A later repetition would silently overrule the first.
        if (Object.hasOwn(value, key))
            throw new NotPlain(`the key ${oneLine(JSON.stringify(key), 60)} is there twice`);
        // defineProperty, because assigning `__proto__` would change the prototype instead of adding a key.
        Object.defineProperty(value, key, { value: item, enumerable: true, configurable: true, writable: true });
    }
    return value;
}
function readProperty(property) {
    if (property.type !== 'Property' || property.kind !== 'init' || property.computed || property.shorthand || property.method)
        throw new NotPlain('a key without a plain value');
    return { key: readKey(property.key), item: readValue(property.value) };
}
function readKey(key) {
    if (key.type === 'Identifier')
        return key.name;
    if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number'))
        return String(key.value);
    throw new NotPlain('a key that is not a name');
}
function readValue(node) {
    if (node.type === 'ObjectExpression')
        return readObject(node);
    if (node.type === 'ArrayExpression') {
        return node.elements.map((element) => {
            if (element === null || element.type === 'SpreadElement')
                throw new NotPlain('an array with a gap');
            return readValue(element);
        });
    }
    if (node.type === 'UnaryExpression' && (node.operator === '-' || node.operator === '+') && node.argument.type === 'Literal' && typeof node.argument.value === 'number') {
        return finite(node.operator === '-' ? -node.argument.value : node.argument.value);
    }
    if (node.type === 'Literal') {
        const { value } = node;
        if (node.regex === undefined && (value === null || typeof value === 'string' || typeof value === 'boolean'))
            return value;
        if (typeof value === 'number')
            return finite(value);
    }
    throw new NotPlain(node.type === 'Identifier' ? `${oneLine(node.name, 40)} is not a value` : 'a value that has to be computed');
}
function finite(value) {
    if (!Number.isFinite(value))
        throw new NotPlain('a number that is not finite');
    return value;
}
