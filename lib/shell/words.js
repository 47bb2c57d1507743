/** Turns a word of the shell's syntax tree into fields: quotes, tildes, variables, substitutions, globs, braces. */
import { forEachChild, parse } from 'unbash';
import { assertNever } from "../errors.js";
import { expandBraces, MAX_BRACED } from "./braces.js";
import { UNKNOWN, concat, escapeGlob, exact, textOf } from "./field.js";
import { activate, bracketGlob, createFieldBuilder } from "./field-builder.js";
import { expandParameter, simpleParameter } from "./parameters.js";
/** Longer words are not searched for braces. */
const MAX_BRACE_TEXT = 2_048;
export function createWordReader(machine, substitute) {
    const context = { machine, substitute };
    return {
        expand: (word, world) => braceTexts(context, word).flatMap(one => expandWord(context, one, world, true)),
        single(word, world) {
            const fields = expandWord(context, word, world, false);
            return fields.length === 0 ? exact('') : fields.reduce(concat);
        },
        body(parts, world) {
            const builder = createFieldBuilder();
            for (const part of parts)
                addQuoted(context, part, world, builder);
            const fields = builder.finish();
            return fields.length === 0 ? exact('') : fields.reduce(concat);
        },
        processOutput(word, world) {
            const part = word.parts?.[0];
            if (word.parts?.length !== 1 || part?.type !== 'ProcessSubstitution')
                return undefined;
            return part.script === undefined ? null : substitute(part.script, world);
        },
        runInside: (node, world) => runInside(context, node, world),
    };
}
function braceTexts(context, word) {
    if (word.parts?.some(part => part.type === 'BraceExpansion') !== true)
        return [word];
    if (word.text.length > MAX_BRACE_TEXT) {
        context.machine.gaps.add('it holds a brace expression that is too long to be read');
        return [word];
    }
    const texts = expandBraces(word.text);
    if (texts.length >= MAX_BRACED)
        context.machine.gaps.add('it holds a brace expression with more words than can be followed');
    if (!context.machine.mayParse(texts.reduce((sum, text) => sum + text.length, 0)))
        return [word];
    return texts.flatMap((text) => {
        const command = parse(`: ${text}`).commands[0]?.command;
        return command?.type === 'Command' ? (command).args.filter(argument => argument.type === 'Word') : [];
    });
}
function expandWord(context, word, world, splitting) {
    const builder = createFieldBuilder();
    const parts = word.parts;
    if (parts === undefined) {
        addLiteral(word.text, word.value, true, world, builder, splitting);
        return builder.finish();
    }
    parts.forEach((part, index) => addPart(context, part, index === 0, world, builder, splitting));
    return builder.finish();
}
function addPart(context, part, first, world, builder, splitting) {
    switch (part.type) {
        case 'Literal': return addLiteral(part.text, part.value, first, world, builder, splitting);
        case 'Glob': return builder.glob(part.kind === 'bracket' ? bracketGlob(part.text) ?? escapeGlob(part.text) : part.text, part.text);
        case 'ExtendedGlob': return builder.glob(extendedGlob(part.operator, part.pattern), part.text);
        case 'BraceExpansion': return builder.literal(part.text);
        case 'SingleQuoted':
        case 'AnsiCQuoted': return builder.literal(part.value);
        case 'DoubleQuoted':
        case 'LocaleString':
            builder.literal('');
            return part.parts.forEach(child => addQuoted(context, child, world, builder));
        case 'ProcessSubstitution':
            if (part.script !== undefined)
                context.substitute(part.script, world);
            return builder.value(UNKNOWN);
        case 'SimpleExpansion':
        case 'ParameterExpansion': {
            const value = parameterValue(context, part, world);
            return splitting ? builder.split(value.fields) : builder.value(joined(value, world));
        }
        case 'CommandExpansion': {
            const output = part.script === undefined ? null : context.substitute(part.script, world);
            return splitting ? builder.split(outputFields(output)) : builder.value(quotedOutput(output));
        }
        case 'ArithmeticExpansion': return builder.value(arithmetic(part.text));
        default: return assertNever(part);
    }
}
/**
 * `@(a|b)` of plain words is kept; anything else is read as `*`. Nested repetitions would make an
 * expression that takes exponential time, and a wider pattern only judges more.
 */
function extendedGlob(operator, pattern) {
    return operator === '@' && pattern.length <= 256 && /^[\w.|-]+$/.test(pattern) ? `@(${pattern})` : '*';
}
function addQuoted(context, part, world, builder) {
    switch (part.type) {
        case 'SimpleExpansion':
        case 'ParameterExpansion': {
            const value = parameterValue(context, part, world);
            return value.each ? builder.each(value.fields) : builder.value(joined(value, world));
        }
        case 'CommandExpansion': return builder.value(quotedOutput(part.script === undefined ? null : context.substitute(part.script, world)));
        case 'ArithmeticExpansion': return builder.value(arithmetic(part.text));
        case 'Literal': return builder.literal(part.value);
        default: return builder.literal(part.text);
    }
}
function addLiteral(text, value, first, world, builder, splitting) {
    if (first && text.startsWith('~')) {
        const tilde = /^~[^/]*/.exec(text)?.[0] ?? '~';
        builder.value(tildeValue(tilde, world));
        return builder.literal(value.slice(tilde.length));
    }
    // unbash leaves glob characters of assignments in the literal; there they are text until used.
    if (splitting && /[*?[]/.test(text) && !text.includes('\\'))
        return builder.value(activate(text));
    builder.literal(value);
}
function tildeValue(tilde, world) {
    if (tilde === '~')
        return world.variables.get('HOME')?.[0] ?? UNKNOWN;
    if (tilde === '~+')
        return world.cwd === null ? UNKNOWN : exact(world.cwd);
    if (tilde === '~-')
        return world.previousCwd === null ? UNKNOWN : exact(world.previousCwd);
    return UNKNOWN;
}
function parameterValue(context, part, world) {
    if (part.type === 'SimpleExpansion')
        return simpleParameter(part.text.replace(/\\\n/g, '').slice(1), world);
    return expandParameter(part, world, word => {
        const fields = expandWord(context, word, world, false);
        return fields.length === 0 ? exact('') : fields.reduce(concat);
    });
}
/** `"$*"`: joined by the first character of IFS. */
function joined(value, world) {
    if (value.fields.length === 0)
        return exact('');
    const separator = exact(textOf(world.variables.get('IFS')?.[0])?.slice(0, 1) ?? ' ');
    return value.fields.reduce((left, right) => concat(concat(left, separator), right));
}
/** Unquoted `$(…)`: every printed word. */
function outputFields(output) {
    return output === null ? [UNKNOWN] : output.lines;
}
function quotedOutput(output) {
    if (output === null)
        return UNKNOWN;
    if (output.text !== null)
        return exact(output.text.replace(/\n+$/, ''));
    const [first, ...rest] = output.lines;
    if (first === undefined)
        return UNKNOWN;
    return rest.length === 0 ? first : { text: output.lines.map(line => line.text).join(' '), glob: null, known: false };
}
/** Only a plain number is read; real arithmetic is not. */
function arithmetic(text) {
    const match = /^\$\(\(\s*(\d+)\s*\)\)$/.exec(text);
    return match === null ? UNKNOWN : exact(match[1]);
}
function runInside(context, node, world) {
    if (context.machine.nested(() => {
        forEachChild(node, (child) => {
            if (child.type === 'Script')
                context.substitute(child, world);
            else
                runInside(context, child, world);
        });
        return true;
    }) === null)
        return;
}
/** The text of a word where a whole command line is needed (`eval`). */
export function joinWords(fields) {
    const texts = fields.map(textOf);
    return texts.includes(null) ? null : texts.join(' ');
}
