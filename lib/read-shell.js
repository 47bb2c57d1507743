import { t as textOf, g as exact, h as printed, U as UNKNOWN, i as guessed, j as inFiles, k as escapeGlob, M as MAX_FIELDS, m as concat, n as shellPattern, a as assertNever, e as lastSegment, o as around, q as listed, b as compileGlob, r as pattern, p as patchedFiles, u as lastName, v as guessOf, x as unescapeGlob, y as prefixOf, z as MAX_FIELD_TEXT, f as createBudget, d as describeThrown } from './patch-text.js';
import { forEachChild, parse } from 'unbash';
import { readInlineProgram } from './inline-program.js';

/** Command-line options the way getopt reads them: clusters, attached values, `--`, GNU abbreviations. */
function parseOptions(args, spec = {}) {
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

/** Branches followed side by side. */
const MAX_WORLDS = 16;
function firstWorld(cwd, variables) {
    return {
        cwd,
        previousCwd: null,
        physical: false,
        folders: [],
        variables: new Map(Object.entries(variables).map(([name, text]) => [name, [{ text, glob: null, known: true }]])),
        positional: [],
        functions: new Map(),
        links: [],
        texts: new Map(),
        ended: false,
        failed: false,
    };
}
function fork(world) {
    return { ...world, variables: new Map(world.variables), functions: new Map(world.functions), texts: new Map(world.texts) };
}
function forkAll(worlds) {
    return worlds.map(fork);
}
/** @returns the distinct worlds, and whether some had to be left out. */
function mergeWorlds(groups) {
    const worlds = [];
    let ended = null;
    let dropped = false;
    for (const group of groups) {
        for (const world of group) {
            if (world.ended)
                ended = world;
            else if (worlds.some(other => isSame(other, world)))
                continue;
            else if (worlds.length < MAX_WORLDS)
                worlds.push(world);
            else
                dropped = true;
        }
    }
    // What follows an unconditional `exit` is read all the same: better judged than skipped.
    if (worlds.length === 0 && ended !== null)
        return { worlds: [{ ...ended, ended: false }], dropped: false };
    return { worlds, dropped };
}
/** Most of what two branches know is the very same object, so that this is quick. */
function isSame(left, right) {
    return left.cwd === right.cwd && left.physical === right.physical && left.failed === right.failed && left.links === right.links && left.texts.size === right.texts.size && left.folders.length === right.folders.length
        && left.functions.size === right.functions.size && left.variables.size === right.variables.size && sameFields(left.positional, right.positional)
        && [...left.variables].every(([name, fields]) => sameFields(fields, right.variables.get(name)))
        && [...left.functions].every(([name, body]) => right.functions.get(name) === body);
}
function sameFields(left, right) {
    return left === right || (right !== undefined && left.length === right.length
        && left.every((field, index) => field === right[index] || (field.text === right[index]?.text && field.glob === right[index].glob && field.known === right[index].known)));
}

/** A program that runs a command on another machine or in a container: its paths are not this machine's. */
function elsewhere(spec) {
    return (call) => {
        const { machine, world } = call;
        let rest = call.args;
        if (spec.words !== undefined) {
            const before = parseOptions(rest, { ...spec, stop: true }).operands;
            const at = before[0]?.text === 'compose' || before[0]?.text === 'container' ? 1 : 0;
            if (!spec.words.includes(before[at]?.text ?? ''))
                return { worlds: [world], output: null };
            rest = before.slice(at + 1);
        }
        const dashes = spec.dashes === true ? rest.findIndex(field => field.text === '--') : -1;
        const argv = dashes >= 0 ? rest.slice(dashes + 1) : parseOptions(rest, { ...spec, stop: true }).operands.slice(1);
        if (argv.length === 0)
            return { worlds: [world], output: null };
        const away = { elsewhere: true, via: 'wrapper', wrappers: [...machine.around.wrappers, call.name], command: null };
        const there = { ...fork(world), cwd: null, functions: new Map() };
        if (spec.joined === true)
            machine.runText(argv.map(field => field.text).join(' '), there, null, call.stdin, away);
        else
            machine.runArgv(argv, there, call.stdin, away);
        return { worlds: [world], output: null };
    };
}
const CONTAINER_OPTIONS = {
    short: 'abcehlmpuvwH', long: [
        'add-host', 'annotation', 'attach', 'blkio-weight', 'cap-add', 'cap-drop', 'cgroup-parent', 'cgroupns', 'cidfile', 'config', 'context', 'cpu-shares', 'cpus', 'cpuset-cpus', 'device', 'dns', 'entrypoint', 'env', 'env-file', 'expose', 'file', 'gpus', 'group-add',
        'health-cmd', 'host', 'hostname', 'ip', 'ipc', 'isolation', 'label', 'link', 'log-driver', 'log-level', 'log-opt', 'memory', 'memory-swap', 'mount', 'name', 'network', 'net', 'pid', 'platform', 'profile', 'project-directory', 'project-name', 'publish', 'pull', 'restart', 'runtime', 'scale',
        'security-opt', 'shm-size', 'stop-signal', 'storage-opt', 'sysctl', 'tmpfs', 'ulimit', 'user', 'userns', 'uts', 'volume', 'volumes-from', 'workdir',
    ], words: ['exec', 'run'],
};
const container = elsewhere(CONTAINER_OPTIONS);
const kubectl = elsewhere({ short: 'ncfls', long: ['namespace', 'container', 'context', 'kubeconfig', 'cluster', 'user', 'server', 'filename', 'pod-running-timeout', 'token'], words: ['exec'], dashes: true });
const ELSEWHERE = {
    ssh: elsewhere({ short: 'BbcDEeFIiJLlmOopQRSWw', joined: true }), docker: container, podman: container, nerdctl: container, 'docker-compose': container, kubectl, oc: kubectl,
};

function readRedirects(machine, words, redirects, world, stdin) {
    let input = stdin;
    let from = null;
    let captured = false;
    const stdout = [];
    for (const redirect of redirects) {
        if (redirect.type === 'HereDoc') {
            input = hereDoc(words, redirect, world);
            from = { kind: 'text', text: input?.text ?? null };
            continue;
        }
        const substituted = redirect.type === 'Redirect' && redirect.operator === '<' && redirect.target !== undefined ? words.processOutput(redirect.target, world) : undefined;
        if (substituted !== undefined) {
            input = substituted;
            from = machine.commands.last === null ? { kind: 'text', text: null } : { kind: 'pipe', from: machine.commands.last };
            continue;
        }
        const target = redirect.target === undefined ? UNKNOWN : words.single(redirect.target, world);
        if (redirect.type === 'HereString') {
            input = textOf(target) === null ? guessed([target]) : printed(`${target.text}\n`);
            from = { kind: 'text', text: input.text };
            continue;
        }
        const descriptor = redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : null;
        if (redirect.operator === '<') {
            const path = machine.absolute(world, target);
            const text = path === null ? undefined : world.texts.get(path);
            input = text === undefined ? path === null ? null : inFiles([path]) : printed(text);
            from = { kind: 'file', path };
            continue;
        }
        if (redirect.operator === '<&')
            continue;
        // `2>&1` and `>&-` name a descriptor; `>&file` is a file.
        if (redirect.operator === '>&' && /^(?:\d+-?|-)$/.test(target.text))
            continue;
        machine.write(world, target, { via: 'redirect' });
        const isStdout = redirect.operator.startsWith('&') || (redirect.operator !== '<>' && (descriptor ?? 1) === 1);
        if (isStdout) {
            captured = true;
            if (redirect.operator === '>' || redirect.operator === '>|')
                stdout.push(target);
        }
    }
    return { stdin: input, input: from, stdout, captured };
}
function hereDoc(words, redirect, world) {
    const { body } = redirect;
    if (body.parts === undefined)
        return printed(body.text);
    const field = words.body(body.parts, world);
    // What is unknown in it is left out: the rest still shows what the program writes.
    return field.known ? printed(field.text) : { ...printed(field.text), text: null };
}
/** Remembers what a file holds that this command writes whole, for a later `sh file` or `git apply file`. */
function rememberText(machine, world, targets, output) {
    const text = output?.text ?? output?.guess ?? null;
    if (text === null)
        return;
    for (const target of targets) {
        const path = machine.absolute(world, target);
        if (path !== null)
            world.texts.set(path, text);
    }
}
const NOTHING = printed('');

/** Brace expansion, on the text of a word as bash does it: before everything else, quotes respected. */
/** Words that one brace expression may become. */
const MAX_BRACED = 256;
/** @returns the words; the text itself when it holds no brace expression. */
function expandBraces(text) {
    const open = findGroup(text, 0);
    if (open === null)
        return [text];
    const { start, end, commas } = open;
    const head = text.slice(0, start);
    const tails = expandBraces(text.slice(end + 1));
    const alternatives = commas.length === 0
        ? sequence(text.slice(start + 1, end))
        : splitAt(text, start + 1, end, commas).flatMap(expandBraces);
    const words = [];
    for (const middle of alternatives) {
        for (const tail of tails) {
            if (words.length >= MAX_BRACED)
                return words;
            words.push(head + middle + tail);
        }
    }
    return words;
}
/** The first `{…}` that has a comma or a `..` of its own. */
function findGroup(text, from) {
    for (let start = from; start < text.length; start++) {
        const skipped = skipQuoted(text, start);
        if (skipped > start) {
            start = skipped - 1;
            continue;
        }
        if (text[start] !== '{')
            continue;
        const group = closeGroup(text, start);
        if (group !== null && (group.commas.length > 0 || /^(?:-?\d+|[A-Za-z])\.\.(?:-?\d+|[A-Za-z])(?:\.\.-?\d+)?$/.test(text.slice(start + 1, group.end))))
            return group;
    }
    return null;
}
function closeGroup(text, start) {
    const commas = [];
    let depth = 0;
    for (let at = start; at < text.length; at++) {
        const skipped = skipQuoted(text, at);
        if (skipped > at) {
            at = skipped - 1;
        }
        else if (text[at] === '{') {
            depth++;
        }
        else if (text[at] === '}') {
            depth--;
            if (depth === 0)
                return { start, end: at, commas };
        }
        else if (text[at] === ',' && depth === 1) {
            commas.push(at);
        }
    }
    return null;
}
/** The position after a quoted or escaped stretch or a `${…}`/`$(…)`; `at` itself when none begins there. */
function skipQuoted(text, at) {
    const character = text[at];
    if (character === '\\')
        return at + 2;
    if (character === '\'' || character === '`') {
        const close = text.indexOf(character, at + 1);
        return close < 0 ? text.length : close + 1;
    }
    if (character === '"') {
        for (let end = at + 1; end < text.length; end++) {
            if (text[end] === '\\')
                end++;
            else if (text[end] === '"')
                return end + 1;
        }
        return text.length;
    }
    const opener = text[at + 1];
    if (character === '$' && (opener === '{' || opener === '(')) {
        const closer = opener === '{' ? '}' : ')';
        let depth = 0;
        for (let end = at + 1; end < text.length; end++) {
            if (text[end] === opener)
                depth++;
            else if (text[end] === closer && --depth === 0)
                return end + 1;
        }
        return text.length;
    }
    return at;
}
function splitAt(text, from, to, commas) {
    const bounds = [from - 1, ...commas, to];
    return bounds.slice(1).map((end, index) => text.slice(bounds[index] + 1, end));
}
function sequence(body) {
    const [first = '', last = '', by = '1'] = body.split('..');
    const numeric = /\d/.test(first);
    if (numeric !== /\d/.test(last))
        return [`{${body}}`];
    const from = numeric ? Number(first) : first.charCodeAt(0);
    const to = numeric ? Number(last) : last.charCodeAt(0);
    const step = Math.max(1, Math.abs(Number(by))) * (to < from ? -1 : 1);
    const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
    const words = [];
    for (let value = from; step > 0 ? value <= to : value >= to; value += step) {
        if (words.length >= MAX_BRACED)
            break;
        words.push(numeric ? String(value).padStart(width, '0') : String.fromCharCode(value));
    }
    return words;
}

/** Puts the pieces of a word together into fields: quoted text, glob characters, split expansions. */
function createFieldBuilder() {
    const done = [];
    let current = null;
    const append = (field) => { current = current === null ? field : concat(current, field); };
    const close = () => {
        if (current !== null)
            done.push(current);
        current = null;
    };
    const spread = (fields) => {
        fields.forEach((field, index) => {
            if (index > 0)
                close();
            append(field);
        });
    };
    return {
        literal: text => append(exact(text)),
        glob: (picomatch, written) => append({ text: written, glob: picomatch, known: true }),
        value: append,
        split(fields) {
            const all = fields.flatMap(splitField);
            const first = all[0];
            if (first === undefined) {
                // Nothing but white space, as of `$IFS`: it ends the word.
                if (fields.some(field => field.known && field.text !== ''))
                    close();
                return;
            }
            if (first.breakBefore)
                close();
            spread(all.map(item => item.field));
            if (all.at(-1)?.breakAfter === true)
                close();
        },
        each: spread,
        finish() {
            close();
            return done.slice(0, MAX_FIELDS);
        },
    };
}
function splitField(field) {
    // The known beginning of one word is kept; of several, nobody knows where the first ends.
    if (!field.known)
        return [{ field: /^\S+$/.test(field.prefix ?? '') ? field : UNKNOWN, breakBefore: false, breakAfter: false }];
    if (field.glob !== null)
        return [{ field, breakBefore: false, breakAfter: false }];
    const words = field.text.split(/[ \t\n]+/);
    const last = words.length - 1;
    return words.flatMap((word, index) => word === '' ? [] : [{
            field: activate(word),
            breakBefore: index > 0 && words[0] === '',
            breakAfter: index < last && words[last] === '',
        }]);
}
/** Unquoted text from an expansion: `*`, `?` and `[…]` in it are glob characters. */
function activate(text) {
    if (!/[*?[]/.test(text))
        return exact(text);
    return { text, glob: activeGlob(text), known: true };
}
/** Shell glob syntax as picomatch reads it; a backslash keeps a character literal. */
function activeGlob(text) {
    let glob = '';
    for (let at = 0; at < text.length; at++) {
        const character = text[at];
        if (character === '\\') {
            glob += escapeGlob(text[at + 1] ?? '');
            at++;
        }
        else if (character === '*' || character === '?') {
            glob += character;
        }
        else if (character === '[') {
            const bracket = bracketGlob(text.slice(at));
            glob += bracket ?? '\\[';
            if (bracket !== null)
                at += text.indexOf(']', at + 2) - at;
        }
        else {
            glob += escapeGlob(character);
        }
    }
    return glob;
}
/** `[!a]` in picomatch form, `[^a]`; null when the text opens no closed bracket. */
function bracketGlob(text) {
    const end = text.indexOf(']', 2);
    if (end < 0)
        return null;
    const inside = text.slice(1, end).replace(/^!/, '^');
    // A slash never matches inside a bracket; picomatch would take it for a separator.
    return inside.includes('/') ? null : `[${inside}]`;
}

/** `$name`, `$1`, `$@`, `$#`. */
function simpleParameter(name, world) {
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
    if (name === 'IFS' && value === undefined)
        return single(exact(' \t\n'));
    return single(value?.[0] ?? UNKNOWN);
}
function expandParameter(part, world, operandText) {
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
        case 'Remove': return remove$1(text, operation.operator, operandText(operation.operand));
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
function remove$1(text, operator, pattern) {
    const shell = pattern.known && !(pattern.glob ?? '').includes('@(') ? shellPattern(pattern.glob ?? activeGlob(pattern.text)) : null;
    if (shell === null)
        return UNKNOWN;
    const longest = operator.length === 2;
    const front = operator.startsWith('#');
    const length = front ? shell.front(text, longest) : shell.back(text, longest);
    if (length === undefined)
        return UNKNOWN;
    return exact(front ? text.slice(length ?? 0) : text.slice(0, text.length - (length ?? 0)));
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
function single(field) {
    return { fields: [field], each: false };
}

/** Turns a word of the shell's syntax tree into fields: quotes, tildes, variables, substitutions, globs, braces. */
/** Longer words are not searched for braces. */
const MAX_BRACE_TEXT = 2_048;
function createWordReader(machine, substitute) {
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
        context.machine.check();
        const command = parse(`: ${text}`).commands[0]?.command;
        return command?.type === 'Command' ? (command).args.filter(argument => argument.type === 'Word') : [];
    });
}
function expandWord(context, word, world, splitting) {
    context.machine.check();
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
            return builder.value({ ...UNKNOWN, output: part.script === undefined ? null : context.substitute(part.script, world) });
        case 'SimpleExpansion':
        case 'ParameterExpansion': {
            const value = parameterValue(context, part, world);
            return splitting ? builder.split(value.fields) : builder.value(joined(value, world));
        }
        case 'CommandExpansion': {
            const output = substituted(context, part, world);
            return splitting ? builder.split(outputFields(output)) : builder.value(quotedOutput(output));
        }
        case 'ArithmeticExpansion': return builder.value(arithmetic(context, part, world));
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
        case 'CommandExpansion': return builder.value(quotedOutput(substituted(context, part, world)));
        case 'ArithmeticExpansion': return builder.value(arithmetic(context, part, world));
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
/** What `$(…)` prints; `$(< file)` and `$(cat file)` are looked up. */
function substituted(context, part, world) {
    const output = part.script === undefined ? null : context.substitute(part.script, world);
    if (output?.files === undefined)
        return output;
    const text = context.machine.contents(world, output);
    return text === null ? null : printed(text);
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
/** Only a plain number is read; real arithmetic is not. The commands inside run. */
function arithmetic(context, part, world) {
    const match = /^\$\(\(\s*(\d+)\s*\)\)$/.exec(part.text);
    if (match === null) {
        runInside(context, part, world);
        // Backticks are left in the text there.
        for (const [, script = ''] of part.text.matchAll(/`((?:[^`\\]|\\[\s\S])*)`/g)) {
            if (context.machine.mayParse(script.length))
                context.substitute(parse(script), world);
        }
    }
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
function joinWords(fields) {
    const texts = fields.map(textOf);
    return texts.includes(null) ? null : texts.join(' ');
}

/** `cd` into a folder that does not exist, or is not known, may fail: both folders are then possible. */
function changeFolder(call, target, physical) {
    const { world, machine } = call;
    const from = world.cwd;
    const path = textOf(target) === '-' ? world.previousCwd : inSearchPath(call, target) ?? machine.absolute(world, target);
    const exists = path !== null && (path === from || machine.ask('folder', path) === true);
    const real = physical && exists ? machine.ask('real', path) : null;
    const moved = { ...fork(world), previousCwd: from, cwd: typeof real === 'string' ? real : path };
    if (path !== null && (from === null || exists))
        return [moved];
    world.failed = true;
    return [moved, world];
}
/** A folder of CDPATH that holds the target; null where the current one counts. */
function inSearchPath({ world, machine }, target) {
    const text = textOf(target);
    const places = textOf(world.variables.get('CDPATH')?.[0]);
    if (text === null || places === null || /^(?:\/|\.{1,2}(?:\/|$))/.test(text))
        return null;
    for (const place of places.split(':').slice(0, MAX_PLACES)) {
        const path = machine.absolute(world, exact(place === '' ? text : `${place}/${text}`));
        if (path !== null && machine.ask('folder', path) === true)
            return path;
    }
    return null;
}
const MAX_PLACES = 16;
const cd = (call) => {
    const options = parseOptions(call.args, { short: '' });
    const physical = options.has('P') || (call.world.physical && !options.has('L'));
    const dash = call.args.find(field => field.text === '-');
    const target = dash ?? options.operands[0] ?? call.world.variables.get('HOME')?.[0] ?? UNKNOWN;
    return { worlds: changeFolder(call, textOf(target) === '' ? exact('.') : target, physical), output: NOTHING };
};
/** `+1` counts from the top of the stack, `-0` from its end. @returns null for any other word. */
function placeInStack(text, size) {
    const match = /^([-+])(\d{1,4})$/.exec(text);
    if (match === null)
        return null;
    const place = match[1] === '+' ? Number(match[2]) : size - 1 - Number(match[2]);
    return place >= 0 && place < size ? place : null;
}
const pushd = (call) => {
    const { world } = call;
    const stack = [world.cwd, ...world.folders];
    const target = call.args.find(field => !/^-[a-zA-Z-]/.test(field.text));
    if (target === undefined)
        return moveTo(world, [stack[1] ?? null, stack[0] ?? null, ...stack.slice(2)]);
    if (/^[-+]\d+$/.test(target.text)) {
        const place = placeInStack(target.text, stack.length);
        return place === null ? { worlds: [world], output: NOTHING } : moveTo(world, [...stack.slice(place), ...stack.slice(0, place)]);
    }
    return { worlds: changeFolder(call, target, world.physical).map(next => next === world ? next : { ...next, folders: stack }), output: NOTHING };
};
const popd = ({ world, args }) => {
    const stack = [world.cwd, ...world.folders];
    const place = placeInStack(args.find(field => /^[-+]\d/.test(field.text))?.text ?? '+0', stack.length);
    return stack.length === 1 || place === null ? { worlds: [world], output: NOTHING } : moveTo(world, stack.filter((_folder, index) => index !== place));
};
function moveTo(world, [cwd = null, ...folders]) {
    return { worlds: [{ ...world, previousCwd: world.cwd, cwd, folders }], output: NOTHING };
}
/** `set -- a b` replaces the positional parameters; options alone change nothing here. */
const set = ({ args, world }) => {
    for (const [index, { text }] of args.entries()) {
        if (/^[-+][a-zA-Z]*P/.test(text) || (args[index + 1]?.text === 'physical' && /^[-+][a-zA-Z]*o$/.test(text)))
            world.physical = text.startsWith('-');
    }
    const dashes = args.findIndex(field => field.text === '--');
    const first = args.findIndex(field => !/^[-+]/.test(field.text));
    if (dashes >= 0)
        world.positional = args.slice(dashes + 1);
    else if (first >= 0 && !/^-[a-zA-Z]*o$/.test(args[first - 1]?.text ?? ''))
        world.positional = args.slice(first);
    return { worlds: [world], output: NOTHING };
};
const shift = ({ args, world }) => {
    world.positional = world.positional.slice(Number(args[0]?.text ?? 1) || 1);
    return { worlds: [world], output: NOTHING };
};
const unset = ({ args, world }) => {
    for (const field of args)
        world.variables.delete(field.text);
    return { worlds: [world], output: NOTHING };
};
/** `read x <<< "value"`: the first line; several names or no known input leave them unknown. */
const read = ({ args, world, stdin }) => {
    const names = parseOptions(args, { short: 'adinNptu' }).operands.map(field => field.text);
    const line = names.length === 1 && (stdin?.text != null || stdin?.lines.length === 1) ? stdin.lines[0] ?? exact('') : UNKNOWN;
    for (const name of names)
        world.variables.set(name, [line]);
    return { worlds: [world], output: NOTHING };
};
const mapfile = ({ args, world, stdin }) => {
    const name = parseOptions(args, { short: 'dnOsuCc' }).operands[0]?.text ?? 'MAPFILE';
    world.variables.set(name, stdin === null ? [UNKNOWN] : stdin.lines);
    return { worlds: [world], output: NOTHING };
};
/** `printf -v name text` assigns; every other `printf` prints. */
const printf = ({ args, world }) => {
    const assigns = args[0]?.text === '-v';
    const [format, ...values] = assigns ? args.slice(2) : args[0]?.text === '--' ? args.slice(1) : args;
    const output = formatted(format, values);
    if (assigns && args[1] !== undefined)
        world.variables.set(args[1].text, [output === null ? UNKNOWN : exact(output)]);
    if (assigns)
        return { worlds: [world], output: NOTHING };
    // With unknown or patterned arguments the lines are still the arguments, in the usual formats.
    return { worlds: [world], output: output === null ? guessedFormat(format, values) : printed(output) };
};
function guessedFormat(format, values) {
    const guess = formatted(format, values.map(value => exact(value.text)));
    return { text: null, guess, lines: values };
}
function formatted(format, values) {
    const template = textOf(format);
    const texts = values.map(textOf);
    if (template === null || texts.includes(null))
        return null;
    const unescaped = unescapeText(template);
    const slots = (unescaped.match(/%[sdbqi]/g) ?? []).length;
    const rounds = slots === 0 ? 1 : Math.min(Math.max(1, Math.ceil(texts.length / slots)), 200);
    let next = 0;
    let text = '';
    for (let round = 0; round < rounds; round++)
        text += unescaped.replace(/%(?:([sdbqi])|%)/g, (all) => all === '%%' ? '%' : texts[next++] ?? '');
    return text;
}
/** `\n`, `\x2f`, `\057`, as `printf` and `echo -e` read them. */
function unescapeText(text) {
    return text.replace(/\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|([\s\S]))/g, (all, hex, octal, plain) => {
        if (hex !== undefined)
            return String.fromCharCode(parseInt(hex, 16));
        if (octal !== undefined)
            return String.fromCharCode(parseInt(octal, 8) & 0xff);
        return ({ n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', '\'': '\'' })[plain ?? ''] ?? all;
    });
}
const echo = ({ args, world }) => {
    let rest = [...args];
    let newline = '\n';
    let escapes = false;
    while (/^-[neE]+$/.test(rest[0]?.text ?? '')) {
        if (rest[0]?.text.includes('n') === true)
            newline = '';
        if (rest[0]?.text.includes('e') === true)
            escapes = true;
        rest = rest.slice(1);
    }
    const text = joinWords(rest);
    if (text === null)
        return { worlds: [world], output: guessed(rest) };
    const shown = escapes ? unescapeText(text) : text;
    return { worlds: [world], output: { ...printed(shown + newline), lines: shown.split(/[ \n]+/).filter(word => word !== '').map(exact) } };
};
/** Unknown parts are left out: what is written around them is still shell text. */
const evaluate = (call) => {
    if (call.args.some(field => !field.known && field.text === ''))
        call.machine.gaps.add('what eval runs is not known before it runs');
    return call.machine.runText(call.args.map(field => field.text).join(' '), call.world, null, call.stdin);
};
/** `source file`: the text when this command wrote it, else from disk. */
const source = (call) => {
    const { machine, world } = call;
    const [first] = call.args;
    const path = machine.absolute(world, first);
    const text = first?.output !== undefined ? machine.contents(world, first.output) : path === '/dev/stdin' ? machine.contents(world, call.stdin) : machine.fileText(world, path);
    if (text === null) {
        if (path === null)
            machine.gaps.add(`what ${call.name} runs is not known before it runs`);
        return { worlds: [world], output: null };
    }
    return call.machine.runText(text, call.world, call.args.length > 1 ? call.args.slice(1) : null, call.stdin, { via: 'script' });
};
/** A trap runs later, in whatever folder the shell is then; it is read where it stands. */
const trap = (call) => {
    const text = textOf(call.args.find(field => field.text !== '--'));
    if (text !== null && call.args.length > 1)
        call.machine.runText(text, fork(call.world), null, null, { via: 'scheduler' });
    return { worlds: [call.world], output: NOTHING };
};
const exit = ({ world }) => {
    world.ended = true;
    return { worlds: [world], output: NOTHING };
};
const pwd = ({ world }) => ({ worlds: [world], output: world.cwd === null ? null : printed(`${world.cwd}\n`) });
const silent = ({ world }) => ({ worlds: [world], output: NOTHING });
const BUILTINS = {
    cd, chdir: cd, pushd, popd, set, shift, unset, read, mapfile, readarray: mapfile, printf, echo, eval: evaluate, source, '.': source, trap, exit, return: exit, pwd,
    true: silent, ':': silent, test: silent, '[': silent, export: silent, declare: silent, local: silent, readonly: silent, typeset: silent, let: silent, shopt: silent, sleep: silent, wait: silent,
};

function lookUp(table, name) {
    return Object.hasOwn(table, name) ? table[name] ?? null : null;
}

const PYTHON = { language: 'python', options: { short: 'cmWXQ', stop: true }, text: ['c'] };
const NODE = {
    language: 'javascript', options: { short: 'er', long: ['eval', 'require', 'import', 'input-type', 'loader', 'conditions', 'env-file'], stop: true },
    text: ['e', 'eval'], flagged: ['p', 'print'],
};
const AWK = { language: 'awk', options: { short: 'fFvi', long: ['file', 'include', 'assign', 'field-separator'], stop: true }, text: [], first: true, inPlace: true };
const INTERPRETERS = [
    [/^(?:python|pypy|ipython)[\d.]*$/, PYTHON],
    [/^(?:node|nodejs|tsx|ts-node|esno|jiti)$/, NODE],
    [/^bun$/, { ...NODE, words: ['run'] }],
    [/^deno$/, { language: 'javascript', options: { long: ['ext', 'config'], stop: true }, text: [], words: ['eval'], first: true }],
    [/^perl[\d.]*$/, { language: 'perl', options: { short: 'eE', optional: 'iMmIFDx', stop: true }, text: ['e', 'E'], inPlace: true }],
    [/^ruby[\d.]*$/, { language: 'ruby', options: { short: 'erIC', optional: 'iFxW', stop: true }, text: ['e'], inPlace: true }],
    [/^php[\d.]*$/, { language: 'php', options: { short: 'rdBREf', stop: true }, text: ['r', 'B', 'R', 'E'] }],
    [/^lua(?:jit)?[\d.]*$/, { language: 'lua', options: { short: 'el', stop: true }, text: ['e'] }],
    [/^[gmn]?awk$/, AWK],
    [/^(?:pwsh|powershell)$/i, { language: 'powershell', options: {}, text: [], first: true }],
    [/^Rscript$|^R$/, { language: 'r', options: { short: 'e' }, text: ['e'] }],
    [/^julia$/, { language: 'julia', options: { short: 'eEL', stop: true }, text: ['e', 'E'] }],
];
function interpreterOf(name) {
    return INTERPRETERS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
function runInterpreter(interpreter, call) {
    let { args } = call;
    if (interpreter.words?.includes(args[0]?.text ?? '') === true)
        args = args.slice(1);
    const options = parseOptions(interpreter.language === 'powershell' ? powershellArguments(args) : args, interpreter.options);
    const module = interpreter === PYTHON ? options.value('m') : null;
    if (module !== null) {
        call.machine.runArgv([module, ...options.operands], fork(call.world), call.stdin);
        return;
    }
    const { texts, rest } = programTexts(interpreter, options, call);
    for (const text of texts)
        noteProgram(interpreter.language, text, rest, call);
    if (interpreter.inPlace === true && rewritesOperands(interpreter, options))
        rest.forEach(target => call.machine.write(call.world, target));
}
/** `awk -i inplace`, `perl -i`, `ruby -i.bak`. */
function rewritesOperands(interpreter, options) {
    return interpreter === AWK ? options.values('i', 'include').some(field => field.text === 'inplace') : options.has('i');
}
function powershellArguments(args) {
    const at = args.findIndex(field => /^-(?:c|command|f|file)$/i.test(field.text));
    return at < 0 ? args : [exact(args.slice(at + 1).map(field => field.text).join(' '))];
}
/** The program: option values, the first operand, standard input, or a file that this command wrote. */
function programTexts(interpreter, options, call) {
    const given = options.values(...interpreter.text);
    if (given.length > 0)
        return { texts: given, rest: options.operands };
    const [first, ...rest] = options.operands;
    const isText = interpreter.first === true && !options.has('f', 'file') || options.has(...interpreter.flagged ?? []);
    if (isText)
        return { texts: first === undefined ? [] : [first], rest };
    if (first === undefined || first.text === '-') {
        const text = call.machine.contents(call.world, call.stdin);
        return { texts: text === null ? [] : [exact(text)], rest };
    }
    const path = call.machine.absolute(call.world, first);
    const written = path === null ? undefined : call.world.texts.get(path);
    return { texts: written === undefined ? [] : [exact(written)], rest };
}
function noteProgram(language, text, args, call) {
    const { machine, world } = call;
    const program = readInlineProgram(language, text.text, args.flatMap(field => textOf(field) ?? []));
    for (const path of program.paths)
        machine.write(world, text.glob === null ? exact(path) : activate(path), { via: 'interpreter', deep: program.deep.has(path), kind: program.deleted.has(path) ? 'delete' : 'write' });
    // Most literals are no shell text at all; what does not parse there says nothing about this command.
    const gaps = new Set(machine.gaps);
    for (const command of program.commands) {
        if (typeof command === 'string')
            machine.runText(command, fork(world), null, null, { via: 'interpreter' });
        else
            machine.runArgv(command.map(exact), fork(world), null, { via: 'interpreter', node: null });
    }
    for (const gap of [...machine.gaps])
        if (!gaps.has(gap) && gap.includes('not valid shell text'))
            machine.gaps.delete(gap);
}

const MAX_LINES = 200;
/** Keys that tmux and screen take for the end of a line. */
const ENTER = /^(?:Enter|C-m|C-j|KPEnter)$/;
function nothing(call) {
    return { worlds: [call.world], output: null };
}
/** One word is shell text, several are a command. */
function runWords(call, words, via = 'launcher') {
    const [first] = words;
    if (first === undefined)
        return;
    if (words.length === 1)
        call.machine.runText(first.text, fork(call.world), null, null, { via });
    else
        call.machine.runArgv(words, fork(call.world), null, { via });
}
/** The command is what follows the options, as words or as one text. */
function launches(spec) {
    return (call) => {
        runWords(call, parseOptions(call.args, { ...spec, stop: true }).operands);
        return nothing(call);
    };
}
/** Every operand is shell text of its own. */
function texts(spec, options = []) {
    return (call) => {
        const parsed = parseOptions(call.args, spec);
        for (const text of [...options.length > 0 ? [] : parsed.operands, ...parsed.values(...options)])
            runWords(call, [text]);
        return nothing(call);
    };
}
const TMUX_RUNS = /^(?:new|new-session|neww|new-window|splitw|split-window|respawn-pane|respawnp|respawn-window|respawnw|run|run-shell|if|if-shell|popup|display-popup|pipe-pane|pipep)$/;
const tmux = (call) => {
    let { operands: rest } = parseOptions(call.args, { short: 'cfLSTD', stop: true });
    while (rest.length > 0) {
        const end = rest.findIndex(field => field.text === ';');
        const [name, ...args] = end < 0 ? rest : rest.slice(0, end);
        if (TMUX_RUNS.test(name?.text ?? ''))
            runWords(call, parseOptions(args, { short: 'cFnstxyelpf', stop: true }).operands);
        else if (/^send(?:-keys)?$/.test(name?.text ?? ''))
            runWords(call, [exact(parseOptions(args, { short: 'tN', stop: true }).operands.map(field => ENTER.test(field.text) ? '\n' : field.text).join(''))]);
        rest = end < 0 ? [] : rest.slice(end + 1);
    }
    return nothing(call);
};
const screen = (call) => {
    const { operands } = parseOptions(call.args, { short: 'cehpsStT', long: [], stop: true });
    const sent = call.args.findIndex(field => field.text === 'stuff');
    if (sent >= 0)
        runWords(call, call.args.slice(sent + 1, sent + 2));
    else
        runWords(call, operands[0]?.text === '-m' ? operands.slice(1) : operands);
    return nothing(call);
};
/** `at now < file`, `at -f file now`, `batch`: the input is shell text for later. */
const at = (call) => {
    const options = parseOptions(call.args, { short: 'fqtdrc' });
    if (options.has('l', 'd', 'r', 'c'))
        return nothing(call);
    const file = options.value('f');
    const text = file === null ? call.machine.contents(call.world, call.stdin) : call.machine.fileText(call.world, call.machine.absolute(call.world, file));
    if (text !== null)
        call.machine.runText(text, fork(call.world), null, null, { via: 'scheduler', input: { kind: 'none' } });
    return nothing(call);
};
/** Five times or one `@word` stand in front of each command. */
const crontab = (call) => {
    const options = parseOptions(call.args, { short: 'u' });
    if (options.has('l', 'r', 'e'))
        return nothing(call);
    const [file] = options.operands;
    const text = file === undefined || file.text === '-' ? call.machine.contents(call.world, call.stdin) : call.machine.fileText(call.world, call.machine.absolute(call.world, file));
    for (const line of (text ?? '').split('\n').slice(0, MAX_LINES)) {
        const command = /^\s*(?:@\w+|(?:[\d*][^\s]*\s+){4}[^\s#]+)\s+(\S.*)$/.exec(line)?.[1];
        if (command !== undefined)
            call.machine.runText(command, fork(call.world), null, null, { via: 'scheduler', input: { kind: 'none' } });
    }
    return nothing(call);
};
const DELETES = new Set(['del', 'erase', 'rd', 'rmdir']);
/** `cmd /c "del x"`: its own few commands, with `\` between names. */
const cmd = (call) => {
    const flag = call.args.findIndex(field => /^\/[ckr]$/i.test(field.text));
    if (flag < 0)
        return nothing(call);
    const line = call.args.slice(flag + 1).map(field => field.text).join(' ').replaceAll('\\', '/');
    for (const part of line.split(/&{1,2}|\|{1,2}/).slice(0, MAX_LINES)) {
        const [name = '', ...words] = part.trim().split(/\s+/).map(word => word.replaceAll('"', ''));
        const operands = words.filter(word => !/^\/[a-z](?::\S*)?$/i.test(word));
        const tree = words.some(word => /^\/s$/i.test(word));
        if (DELETES.has(name.toLowerCase()))
            call.machine.runArgv(['rm', ...tree ? ['-r'] : [], ...operands].map(exact), fork(call.world), null, { via: 'launcher' });
        else if (/^(?:copy|xcopy)$/i.test(name))
            call.machine.runArgv(['cp', ...operands].map(exact), fork(call.world), null, { via: 'launcher' });
        else if (/^(?:move|ren|rename)$/i.test(name))
            call.machine.runArgv(['mv', ...operands].map(exact), fork(call.world), null, { via: 'launcher' });
        else
            call.machine.runText(part.trim(), fork(call.world), null, null, { via: 'launcher' });
    }
    return nothing(call);
};
const npm = (call) => {
    const [first, ...args] = call.args;
    if (first?.text !== 'exec' && first?.text !== 'x')
        return nothing(call);
    return npx({ ...call, args });
};
const npx = (call) => {
    const options = parseOptions(call.args, { short: 'pcw', long: ['package', 'call', 'workspace'], stop: true });
    const text = options.value('c', 'call');
    if (text !== null)
        call.machine.runText(text.text, fork(call.world), null, call.stdin, { via: 'launcher' });
    else if (options.operands.length > 0)
        call.machine.runArgv(options.operands, fork(call.world), call.stdin, { via: 'launcher' });
    return nothing(call);
};
/** `start-stop-daemon --exec program -- words`. */
const daemon = (call) => {
    const options = parseOptions(call.args, { short: 'xapnukgdNcrs', long: ['exec', 'startas', 'pidfile', 'name', 'user', 'chuid', 'signal', 'chdir', 'retry', 'nicelevel'] });
    const program = options.value('x', 'exec', 'a', 'startas');
    if (program !== null && options.has('S', 'start'))
        call.machine.runArgv([program, ...options.operands], fork(call.world), null, { via: 'launcher' });
    return nothing(call);
};
const LAUNCHERS = {
    tmux, screen, byobu: tmux, at, batch: at, crontab, cmd, npm, npx, bunx: npx, pnpx: npx, 'start-stop-daemon': daemon,
    wsl: launches({ short: 'du', long: ['distribution', 'user', 'cd', 'shell-type'] }),
    'flatpak-spawn': launches({ long: ['directory', 'env', 'forward-fd'] }),
    hyperfine: texts({ short: 'wrmMpcsnNSLPDu', long: ['warmup', 'runs', 'min-runs', 'max-runs', 'prepare', 'cleanup', 'setup', 'export-json', 'export-markdown', 'export-csv', 'parameter-list', 'parameter-scan', 'command-name', 'shell', 'time-unit', 'style', 'output', 'input'] }),
    concurrently: texts({ short: 'ncpslkt', long: ['names', 'prefix-colors', 'prefix', 'success', 'max-processes'] }),
    nodemon: texts({ short: 'xewi', long: ['exec', 'ext', 'watch', 'ignore', 'delay'] }, ['x', 'exec']),
    watchexec: launches({ short: 'wef', long: ['watch', 'exts', 'filter', 'ignore', 'debounce'] }),
};
/** Programs whose later words are names of other things, not a command. */
const NAMES_ONLY = /^(?:man|info|which|whereis|whatis|apropos|tldr|type|apt|apt-get|aptitude|dnf|yum|pacman|apk|zypper|brew|port|snap|choco|winget|scoop|pip\d*|gem|cargo|go|npm|pnpm|yarn|bun|composer|gh|glab|hub|docker|podman|kubectl|helm|aws|gcloud|az|terraform|systemctl|service|journalctl|ps|pgrep|pkill|killall|kill|dpkg|rpm|update-alternatives|alias|unalias|hash|help|compgen|complete|test|\[|history|fc|jobs|look|dict|say|figlet|cowsay|notify-send|logger|hg|svn|jj|make|ninja|cmake|meson|bazel|gradle|mvn|rake|just|task|jq|diff|cmp|comm|wc|file|stat|strings|od|hexdump|md5sum|sha\w*sum|less|more|bat|ls|exa|eza|tree|du|df|echo)$/;
/** A command in the words behind a program that is not known: `launcher --flag rm x`. */
function hiddenCommand(call, writes) {
    if (NAMES_ONLY.test(call.name))
        return;
    const at = call.args.findIndex(field => textOf(field) !== null && writes(lastSegment(field.text)));
    const words = call.args.slice(at);
    if (at >= 0 && words.length > 1)
        call.machine.runArgv(words, fork(call.world), null, { via: 'launcher' });
}

/** Links of one command that are followed: each may lead to the next. */
const MAX_LINKS = 24;
/** Reads `a b`, `a b folder`, `-t folder a b`, `-T a b`. */
function transferOf(options, replacesLink = []) {
    const folder = options.value('t', 'target-directory');
    if (folder !== null)
        return { sources: options.operands, target: folder, folder: true, plain: false };
    const target = options.operands.at(-1);
    const sources = options.operands.slice(0, -1);
    if (target === undefined || sources.length === 0)
        return null;
    return { sources, target, folder: sources.length > 1, plain: options.has('T', 'no-target-directory', ...replacesLink) };
}
function writeTarget(call, transfer, options) {
    call.machine.write(call.world, transfer.target, {
        ...options, into: transfer.sources, intoOnly: transfer.folder, plain: transfer.plain,
    });
}
const cp = (call) => {
    const options = parseOptions(call.args, { short: 'tS', long: ['target-directory', 'suffix'] });
    const transfer = transferOf(options);
    // `-n` never touches a file that exists.
    if (transfer === null || options.has('n', 'no-clobber'))
        return NOTHING;
    const tree = options.has('r', 'R', 'a', 'recursive', 'archive');
    const linked = options.has('l', 'link') ? 'hard-link' : options.has('s', 'symbolic-link') ? 'symlink' : null;
    if (linked !== null)
        transfer.sources.forEach(source => call.machine.write(call.world, source, { kind: linked, deep: tree }));
    writeTarget(call, transfer, { tree, entry: options.has('remove-destination') || linked !== null });
    copyText(call, transfer);
    return NOTHING;
};
const install = (call) => {
    const options = parseOptions(call.args, { short: 'tSmog', long: ['target-directory', 'suffix', 'mode', 'owner', 'group', 'strip-program'] });
    if (options.has('d', 'directory'))
        return NOTHING;
    const transfer = transferOf(options);
    if (transfer !== null)
        writeTarget(call, transfer, { entry: true });
    return NOTHING;
};
const mv = (call) => {
    const options = parseOptions(call.args, { short: 'tS', long: ['target-directory', 'suffix'] });
    const transfer = transferOf(options);
    if (transfer === null)
        return NOTHING;
    transfer.sources.forEach(source => call.machine.write(call.world, source, { kind: 'move-from', deep: true, entry: true }));
    if (!options.has('n', 'no-clobber'))
        writeTarget(call, transfer, { tree: true, entry: true });
    copyText(call, transfer);
    return NOTHING;
};
/** A text that this command wrote keeps being known under its new name. */
function copyText({ machine, world }, { sources, target, folder }) {
    const from = machine.absolute(world, sources[0]);
    const to = machine.absolute(world, target);
    const text = from === null ? undefined : world.texts.get(from);
    if (text !== undefined && to !== null && !folder)
        world.texts.set(to, text);
}
const ln = (call) => {
    const options = parseOptions(call.args, { short: 'tS', long: ['target-directory', 'suffix'] });
    const [only] = options.operands;
    const transfer = transferOf(options, ['n', 'h', 'no-dereference'])
        ?? (only === undefined ? null : { sources: [only], target: exact(lastSegment(only.text)), folder: false, plain: true });
    if (transfer === null)
        return NOTHING;
    const symbolic = options.has('s', 'symbolic');
    writeTarget(call, transfer, { entry: true });
    for (const source of transfer.sources)
        noteLink(call, transfer, source, symbolic);
    return NOTHING;
};
/** The linked file gets a second name; what this command then writes under that name counts for it. */
function noteLink(call, transfer, source, symbolic) {
    const { machine, world } = call;
    const name = machine.absolute(world, transfer.target);
    const text = textOf(source);
    const folder = name === null ? null : transfer.folder ? name : machine.resolve(name, '..');
    // A symbolic link's relative target counts from the folder that holds the link.
    const target = symbolic && text !== null && folder !== null ? exact(machine.resolve(folder, text)) : source;
    machine.write(world, target, { kind: symbolic ? 'symlink' : 'hard-link', deep: true });
    const absolute = machine.absolute(world, target);
    if (name === null || absolute === null)
        return;
    if (world.links.length >= MAX_LINKS) {
        machine.gaps.add('it makes more links than can be followed');
        return;
    }
    const inside = machine.resolve(name, lastSegment(absolute));
    world.links = [...world.links, { name: inside, target: absolute }, ...transfer.folder ? [] : [{ name, target: absolute }]];
}
const link = call => ln({ ...call, args: [exact('-T'), ...call.args] });
const rsync = (call) => {
    const options = parseOptions(call.args, {
        short: 'efBTM',
        long: ['rsh', 'exclude', 'include', 'filter', 'files-from', 'exclude-from', 'include-from', 'temp-dir', 'backup-dir', 'suffix', 'chmod', 'chown', 'log-file', 'max-size', 'min-size', 'bwlimit', 'timeout', 'port', 'link-dest', 'compare-dest', 'copy-dest', 'block-size', 'partial-dir'],
    });
    const target = options.operands.at(-1);
    const sources = options.operands.slice(0, -1);
    if (target === undefined || sources.length === 0 || options.has('n', 'dry-run'))
        return NOTHING;
    if (options.has('remove-source-files'))
        sources.forEach(source => call.machine.write(call.world, source, { kind: 'delete', deep: true }));
    if (isRemote(target))
        return NOTHING;
    const deletes = ['delete', 'delete-before', 'delete-during', 'delete-after', 'delete-excluded'].some(name => options.has(name));
    if (deletes)
        call.machine.write(call.world, target, { kind: 'delete', deep: true });
    // `src/` lays the contents of src over the target, `src` puts src into it.
    const into = sources.map(source => source.text.endsWith('/') ? around('', source, '.') : source);
    call.machine.write(call.world, target, { into, tree: true, entry: true, intoOnly: sources.length > 1 });
    return NOTHING;
};
const scp = (call) => {
    const options = parseOptions(call.args, { short: 'cDFiJloPSX' });
    const transfer = transferOf(options);
    if (transfer !== null && !isRemote(transfer.target))
        writeTarget(call, transfer, { tree: options.has('r') });
    return NOTHING;
};
function isRemote(field) {
    return /^[^/]*[^/\\]:(?!\\)/.test(field.text) && !/^[A-Za-z]:/.test(field.text);
}
const COPY_PROGRAMS = { cp, gcp: cp, mv, gmv: mv, install, ginstall: install, ln, gln: ln, link, rsync, scp };

const sed = (call) => {
    const options = parseOptions(call.args, { short: 'efl', optional: 'iI', long: ['expression', 'file', 'line-length'] });
    const scripts = options.values('e', 'expression');
    const fromOptions = scripts.length > 0 || options.has('f', 'file');
    const files = fromOptions ? options.operands : options.operands.slice(1);
    if (options.has('i', 'I', 'in-place'))
        writeAll(call, files);
    const first = options.operands[0];
    for (const script of fromOptions ? scripts : first === undefined ? [] : [first])
        writeAll(call, sedOutputs(textOf(script) ?? ''));
    return null;
};
/** The `w file` command and the `w` flag of `s`. */
function sedOutputs(script) {
    const commands = [...script.matchAll(/(?:^|[;{}\n]|[\d$/]\s*|\/[gpiIeMm\d]*)w\s+([^\n;}]+)/g)];
    return commands.map(match => exact(match[1].trim()));
}
function writeAll({ machine, world }, targets) {
    targets.forEach(target => machine.write(world, target));
}
/** ed, ex, vi: what they are told to do comes from elsewhere, opening to edit is what can be read. */
const editor = (call) => {
    const options = parseOptions(call.args, { short: 'cSTuUi', long: ['cmd'] });
    if (options.has('R', 'M'))
        return NOTHING;
    writeAll(call, options.operands.filter(field => !field.text.startsWith('+')));
    return NOTHING;
};
const ed = (call) => {
    writeAll(call, parseOptions(call.args, { short: 'p' }).operands);
    const script = call.stdin?.text ?? '';
    writeAll(call, [...script.matchAll(/^\s*(?:[\d.,$%]*)(?:w|wq|W)\s+(\S.*)$/gm)].map(match => exact(match[1].trim())));
    return NOTHING;
};
/** A program that rewrites its operands when `when` says so. */
function rewrites(when, spec = {}, skip = 0) {
    return (call) => {
        const options = parseOptions(call.args, spec);
        if (when(options))
            options.operands.slice(skip).forEach(target => call.machine.write(call.world, target, { deep: true }));
        return NOTHING;
    };
}
const always = () => true;
const checksOnly = (options) => !options.has('check') && !options.has('diff');
const ruff = (call) => {
    const [command, ...rest] = call.args;
    const options = parseOptions(rest, { long: ['config', 'select', 'ignore', 'line-length', 'target-version'] });
    const writes = command?.text === 'format' ? checksOnly(options) : options.has('fix');
    if (writes)
        options.operands.forEach(target => call.machine.write(call.world, target, { deep: true }));
    return NOTHING;
};
/** gzip replaces `x` by `x.gz`, gunzip the other way round. */
const compress = (call) => {
    const options = parseOptions(call.args, { short: 'S', long: ['suffix'] });
    if (options.has('c', 'stdout', 'to-stdout', 'l', 't'))
        return null;
    const unpacks = /^(?:gun|un|bun)/.test(call.name) || options.has('d', 'decompress', 'uncompress');
    for (const target of options.operands) {
        if (!options.has('k', 'keep'))
            call.machine.write(call.world, target, { kind: 'delete' });
        const text = textOf(target);
        if (unpacks && text !== null)
            call.machine.write(call.world, exact(text.replace(/\.(?:gz|bz2|xz|zst|Z|lzma)$/, '')));
    }
    return NOTHING;
};
const rename = (call) => {
    const options = parseOptions(call.args, { short: 'e' });
    if (options.has('n', 'no-act'))
        return NOTHING;
    options.operands.forEach(target => call.machine.write(call.world, target, { kind: 'move-from', entry: true, ifExists: true }));
    return NOTHING;
};
const EDIT_PROGRAMS = {
    sed, gsed: sed, ed, red: ed, ex: editor, vi: editor, vim: editor, nvim: editor, nano: editor, emacs: editor, rename, prename: rename, 'file-rename': rename,
    prettier: rewrites(options => options.has('w', 'write'), { long: ['config', 'parser', 'plugin', 'ignore-path', 'log-level'] }),
    eslint: rewrites(options => options.has('fix'), { short: 'cfo', long: ['config', 'ext', 'format', 'rule', 'parser', 'plugin', 'max-warnings', 'ignore-pattern'] }),
    biome: rewrites(options => options.has('write', 'apply', 'fix'), {}, 1),
    gofmt: rewrites(options => options.has('w'), { short: 'r' }),
    goimports: rewrites(options => options.has('w'), {}),
    shfmt: rewrites(options => options.has('w', 'write'), { short: 'i' }),
    rustfmt: rewrites(checksOnly, { long: ['edition', 'config'] }),
    'clang-format': rewrites(options => options.has('i'), {}),
    black: rewrites(checksOnly, { short: 'lt', long: ['line-length', 'target-version', 'config', 'exclude', 'include'] }),
    isort: rewrites(checksOnly, { long: ['profile', 'line-length'] }),
    autopep8: rewrites(options => options.has('i', 'in-place')),
    yapf: rewrites(options => options.has('i', 'in-place')),
    yq: rewrites(options => options.has('i', 'inplace'), { short: 'op' }, 1),
    dos2unix: rewrites(always), unix2dos: rewrites(always),
    ruff,
    gzip: compress, gunzip: compress, bzip2: compress, bunzip2: compress, xz: compress, unxz: compress, zstd: compress, unzstd: compress, uncompress: compress,
};

const TWO_ARGUMENTS = new Set(['-fprintf']);
const NO_ARGUMENT = new Set(['-print', '-print0', '-depth', '-empty', '-ls', '-mount', '-xdev', '-daystart', '-quit', '-true', '-false', '-nouser', '-nogroup', '-readable', '-writable', '-executable', '-follow', '-noleaf', '-a', '-and', ',']);
const find = (call) => {
    const start = call.args.findIndex(field => /^[-(!]/.test(field.text) && !/^-[HLPO]/.test(field.text));
    const roots = (start < 0 ? call.args : call.args.slice(0, start)).filter(field => !/^-[HLPO]/.test(field.text));
    const expression = start < 0 ? [] : call.args.slice(start);
    const alternatives = readExpression(expression);
    // A variable that is set nowhere vanishes, and find then starts here.
    const named = roots.filter(root => root.known || root.text !== '');
    const where = named.length === 0 ? [exact('.')] : named;
    for (const alternative of alternatives) {
        for (const action of alternative.actions)
            act(call, action, where, alternative.names);
    }
    const names = alternatives.some(one => one.names.length === 0) ? [] : alternatives.flatMap(one => one.names);
    return { worlds: [call.world], output: listed(candidates(where, names)) };
};
function act(call, action, roots, names) {
    const { machine, world } = call;
    if (action.kind === 'print-to') {
        action.argv.forEach(target => machine.write(world, target));
        return;
    }
    if (action.kind === 'delete') {
        for (const root of roots) {
            if (names.length === 0)
                machine.write(world, root, { kind: 'delete', deep: true });
            for (const name of names)
                machine.write(world, root, { kind: 'delete', deep: true, only: `**/${name}` });
        }
        return;
    }
    for (const found of candidates(roots, names)) {
        machine.runArgv(action.argv.map(field => field.text === '{}' ? found : placeIn(field, found)), fork(world), null, { via: 'find' });
    }
}
/** `{}` inside a word: `-exec sh -c 'rm {}'`. Patterns are put in as their text. */
function placeIn(field, found) {
    return field.text.includes('{}') && textOf(field) !== null ? exact(field.text.replaceAll('{}', () => found.text)) : field;
}
/** Each starting point itself, and what lies below it under the given names. */
function candidates(roots, names) {
    return roots.flatMap((root) => {
        const folder = root.text.replace(/\/+$/, '') || '/';
        const base = root.glob === null ? escapeGlob(folder) : root.glob.replace(/\/+$/, '');
        if (!root.known)
            return [root];
        const below = names.length === 0 ? ['*'] : names;
        // With name tests the starting point itself is among them only where it bears such a name.
        const itself = names.length === 0 || root.glob !== null || names.some(name => compileGlob(name)(lastSegment(root.text)));
        return [...itself ? [root] : [], ...below.map(name => pattern(`${base}/**/${name}`, folder))];
    });
}
function readExpression(expression) {
    const alternatives = [{ names: [], actions: [], prunes: false }];
    const inParentheses = expression.some(field => field.text === '(');
    let negated = false;
    for (let at = 0; at < expression.length; at++) {
        const word = expression[at].text;
        const current = alternatives.at(-1);
        const next = expression[at + 1];
        if (word === '!' || word === '-not') {
            negated = true;
            continue;
        }
        if (word === '-o' || word === '-or')
            alternatives.push({ names: [], actions: [], prunes: false });
        else if (word === '-prune')
            current.prunes = true;
        else if (word === '-delete')
            current.actions.push({ kind: 'delete', argv: [] });
        else if (/^-(?:exec|ok)(?:dir)?$/.test(word)) {
            const end = expression.findIndex((field, index) => index > at && (field.text === ';' || (field.text === '+' && expression[index - 1]?.text === '{}')));
            const stop = end < 0 ? expression.length : end;
            current.actions.push({ kind: 'exec', argv: expression.slice(at + 1, stop) });
            at = stop;
        }
        else if (/^-f(?:print|print0|ls|printf)$/.test(word)) {
            if (next !== undefined)
                current.actions.push({ kind: 'print-to', argv: [next] });
            at += TWO_ARGUMENTS.has(word) ? 2 : 1;
        }
        else if (/^-i?name$/.test(word)) {
            if (!negated && next !== undefined && next.known)
                current.names.push(word === '-iname' ? '*' : next.glob ?? activeGlob(next.text));
            at++;
        }
        else if (word.startsWith('-') && !NO_ARGUMENT.has(word)) {
            at++;
        }
        negated = false;
    }
    return inParentheses ? [together(alternatives)] : alternatives;
}
/** With parentheses the alternatives belong to one test: any of the names, or any name at all. */
function together(alternatives) {
    const tested = alternatives.filter(one => !one.prunes);
    const anyName = tested.some(one => one.names.length === 0);
    return { names: anyName ? [] : tested.flatMap(one => one.names), actions: alternatives.flatMap(one => one.actions), prunes: false };
}

/** Keys of the configuration whose value is shell text. */
const COMMAND_KEY = /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|credential\.(?:.*\.)?helper|gpg\.(?:.*\.)?program|pager\..+|interactive\.difffilter|filter\..+\.(?:clean|smudge|process)|diff\..+\.(?:textconv|command)|merge\..+\.driver|(?:difftool|mergetool|browser|man)\..+\.cmd|remote\..+\.(?:uploadpack|receivepack)|uploadpack\.packobjectshook|trailer\..+\.(?:cmd|command)|sendemail\.(?:smtpserver|tocmd|cccmd))$/i;
const VARIABLES = ['GIT_EDITOR', 'GIT_SEQUENCE_EDITOR', 'VISUAL', 'EDITOR', 'GIT_PAGER', 'PAGER', 'GIT_SSH_COMMAND', 'GIT_SSH', 'GIT_EXTERNAL_DIFF', 'GIT_ASKPASS', 'SSH_ASKPASS', 'GIT_PROXY_COMMAND'];
const MAX_SETTINGS = 64;
const ALIAS = 'git alias ';
/** Options of subcommands whose value is shell text. */
const TEXT_OPTIONS = {
    rebase: { short: 'x', long: ['exec'] },
    difftool: { short: 'x', long: ['extcmd'] },
    fetch: { short: '', long: ['upload-pack'] }, pull: { short: '', long: ['upload-pack'] }, clone: { short: 'u', long: ['upload-pack'] }, 'ls-remote': { short: '', long: ['upload-pack', 'exec'] },
    push: { short: '', long: ['receive-pack', 'exec'] }, archive: { short: '', long: ['exec'] },
    'filter-branch': { short: '', long: ['tree-filter', 'index-filter', 'msg-filter', 'env-filter', 'commit-filter', 'parent-filter', 'tag-name-filter', 'setup'] },
};
/** Reads everything that this call of git may run beside what it is. */
function readGitRuns(call, options, subcommand, args) {
    const settings = settingsOf(call, options);
    for (const [key, value] of settings)
        if (COMMAND_KEY.test(key))
            runText(call, helperText(key, value));
    for (const name of VARIABLES) {
        const value = textOf(call.world.variables.get(name)?.[0]);
        if (value !== null && value !== '')
            runText(call, value);
    }
    const alias = settings.find(([key]) => key.toLowerCase() === `alias.${subcommand.toLowerCase()}`)?.[1] ?? textOf(call.world.variables.get(ALIAS + subcommand)?.[0]);
    if (alias !== null && alias !== undefined)
        runAlias(call, alias, args);
    runOptions(call, subcommand, args);
}
/** `-c key=value`, `--config-env=key=NAME`, GIT_CONFIG_COUNT and its kin. */
function settingsOf(call, options) {
    const { variables } = call.world;
    const known = (name) => textOf(variables.get(name)?.[0]) ?? '';
    const given = options.values('c').flatMap(field => pair(field.text));
    const named = options.values('config-env').flatMap(field => pair(field.text)).map(([key, name]) => [key, known(name)]);
    const count = Math.min(Number(known('GIT_CONFIG_COUNT')) || 0, MAX_SETTINGS);
    const counted = Array.from({ length: count }, (_item, index) => [known(`GIT_CONFIG_KEY_${index}`), known(`GIT_CONFIG_VALUE_${index}`)]);
    return [...given, ...named, ...counted];
}
function pair(text) {
    const at = text.indexOf('=');
    return at < 0 ? [] : [[text.slice(0, at), text.slice(at + 1)]];
}
/** A credential helper is shell text only after `!`. */
function helperText(key, value) {
    if (value.startsWith('!'))
        return value.slice(1);
    return /^credential\./i.test(key) && !value.includes('/') ? '' : value;
}
function runText(call, text) {
    if (text !== '')
        call.machine.runText(text, fork(call.world), null, null, { via: 'git' });
}
function runAlias(call, alias, args) {
    const rest = args.map(field => field.text).join(' ');
    if (alias.startsWith('!'))
        runText(call, `${alias.slice(1)} ${rest}`);
    // An alias cannot call itself, but one that calls another is followed.
    else
        call.machine.runArgv([exact('git'), ...alias.split(/\s+/).filter(word => word !== '').map(exact), ...args], fork(call.world), call.stdin, { via: 'git' });
}
function runOptions(call, subcommand, args) {
    const spec = Object.hasOwn(TEXT_OPTIONS, subcommand) ? TEXT_OPTIONS[subcommand] : undefined;
    if (spec !== undefined) {
        const given = parseOptions(args, { short: spec.short, long: spec.long });
        for (const value of given.values(...spec.short, ...spec.long))
            runText(call, value.text);
    }
    const words = args.map(field => field.text);
    // `ext::sh -c rm% x`: a transport that is a command.
    for (const word of words)
        if (word.startsWith('ext::'))
            runText(call, word.slice(5).replaceAll('% ', '\\ '));
    const [first, ...rest] = args;
    if (subcommand === 'bisect' && first?.text === 'run')
        call.machine.runArgv(rest, fork(call.world), null, { via: 'git' });
    if (subcommand === 'submodule') {
        const at = words.indexOf('foreach');
        if (at >= 0)
            runText(call, words.slice(at + 1).filter((word, index) => index > 1 || !word.startsWith('--')).join(' '));
    }
    if (subcommand === 'config')
        noteAlias(call, args);
}
/** `git config alias.z '…'`: a later `git z` of the same call runs it. */
function noteAlias(call, args) {
    const { operands } = parseOptions(args, { short: 'f', long: ['file', 'blob', 'type'] });
    const [key, value] = operands[0]?.text === 'set' ? operands.slice(1) : operands;
    const alias = /^alias\.(.+)$/i.exec(key?.text ?? '')?.[1];
    if (alias !== undefined && value !== undefined)
        call.world.variables.set(ALIAS + alias, [value]);
    else if (value !== undefined && COMMAND_KEY.test(key?.text ?? ''))
        runText(call, helperText(key?.text ?? '', value.text));
}

/** The text of a patch: on standard input, written by this command, or on disk. */
function patchText(call, file) {
    const { machine, world } = call;
    const text = file === null || file.text === '-' ? machine.contents(world, call.stdin)
        : file.output !== undefined ? machine.contents(world, file.output) : machine.fileText(world, machine.absolute(world, file));
    if (text === null)
        machine.gaps.add(`the patch that ${call.name} applies is not known before it runs`);
    return text;
}
/** `-pN` strips N names off the front; without it every usual count is a candidate. */
function strippedNames(path, strip, alsoPlain) {
    const segments = path.split('/');
    if (strip !== null)
        return segments.length > strip ? [segments.slice(strip).join('/')] : [];
    return [...new Set([path, segments.slice(1).join('/'), ...alsoPlain ? [lastSegment(path)] : []])].filter(name => name !== '');
}
const patch = (call) => {
    const options = parseOptions(call.args, {
        short: 'pidorBDFgVxYzZ', long: ['strip', 'input', 'directory', 'output', 'reject-file', 'prefix', 'suffix', 'fuzz'],
    });
    if (options.has('dry-run'))
        return NOTHING;
    const output = options.value('o', 'output');
    const [file, patchFile] = options.operands;
    if (output !== null)
        call.machine.write(call.world, output);
    if (file !== undefined) {
        call.machine.write(call.world, file);
        return NOTHING;
    }
    const text = patchText(call, patchFile ?? options.value('i', 'input'));
    const strip = textOf(options.value('p', 'strip') ?? undefined);
    const folder = call.machine.absolute(call.world, options.value('d', 'directory') ?? exact('.'));
    if (text === null || folder === null)
        return NOTHING;
    for (const path of patchedFiles(text)) {
        const names = strippedNames(path, strip === null ? null : Number(strip), true);
        names.forEach(name => call.machine.write(call.world, exact(call.machine.resolve(folder, name))));
    }
    return NOTHING;
};
const PATCH_PROGRAMS = { patch, gpatch: patch };

/**
 * git: the subcommands whose effect on the working tree can be read from the command. What a branch,
 * a merge or a stash brings along is in the repository, not in the command, and is not read.
 */
const GLOBAL = { short: 'Cc', long: ['git-dir', 'work-tree', 'namespace', 'exec-path', 'config-env'], stop: true };
const git = (call) => {
    const options = parseOptions(call.args, GLOBAL);
    const [subcommand, ...args] = options.operands;
    const run = lookUp(SUBCOMMANDS, subcommand?.text ?? '');
    let cwd = call.world.cwd;
    for (const folder of [...options.values('C'), ...options.values('work-tree')]) {
        cwd = call.machine.absolute({ ...call.world, cwd }, folder);
    }
    readGitRuns({ ...call, world: cwd === call.world.cwd ? call.world : { ...call.world, cwd } }, options, subcommand?.text ?? '', args);
    return run === null ? null : run({ ...call, args, world: { ...call.world, cwd } });
};
/** Everything after `--`; without one, the words that exist as files. */
function pathspecs(args, operands) {
    const dashes = args.findIndex(field => field.text === '--');
    return dashes >= 0 ? { paths: args.slice(dashes + 1), certain: true } : { paths: operands, certain: false };
}
/** `:/`, `:(top)x` and `:^x` are pathspec magic: the top of the repository, or an exclusion. */
function writePaths(call, paths, options) {
    for (const path of paths) {
        const magic = /^:(?:\/|\(([^)]*)\)|([!^]))(.*)$/s.exec(path.text);
        if (magic === null) {
            call.machine.write(call.world, path, { kind: options.kind, deep: true, entry: true, ifExists: !options.certain });
        }
        else if (magic[2] === undefined && !/exclude/.test(magic[1] ?? '')) {
            const top = magic[1] === undefined || /top/.test(magic[1]) ? repository(call) : call.world;
            call.machine.write(top, exact(magic[3] === '' ? '.' : magic[3]), { kind: options.kind, deep: true, entry: true });
        }
    }
}
function repository(call) {
    const root = call.world.cwd === null ? null : call.machine.ask('repository', call.world.cwd);
    return { ...call.world, cwd: typeof root === 'string' ? root : call.world.cwd };
}
function wholeTree(call, kind = 'write') {
    call.machine.write(repository(call), exact('.'), { kind, deep: true, entry: true });
}
const checkout = (call) => {
    const options = parseOptions(call.args, { short: 'bB', long: ['orphan', 'conflict', 'pathspec-from-file'] });
    if (options.has('b', 'B', 'orphan'))
        return NOTHING;
    // `checkout <tree> <path>`: a word that is no file is the tree. With `-f` local changes go, whatever the branch.
    const { paths, certain } = pathspecs(call.args, options.operands);
    writePaths(call, paths, { certain, kind: 'write' });
    if (options.has('f', 'force'))
        wholeTree(call);
    return NOTHING;
};
const restore = (call) => {
    const options = parseOptions(call.args, { short: 's', long: ['source', 'conflict', 'pathspec-from-file'] });
    if (options.has('S', 'staged') && !options.has('W', 'worktree'))
        return NOTHING;
    writePaths(call, options.operands, { certain: true, kind: 'write' });
    return NOTHING;
};
const remove = (call) => {
    const options = parseOptions(call.args, { long: ['pathspec-from-file'] });
    if (options.has('cached') || options.has('n', 'dry-run'))
        return NOTHING;
    writePaths(call, options.operands, { certain: true, kind: 'delete' });
    return NOTHING;
};
const move = (call) => {
    const options = parseOptions(call.args);
    const target = options.operands.at(-1);
    const sources = options.operands.slice(0, -1);
    if (target === undefined || options.has('n', 'dry-run'))
        return NOTHING;
    sources.forEach(source => call.machine.write(call.world, source, { kind: 'move-from', deep: true, entry: true }));
    call.machine.write(call.world, target, { into: sources, intoOnly: sources.length > 1, tree: true, entry: true });
    return NOTHING;
};
const clean = (call) => {
    const options = parseOptions(call.args, { short: 'e', long: ['exclude'] });
    if (options.has('n', 'dry-run') || !options.has('f', 'force'))
        return NOTHING;
    if (options.operands.length > 0)
        writePaths(call, options.operands, { certain: true, kind: 'delete' });
    else
        call.machine.write(call.world, exact('.'), { kind: 'delete', deep: true });
    return NOTHING;
};
const reset = (call) => {
    if (parseOptions(call.args).has('hard', 'merge', 'keep'))
        wholeTree(call);
    return NOTHING;
};
/** Putting work away takes every local change out of the tree; bringing it back is not read. */
const stash = (call) => {
    const action = call.args.find(field => !field.text.startsWith('-'))?.text ?? 'push';
    if (action !== 'push' && action !== 'save')
        return NOTHING;
    const dashes = call.args.findIndex(field => field.text === '--');
    if (dashes >= 0)
        writePaths(call, call.args.slice(dashes + 1), { certain: true, kind: 'write' });
    else
        wholeTree(call);
    return NOTHING;
};
const apply = (call) => {
    const options = parseOptions(call.args, { short: 'pC', long: ['build-fake-ancestor', 'directory', 'exclude', 'include', 'whitespace'] });
    if (options.has('check', 'stat', 'numstat', 'summary', 'cached'))
        return NOTHING;
    const strip = Number(textOf(options.value('p') ?? undefined) ?? 1);
    const folder = textOf(options.value('directory') ?? undefined) ?? '';
    const files = options.operands.length === 0 ? [null] : options.operands;
    for (const file of files) {
        for (const path of patchedFiles(patchText(call, file) ?? '')) {
            for (const name of strippedNames(path, strip, false))
                call.machine.write(repository(call), exact(folder === '' ? name : `${folder}/${name}`));
        }
    }
    return NOTHING;
};
/** `git ls-files`, `git diff --name-only`: names that a later command may take. */
const names = (call) => {
    const paths = parseOptions(call.args, { long: ['diff-filter'] }).operands;
    if (call.world.cwd === null)
        return null;
    const folders = paths.filter(field => textOf(field) !== null && !/^(?:HEAD|@)/.test(field.text));
    return listed(folders.length === 0 ? [pattern('**', '.')] : folders.flatMap(field => [field, pattern(`${escapeGlob(field.text.replace(/\/$/, ''))}/**`, field.text)]));
};
const revParse = (call) => {
    if (!call.args.some(field => field.text === '--show-toplevel'))
        return null;
    const root = call.world.cwd === null ? null : call.machine.ask('repository', call.world.cwd);
    return typeof root === 'string' ? printed(`${root}\n`) : null;
};
const diff = call => call.args.some(field => field.text === '--name-only') ? names(call) : null;
const SUBCOMMANDS = {
    am: call => apply({ ...call, args: call.args.filter(field => !/^-[3sikuqS]$/.test(field.text)) }),
    checkout, restore, rm: remove, mv: move, clean, reset, stash, apply, diff,
    'ls-files': names, grep: call => call.args.some(field => /^-[a-zA-Z]*l/.test(field.text)) ? names({ ...call, args: call.args.slice(1) }) : null,
    'rev-parse': revParse,
    switch: (call) => {
        if (parseOptions(call.args).has('f', 'force', 'discard-changes'))
            wholeTree(call);
        return NOTHING;
    },
};

/** Lines go through, some left out or in another order. */
const passes = ({ stdin, args, world, machine }) => {
    if (stdin !== null)
        return { ...stdin, text: null };
    const path = machine.absolute(world, parseOptions(args, { short: 'nc' }).operands.at(-1));
    return path === null ? null : inFiles([path]);
};
const cat = ({ args, world, machine, stdin }) => {
    const files = parseOptions(args).operands;
    if (files.length === 0 || (files.length === 1 && files[0]?.text === '-'))
        return stdin;
    const paths = files.map(file => machine.absolute(world, file));
    const known = paths.filter(path => path !== null);
    if (known.length < paths.length)
        return null;
    const texts = known.map(path => world.texts.get(path));
    return texts.includes(undefined) ? inFiles(known) : printed(texts.join(''));
};
const basename = ({ args }) => {
    const options = parseOptions(args, { short: 's', long: ['suffix'] });
    const [first, suffix] = options.operands;
    if (first === undefined)
        return null;
    const name = lastName(first);
    const cutOff = textOf(options.value('s', 'suffix') ?? suffix);
    if (cutOff === null || textOf(name) === null)
        return listed([name]);
    return printed(`${name.text.endsWith(cutOff) ? name.text.slice(0, -cutOff.length || undefined) : name.text}\n`);
};
const dirname = ({ args }) => {
    const [first] = parseOptions(args).operands;
    if (first === undefined)
        return null;
    const text = parentOf(first.text);
    return textOf(first) === null ? listed([{ text, glob: first.glob === null ? null : parentOf(first.glob), known: first.known }]) : printed(`${text}\n`);
};
function parentOf(path) {
    return path.replace(/\/+$/, '').replace(/\/?[^/]*$/, '') || (path.startsWith('/') ? '/' : '.');
}
/** Prints its operand as an absolute path. */
const absolutePath = ({ args, world, machine }) => {
    const last = parseOptions(args, { long: ['relative-to', 'relative-base'] }).operands.at(-1);
    const path = machine.absolute(world, last);
    return path === null ? last === undefined ? null : listed([last]) : printed(`${path}\n`);
};
const ls = ({ args, world, machine }) => {
    const options = parseOptions(args, { short: 'IwT', long: ['ignore', 'hide', 'sort', 'color', 'width'] });
    const deep = options.has('R', 'recursive');
    const shown = options.operands.length === 0 ? [exact('')] : options.operands;
    const names = (field) => {
        if (textOf(field) === null || options.has('d', 'directory'))
            return [field];
        const path = field.text === '' ? world.cwd : machine.absolute(world, field);
        if (path === null || machine.ask('folder', path) !== true)
            return [field];
        // `ls folder` prints bare names; where they are used they count from the current folder.
        return [pattern(deep ? `${escapeGlob(field.text.replace(/\/$/, ''))}/**` : '*', field.text)];
    };
    return listed(shown.flatMap(names));
};
/** `grep -l`: any file below the places searched may be named. */
const grep = ({ args, stdin }) => {
    const options = parseOptions(args, { short: 'efmABCdD', long: ['regexp', 'file', 'max-count', 'include', 'exclude', 'exclude-dir', 'glob', 'type'] });
    const names = options.has('l', 'files-with-matches', 'L', 'files-without-match');
    if (!names)
        return stdin === null ? null : { text: null, guess: stdin.guess, lines: stdin.lines };
    const places = options.has('e', 'f', 'regexp', 'file') ? options.operands : options.operands.slice(1);
    const includes = options.values('include', 'g', 'glob').flatMap(field => textOf(field) === null || field.text.startsWith('!') ? [] : [field.text]);
    return listed(candidates(places.length === 0 ? [exact('.')] : places, includes));
};
/** A name that nobody knows yet, in a folder that is known. */
const mktemp = ({ args, world }) => {
    const options = parseOptions(args, { short: 'p', long: ['tmpdir', 'suffix'] });
    const template = textOf(options.operands[0]);
    const folder = template?.includes('/') === true ? template.replace(/[^/]*$/, '') : template !== null && !options.has('t', 'p', 'tmpdir')
        ? './'
        : `${textOf(options.value('p', 'tmpdir') ?? world.variables.get('TMPDIR')?.[0])?.replace(/\/+$/, '') || '/tmp'}/`;
    return listed([{ text: `${folder}tmp.XXXXXXXXXX`, glob: null, known: false, prefix: folder }]);
};
const seq = ({ args }) => {
    const numbers = args.map(field => Number(field.text));
    const [from, to] = numbers.length === 1 ? [1, numbers[0]] : [numbers[0], numbers.at(-1)];
    if (from === undefined || to === undefined || !Number.isInteger(from) || !Number.isInteger(to) || to - from > 200)
        return null;
    return printed(Array.from({ length: Math.max(0, to - from + 1) }, (_item, index) => `${from + index}\n`).join(''));
};
const fd = ({ args }) => {
    const options = parseOptions(args, { short: 'etdEx', long: ['extension', 'type', 'max-depth', 'exclude'] });
    const extensions = options.values('e', 'extension').map(field => `*.${escapeGlob(field.text)}`);
    return listed(candidates(options.operands.length > 1 ? options.operands.slice(1) : [exact('.')], extensions));
};
const LISTING_PROGRAMS = {
    cat, gcat: cat, mktemp, gmktemp: mktemp, basename, dirname, realpath: absolutePath, readlink: absolutePath, ls, grep, egrep: grep, fgrep: grep, rg: grep, ag: grep, ack: grep, seq, fd, fdfind: fd,
    head: passes, tail: passes, tac: passes, rev: () => null, tr: passes, shuf: passes, column: passes, nl: () => null,
};

const tee = ({ args, world, machine, stdin }) => {
    const options = parseOptions(args);
    options.operands.forEach(target => machine.write(world, target));
    if (!options.has('a', 'append'))
        rememberText(machine, world, options.operands, stdin);
    return stdin;
};
const dd = ({ args, world, machine }) => {
    for (const field of args) {
        if (!field.text.startsWith('of='))
            continue;
        machine.write(world, { text: field.text.slice(3), glob: field.glob === null ? null : field.glob.slice(3), known: field.known });
    }
    return NOTHING;
};
const truncate = ({ args, world, machine }) => {
    parseOptions(args, { short: 'sr', long: ['size', 'reference'] }).operands.forEach(target => machine.write(world, target));
    return NOTHING;
};
const sponge = ({ args, world, machine }) => {
    parseOptions(args).operands.forEach(target => machine.write(world, target));
    return NOTHING;
};
/** A program with an option for its output file; the input lines pass through. */
function outputOption(names, spec, passes = false) {
    return ({ args, world, machine, stdin }) => {
        parseOptions(args, spec).values(...names).forEach(target => machine.write(world, target));
        return passes ? stdin : null;
    };
}
/** The second operand is the output. */
const secondOperand = (spec, passes) => ({ args, world, machine, stdin }) => {
    const target = parseOptions(args, spec).operands[1];
    if (target !== undefined && target.text !== '-')
        machine.write(world, target);
    return passes ? stdin : null;
};
const curl = (call) => {
    const options = parseOptions(call.args, {
        short: 'AbcCdDeEFhHKmoPQrtTuUwxXyYz',
        long: ['output', 'output-dir', 'data', 'header', 'request', 'user', 'user-agent', 'url', 'cookie', 'cookie-jar', 'dump-header', 'form', 'referer', 'max-time', 'connect-timeout', 'retry', 'proxy', 'cacert', 'cert', 'key', 'write-out', 'upload-file', 'trace', 'trace-ascii', 'stderr', 'data-raw', 'data-binary', 'data-urlencode', 'json', 'resolve', 'range', 'config'],
    });
    const folder = options.value('output-dir');
    const named = options.values('o', 'output', 'D', 'dump-header', 'c', 'cookie-jar', 'trace', 'trace-ascii', 'stderr');
    named.filter(field => field.text !== '-').forEach(target => writeIn(call, folder, target));
    if (options.has('O', 'remote-name', 'remote-name-all'))
        [...options.operands, ...options.values('url')].forEach(url => writeIn(call, folder, urlName(url)));
    return null;
};
const wget = (call) => {
    const options = parseOptions(call.args, {
        short: 'OPoaieUtTwQlADIXBR',
        long: ['output-document', 'directory-prefix', 'output-file', 'append-output', 'user-agent', 'header', 'tries', 'timeout', 'post-data', 'input-file'],
    });
    const named = options.values('O', 'output-document', 'o', 'output-file', 'a', 'append-output').filter(field => field.text !== '-');
    named.forEach(target => call.machine.write(call.world, target));
    if (!options.has('O', 'output-document'))
        options.operands.forEach(url => writeIn(call, options.value('P', 'directory-prefix'), urlName(url)));
    return null;
};
function writeIn({ machine, world }, folder, name) {
    if (folder === null)
        machine.write(world, name);
    else
        machine.write(world, folder, { into: [name], intoOnly: true });
}
function urlName(url) {
    return exact(lastSegment(url.text.replace(/[?#].*$/, '')));
}
/** Members named on the command line can be read; those that are only in the archive cannot. */
const tar = (call) => {
    const [first] = call.args;
    const dashless = first !== undefined && /^[A-Za-z]+$/.test(first.text) ? [exact(`-${first.text}`), ...call.args.slice(1)] : call.args;
    const options = parseOptions(dashless, { short: 'fCTXbIHVK', long: ['file', 'directory', 'files-from', 'exclude', 'exclude-from', 'transform', 'use-compress-program', 'owner', 'group', 'mode'] });
    if (options.has('c', 'r', 'u', 'create', 'append', 'update')) {
        options.values('f', 'file').filter(field => field.text !== '-').forEach(target => call.machine.write(call.world, target));
        if (options.has('remove-files'))
            options.operands.forEach(target => call.machine.write(call.world, target, { kind: 'delete', deep: true }));
    }
    else if (options.has('x', 'extract', 'get') && !options.has('O', 'to-stdout')) {
        extract(call, options.value('C', 'directory'), options.operands);
    }
    return null;
};
const unzip = (call) => {
    const options = parseOptions(call.args, { short: 'dx' });
    if (!options.has('p', 'l', 't', 'n'))
        extract(call, options.value('d'), options.operands.slice(1));
    return null;
};
function extract({ machine, world }, folder, members) {
    const base = folder === null ? world.cwd : machine.absolute(world, folder);
    if (base === null)
        return;
    for (const member of members) {
        const text = textOf(member);
        if (text !== null)
            machine.write(world, exact(machine.resolve(base, text.replace(/^\/+/, ''))), { deep: true, entry: true });
    }
}
/** Decoded text may be fed to a shell. */
const base64 = ({ args, world, machine, stdin }) => {
    const options = parseOptions(args, { short: 'oiwb', long: ['output', 'input', 'wrap'] });
    options.values('o', 'output').forEach(target => machine.write(world, target));
    if (!options.has('d', 'D', 'decode') || stdin?.text == null)
        return null;
    return printed(Buffer.from(stdin.text, 'base64').toString());
};
const zip = ({ args, world, machine }) => {
    const options = parseOptions(args, { short: 'bixtn' });
    const archive = options.operands[0];
    if (archive !== undefined && archive.text !== '-')
        machine.write(world, exact(/\.[^/]+$/.test(archive.text) ? archive.text : `${archive.text}.zip`));
    if (options.has('m', 'move'))
        options.operands.slice(1).forEach(target => machine.write(world, target, { kind: 'delete', deep: true }));
    return null;
};
const OUTPUT_PROGRAMS = {
    tee, gtee: tee, dd, truncate, sponge, curl, wget, tar, gtar: tar, bsdtar: tar, unzip, zip,
    sort: outputOption(['o', 'output'], { short: 'okStT', long: ['output', 'key'] }, true),
    uniq: secondOperand({ short: 'fsw' }, true),
    xxd: secondOperand({ short: 'clsogn' }, false),
    iconv: outputOption(['o', 'output'], { short: 'fto', long: ['from-code', 'to-code', 'output'] }),
    openssl: ({ args, world, machine }) => {
        args.forEach((field, index) => { if (field.text === '-out' && args[index + 1] !== undefined)
            machine.write(world, args[index + 1]); });
        return null;
    },
    gcc: outputOption(['o'], { short: 'oIDLlx' }), cc: outputOption(['o'], { short: 'oIDLlx' }), clang: outputOption(['o'], { short: 'oIDLlx' }), 'g++': outputOption(['o'], { short: 'oIDLlx' }),
    gpg: outputOption(['o', 'output'], { short: 'oru', long: ['output', 'recipient'] }),
    pandoc: outputOption(['o', 'output'], { short: 'oft', long: ['output', 'from', 'to'] }),
    esbuild: outputOption(['outfile'], { long: ['outfile'] }),
    aria2c: outputOption(['o', 'out'], { short: 'od', long: ['out', 'dir'] }),
    base64,
};

const rm = ({ args, world, machine }) => {
    const options = parseOptions(args);
    const deep = options.has('r', 'R', 'recursive');
    options.operands.forEach(target => machine.write(world, target, { kind: 'delete', deep, entry: true }));
    return NOTHING;
};
const unlink = ({ args, world, machine }) => {
    parseOptions(args).operands.forEach(target => machine.write(world, target, { kind: 'delete', entry: true }));
    return NOTHING;
};
const shred = ({ args, world, machine }) => {
    parseOptions(args, { short: 'ns', long: ['iterations', 'size', 'random-source'] }).operands.forEach(target => machine.write(world, target));
    return NOTHING;
};
/** `chmod -w x`: the first operand that looks like a mode is one, even with a dash. */
const chmod = ({ args, world, machine }) => {
    const rest = args.filter(field => !/^-(?:[cfvR]+|-(?!reference).*)$/.test(field.text));
    const deep = args.some(field => /^-[cfv]*R|^--rec/.test(field.text));
    const targets = rest.some(field => field.text.startsWith('--reference')) ? rest.filter(field => !field.text.startsWith('--')) : rest.slice(1);
    targets.forEach(target => machine.write(world, target, { kind: 'mode', deep }));
    return NOTHING;
};
/** A program whose operands (after `skip` of them) get other access rights or dates. */
function changesMode(spec, skip) {
    return ({ args, world, machine }) => {
        const options = parseOptions(args, spec);
        const targets = options.has('reference') ? options.operands : options.operands.slice(skip);
        targets.forEach(target => machine.write(world, target, { kind: 'mode', deep: options.has('R', 'recursive') }));
        return NOTHING;
    };
}
const chattr = ({ args, world, machine }) => {
    args.filter(field => !/^[-+=]/.test(field.text)).forEach(target => machine.write(world, target, { kind: 'mode', deep: args.some(field => field.text === '-R') }));
    return NOTHING;
};
const mkdir = ({ args, world, machine }) => {
    parseOptions(args, { short: 'm', long: ['mode'] }).operands.forEach(target => machine.write(world, target));
    return NOTHING;
};
const owner = changesMode({ long: ['from'] }, 1);
const REMOVE_PROGRAMS = {
    rm, grm: rm, unlink, rmdir: unlink, shred, trash: unlink, 'trash-put': unlink, chmod, chattr, mkdir,
    chown: owner, chgrp: owner,
    setfacl: changesMode({ short: 'mxMX', long: ['modify', 'remove'] }, 0),
    touch: changesMode({ short: 'rdt', long: ['date', 'time', 'reference'] }, 0),
};

/** Arguments that one xargs may add. */
const MAX_ADDED = 500;
/** `bash -c 'text' name args`, `bash file args`, or text on standard input. */
const shell = (call) => {
    const { args, world, machine, stdin } = call;
    const options = parseOptions(args.filter(field => !/^\+/.test(field.text)), { short: 'oO', long: ['rcfile', 'init-file'], stop: true });
    const inner = { ...fork(world), positional: [], functions: new Map() };
    const [first, ...rest] = options.operands;
    const run = (text, positional, change, input) => {
        if (text !== null)
            return { worlds: [world], output: machine.runText(text, inner, positional, input, change).output };
        machine.gaps.add(`what ${call.name} runs is not known before it runs`);
        return { worlds: [world], output: null };
    };
    if (options.has('c')) {
        if (rest[0] !== undefined)
            inner.variables.set('0', [rest[0]]);
        // The first word after the text is $0. What is known of the text is read; a part that is not known may hide anything.
        return first?.known === false && first.text === '' ? run(null, [], {}, null) : run(guessOf(first), rest.slice(1), { via: 'shell-text' }, stdin);
    }
    if (first === undefined || options.has('s') || first.text === '-') {
        if (stdin === null && machine.around.input.kind === 'none')
            return { worlds: [world], output: null };
        return run(machine.contents(world, stdin), options.operands.slice(1), { via: 'pipe', input: { kind: 'none' } }, null);
    }
    if (first.output !== undefined)
        return run(machine.contents(world, first.output), rest, { via: 'script' }, stdin);
    const path = machine.absolute(world, first);
    const text = machine.fileText(world, path);
    return text === null && path !== null ? { worlds: [world], output: null } : run(text, rest, { via: 'script' }, stdin);
};
const XARGS = { via: 'xargs', input: { kind: 'none' } };
const xargs = (call) => {
    const { world, machine, stdin } = call;
    const options = parseOptions(call.args, { short: 'IinLlPdEesa', long: ['replace', 'max-args', 'max-lines', 'max-procs', 'delimiter', 'arg-file', 'max-chars'], stop: true });
    const argv = options.operands;
    const replace = options.value('I', 'replace')?.text ?? (options.has('i') ? '{}' : null);
    const whole = replace !== null || options.has('0', 'null', 'd', 'delimiter', 'L', 'max-lines');
    const listed = options.value('a', 'arg-file');
    const text = listed !== null ? machine.fileText(world, machine.absolute(world, listed)) : stdin?.files === undefined ? null : machine.contents(world, stdin);
    const items = (text === null ? stdin?.lines ?? [UNKNOWN] : printed(text).lines).flatMap(line => whole || textOf(line) === null ? [line] : words(line)).slice(0, MAX_ADDED);
    if (replace === null) {
        const one = options.value('n', 'max-args')?.text === '1';
        const groups = one ? items.map(item => [item]) : [items];
        groups.forEach(group => machine.runArgv([...argv, ...group], fork(world), null, XARGS));
        return { worlds: [world], output: null };
    }
    for (const item of items) {
        machine.runArgv(argv.map(field => field.text === replace ? item : place(field, replace, item)), fork(world), null, XARGS);
    }
    return { worlds: [world], output: null };
};
function words(line) {
    return line.text.split(/\s+/).filter(word => word !== '').map(text => ({ text: text.replace(/^(["'])(.*)\1$/, '$2'), glob: null, known: true }));
}
function place(field, replace, item) {
    return replace !== '' && field.text.includes(replace) ? { text: field.text.replaceAll(replace, () => item.text), glob: null, known: item.known } : field;
}
const RUNNERS = {
    bash: shell, sh: shell, dash: shell, zsh: shell, ksh: shell, ash: shell, mksh: shell, rbash: shell, xargs, gxargs: xargs,
};

/** @returns the wrapper as a builtin: the inner command may be one that changes the world. */
function wrapper(spec = {}) {
    return (call) => {
        const options = parseOptions(call.args, { ...spec, stop: true });
        let rest = [...options.operands];
        const first = rest[0]?.text;
        if (spec.words !== undefined) {
            if (first === undefined || !spec.words.includes(first))
                return { worlds: [call.world], output: null };
            rest = [...parseOptions(rest.slice(1), { ...spec, stop: true }).operands];
        }
        rest = rest.slice(spec.skip ?? 0);
        const world = inFolder(call, options.value(...spec.folder ?? []));
        for (const option of spec.text ?? []) {
            const text = textOf(options.value(option) ?? undefined);
            if (text !== null)
                call.machine.runText(text, fork(world), null, call.stdin);
        }
        if (spec.assigns === true)
            rest = assignAll(rest, world);
        if (rest.length === 0)
            return { worlds: [call.world], output: null };
        const ran = call.machine.runArgv(rest, world, call.stdin);
        return world === call.world ? ran : { worlds: [call.world], output: ran.output };
    };
}
function inFolder(call, folder) {
    return folder === null ? call.world : { ...fork(call.world), cwd: call.machine.absolute(call.world, folder) };
}
/** Takes leading assignments off; they hold for the inner command only, which is close enough to "from now on". */
function assignAll(argv, world) {
    let at = 0;
    for (; at < argv.length; at++) {
        const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(argv[at]?.text ?? '');
        if (match === null)
            break;
        world.variables.set(match[1], [{ ...argv[at], text: match[2], glob: null }]);
    }
    return argv.slice(at);
}
const env = (call) => {
    const split = parseOptions(call.args, { short: 'uCS', long: ['unset', 'chdir', 'split-string'], stop: true }).value('S', 'split-string');
    const text = textOf(split ?? undefined);
    if (text !== null)
        return call.machine.runText(text, fork(call.world), null, call.stdin);
    return wrapper({ short: 'uC', long: ['unset', 'chdir'], folder: ['C', 'chdir'], assigns: true })(call);
};
/** `command -v x` only asks. */
const command = call => /^-[vV]/.test(call.args[0]?.text ?? '') ? { worlds: [call.world], output: null } : wrapper()(call);
/** `su -c 'text' user`, `script -c 'text' file`: the option may stand anywhere. */
const textOption = (call) => {
    const options = parseOptions(call.args, { short: 'csgT', long: ['command', 'shell', 'run'] });
    const text = textOf(options.value('c', 'command', 'run') ?? undefined);
    if (text !== null)
        call.machine.runText(text, fork(call.world), null, call.stdin);
    if (call.name === 'script')
        options.operands.slice(0, 1).forEach(target => call.machine.write(call.world, target));
    return { worlds: [call.world], output: null };
};
/** `flock file -c 'text'` or `flock file command`. */
const flock = (call) => {
    const at = call.args.findIndex(field => field.text === '-c' || field.text === '--command');
    const text = at < 0 ? null : textOf(call.args[at + 1]);
    if (text === null)
        return wrapper({ short: 'wE', long: ['timeout'], skip: 1 })(call);
    return { worlds: [call.world], output: call.machine.runText(text, fork(call.world), null, call.stdin).output };
};
/** watch takes words or one string and gives both to a shell. */
const watch = (call) => {
    const words = parseOptions(call.args, { short: 'n', long: ['interval'], stop: true }).operands.map(field => field.text);
    return call.machine.runText(words.join(' '), fork(call.world), null, call.stdin);
};
/** GNU parallel: `parallel cmd {} ::: a b`. */
const parallel = (call) => {
    const rest = parseOptions(call.args, { short: 'jnNSaId', long: ['jobs', 'joblog', 'colsep'], stop: true }).operands;
    const marker = rest.findIndex(field => /^:::\+?$/.test(field.text));
    const argv = marker < 0 ? rest : rest.slice(0, marker);
    const items = marker < 0 ? call.stdin?.lines ?? [] : rest.slice(marker + 1);
    for (const item of items.slice(0, 200)) {
        const placed = argv.some(field => field.text.includes('{}')) ? argv.map(field => field.text === '{}' ? item : exact(field.text.replaceAll('{}', () => item.text))) : [...argv, item];
        if (placed.length === 1 || /\s/.test(placed[0]?.text ?? ''))
            call.machine.runText(placed.map(field => field.text).join(' '), fork(call.world), null, null);
        else
            call.machine.runArgv(placed, fork(call.world), null);
    }
    return { worlds: [call.world], output: null };
};
const plain = wrapper();
const nice = wrapper({ short: 'n', long: ['adjustment'] });
const WRAPPERS = {
    env, command, watch, parallel, nice, su: textOption, runuser: textOption, script: textOption, 'nix-shell': textOption,
    builtin: plain, nohup: plain, setsid: plain, busybox: plain, toybox: plain, unbuffer: plain, fakeroot: plain, winpty: plain, rlwrap: plain, caffeinate: plain,
    exec: wrapper({ short: 'a' }),
    sudo: wrapper({ short: 'ughpCrtDRTU', long: ['user', 'group', 'chdir', 'prompt', 'host'], folder: ['D', 'chdir'], assigns: true }),
    doas: wrapper({ short: 'uC' }),
    ionice: wrapper({ short: 'cnpPu', long: ['class', 'classdata'] }),
    chrt: wrapper({ short: 'TPD', skip: 1 }),
    taskset: wrapper({ skip: 1 }),
    time: wrapper({ short: 'fo', long: ['format', 'output'] }),
    gtime: wrapper({ short: 'fo', long: ['format', 'output'] }),
    timeout: wrapper({ short: 'ks', long: ['kill-after', 'signal'], skip: 1 }),
    gtimeout: wrapper({ short: 'ks', long: ['kill-after', 'signal'], skip: 1 }),
    stdbuf: wrapper({ short: 'ioe', long: ['input', 'output', 'error'] }),
    flock,
    strace: wrapper({ short: 'oefpsSuEaPIbO' }),
    ltrace: wrapper({ short: 'oefpsSuEnalFx' }),
    chroot: wrapper({ skip: 1 }),
    unshare: wrapper(), nsenter: wrapper({ short: 't' }), prlimit: plain, numactl: plain,
    'systemd-run': wrapper({ short: 'pu', long: ['property', 'unit', 'uid', 'gid'] }),
    uvx: wrapper({ short: 'p', long: ['from', 'with', 'python'] }), pipx: wrapper({ words: ['run'] }),
    'xvfb-run': wrapper({ short: 'efnps', long: ['server-args', 'server-num', 'error-file', 'auth-file'] }), 'dbus-run-session': wrapper({ long: ['config-file', 'dbus-daemon'] }),
    pkexec: wrapper({ long: ['user'] }), run0: wrapper({ short: 'u', long: ['user', 'unit', 'chdir'] }), setpriv: plain, chronic: plain, catchsegv: plain, valgrind: plain, firejail: plain, proot: wrapper({ short: 'rbwS' }),
    perf: wrapper({ words: ['stat', 'record', 'trace'], short: 'eorFp' }), 'cross-env': wrapper({ assigns: true }), 'cross-env-shell': wrapper({ assigns: true }), dotenv: wrapper({ short: 'efv' }), direnv: wrapper({ words: ['exec'], skip: 1 }),
    conda: wrapper({ words: ['run'], short: 'np', long: ['name', 'prefix', 'cwd'] }), mamba: wrapper({ words: ['run'], short: 'np', long: ['name', 'prefix'] }), rbenv: wrapper({ words: ['exec'] }), pyenv: wrapper({ words: ['exec'] }), asdf: wrapper({ words: ['exec'] }),
    pnpm: wrapper({ words: ['exec', 'dlx'], short: 'C' }),
    yarn: wrapper({ words: ['exec', 'dlx', 'run'] }),
    uv: wrapper({ words: ['run'], long: ['with', 'python', 'project', 'directory'], short: 'p' }),
    poetry: wrapper({ words: ['run'] }), pipenv: wrapper({ words: ['run'] }), pdm: wrapper({ words: ['run'] }), hatch: wrapper({ words: ['run'] }), rye: wrapper({ words: ['run'] }), bundle: wrapper({ words: ['exec'] }),
};

/** Finds out what a command name stands for: function, builtin, wrapper, shell, interpreter, program. */
/** Programs that one pattern in command position may mean. */
const MAX_MATCHING = 40;
const PROGRAMS = {
    ...COPY_PROGRAMS, ...EDIT_PROGRAMS, ...LISTING_PROGRAMS, ...OUTPUT_PROGRAMS, ...PATCH_PROGRAMS, ...REMOVE_PROGRAMS, git,
};
const BUILTIN_TABLE = { ...BUILTINS, ...RUNNERS, ...ELSEWHERE, ...LAUNCHERS, find, gfind: find };
function dispatch(machine, callFunction, argv, world, stdin) {
    const given = guessOf(argv[0]);
    if (given === null || !machine.step())
        return { worlds: [world], output: null };
    // `$SUDO rm x`: an empty expansion vanishes, and the next word is the command.
    const args = argv.slice(1);
    if (given === '') {
        if (argv[0]?.known === false)
            machine.met(null, args, world);
        return argv[0]?.known === false && argv.length > 1 ? machine.runArgv(args, world, stdin) : { worlds: [world], output: null };
    }
    if (argv[0]?.glob != null)
        return runMatching(machine, lastSegment(argv[0].glob), args, world, stdin);
    if (world.functions.has(given))
        return callFunction(given, args, world, stdin);
    const name = lastSegment(given).replace(/\.exe$/i, '');
    const call = { name, args, world, stdin, machine };
    const wrapper = lookUp(WRAPPERS, name);
    if (wrapper !== null)
        return runWrapper(wrapper, call);
    const command = machine.met(name, args, world);
    return machine.within({ command }, () => runProgram(call, given));
}
/** A wrapper stands in `wrappers` of what it runs; one that runs nothing is a command itself. */
function runWrapper(wrapper, call) {
    const { machine } = call;
    const before = machine.commands.met;
    const ran = machine.within({ wrappers: [...machine.around.wrappers, call.name], via: 'wrapper' }, () => wrapper(call));
    if (machine.commands.met === before)
        machine.met(call.name, call.args, call.world);
    return ran;
}
function runProgram(call, given) {
    const { world, name } = call;
    const builtin = lookUp(BUILTIN_TABLE, name);
    if (builtin !== null)
        return builtin(call);
    const program = lookUp(PROGRAMS, name);
    if (program !== null)
        return { worlds: [world], output: program(call) };
    const language = interpreterOf(name);
    if (language !== null) {
        runInterpreter(language, call);
        return { worlds: [world], output: null };
    }
    if (given.includes('/'))
        return runFile(call, given);
    hiddenCommand(call, writes);
    return { worlds: [world], output: null };
}
/** Programs that write what they are given, and shells. */
function writes(name) {
    return (lookUp(PROGRAMS, name) !== null && lookUp(LISTING_PROGRAMS, name) === null && name !== 'git') || lookUp(RUNNERS, name) !== null;
}
/** `/bin/r[m] x`: every known program that the pattern can mean. */
function runMatching(machine, glob, args, world, stdin) {
    const matches = compileGlob(glob);
    const names = [...Object.keys(PROGRAMS), ...Object.keys(BUILTIN_TABLE), ...Object.keys(WRAPPERS)].filter(name => matches(name)).slice(0, MAX_MATCHING);
    for (const name of names)
        machine.runArgv([exact(name), ...args], fork(world), stdin);
    return { worlds: [world], output: null };
}
/** `./script`: followed when its text is known or can be read and it is a shell script. */
function runFile(call, given) {
    const { machine, world } = call;
    const path = machine.absolute(world, { text: given, glob: null, known: true });
    const text = machine.fileText(world, path);
    const shebang = typeof text === 'string' ? /^#!\s*\S*?(?:\/env\s+(?:-S\s+)?)?([\w.-]+)(?:\s|$)/.exec(text)?.[1] ?? (/\.(?:ba|z|k)?sh$/.test(given) ? 'sh' : null) : null;
    if (typeof text !== 'string' || shebang === null)
        return { worlds: [world], output: null };
    return machine.runArgv([{ text: shebang.replace(/^.*\//, ''), glob: null, known: true }, { text: path, glob: null, known: true }, ...call.args], world, call.stdin, { via: 'script' });
}

const OUTERMOST = { via: 'direct', wrappers: [], env: {}, input: { kind: 'none' }, elsewhere: false, forks: false, text: '', node: null, command: null };
/** Commands of one reading. */
const MAX_COMMANDS = 2_000;
const MAX_SOURCE = 200;
const MAX_KEY = 8_192;
function createCommandLog() {
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
            const key = keyOf(entry, args, around);
            const index = (key === null ? undefined : known.get(key)) ?? entries.length;
            if (index >= MAX_COMMANDS)
                return null;
            if (key !== null)
                known.set(key, index);
            entries[index] = entry;
            last = index;
            return index;
        },
    };
}
/** @returns null for words that are too long to be compared. */
function keyOf(entry, args, around) {
    let key = [around.node?.pos, entry.via, entry.cwd, entry.program, entry.source, ...entry.wrappers, entry.elsewhere ? 1 : 0, 'from' in entry.input ? entry.input.from : entry.input.kind].join('\n');
    for (const field of args) {
        key += `\0${field.known ? 1 : 0}${field.glob ?? field.text}`;
        if (key.length > MAX_KEY)
            return null;
    }
    return key;
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
function wordOf(field) {
    return { text: textOf(field), prefix: prefixOf(field), pattern: field.known && field.glob !== null ? unescapeGlob(field.glob) : null };
}
function sourceOf(around, program, args) {
    if (around.node === null)
        return [program ?? '', ...args.map(field => field.text)].join(' ');
    return around.text.slice(around.node.pos, around.node.end);
}

/** Limits of one reading; what goes beyond makes the command unreadable, never slow. */
const MAX_STEPS = 10_000;
const MAX_WRITES = 2_000;
const MAX_NESTING = 100;
const MAX_PARSED = 2_097_152;
/** UTF-16 units; no system takes longer paths. */
const MAX_PATH = 32_768;
const MAX_QUESTIONS = 200;
/** Everything but the two entries that tie the parts together. */
function createMachineState(host) {
    let steps = 0;
    let depth = 0;
    let parsed = 0;
    const writes = [];
    const asked = new Set();
    const gaps = new Set();
    const commands = createCommandLog();
    let around = OUTERMOST;
    function ask(question, path) {
        const key = `${question} ${path}`;
        const answer = host.answers.get(key);
        if (answer === undefined) {
            if (asked.size < MAX_QUESTIONS)
                asked.add(key);
            else
                gaps.add('it depends on more files than can be looked up');
        }
        return answer;
    }
    function fileText(world, path) {
        if (path === null)
            return null;
        const written = world.texts.get(path);
        if (written !== undefined)
            return written;
        const text = ask('text', path);
        if (text === null)
            gaps.add(`the text of ${path} is too long, or cannot be read`);
        return typeof text === 'string' ? text : null;
    }
    return {
        writes,
        commands,
        get around() { return around; },
        within(change, inner) {
            const before = around;
            around = { ...around, ...change };
            try {
                return inner();
            }
            finally {
                around = before;
            }
        },
        met(program, args, world) {
            const index = commands.add(program, args, world.cwd, around);
            if (index === null)
                gaps.add('it runs more commands than can be followed');
            return index;
        },
        asked,
        gaps,
        resolve: host.resolve,
        isAbsolute: host.isAbsolute,
        check: host.check,
        write(world, target, options = {}) {
            // What runs on another machine changes that one.
            if (around.elsewhere)
                return;
            if (target.text.length > MAX_PATH)
                gaps.add('it names a path that is too long to be one');
            else if (writes.length >= MAX_WRITES)
                gaps.add('it writes more files than can be followed');
            else
                writes.push(rawWrite(world, target, options, around.command));
        },
        attribute(from, to, command) {
            for (let at = from; at < to; at++) {
                const write = writes[at];
                if (write?.via === 'redirect')
                    writes[at] = { ...write, command };
            }
        },
        step() {
            host.check();
            steps++;
            if (steps > MAX_STEPS)
                gaps.add('it has more steps than can be followed');
            return steps <= MAX_STEPS;
        },
        nested(inner) {
            if (depth >= MAX_NESTING) {
                gaps.add('it is nested more deeply than can be followed');
                return null;
            }
            depth++;
            try {
                return inner();
            }
            finally {
                depth--;
            }
        },
        mayParse(characters) {
            parsed += characters;
            if (parsed > MAX_PARSED)
                gaps.add('it holds more shell text than can be followed');
            return parsed <= MAX_PARSED;
        },
        ask,
        fileText,
        contents(world, output) {
            if (output?.files === undefined)
                return output?.text ?? output?.guess ?? null;
            const texts = output.files.map(path => fileText(world, path));
            return texts.includes(null) ? null : texts.join('');
        },
        absolute(world, field) {
            const text = textOf(field);
            if (text === null)
                return null;
            if (host.isAbsolute(text))
                return host.resolve('/', text);
            return world.cwd === null ? null : host.resolve(world.cwd, text);
        },
    };
}
function rawWrite(world, target, options, command) {
    return {
        command,
        target: target.text.includes('\0') ? UNKNOWN : target,
        via: options.via ?? 'program',
        kind: options.kind ?? 'write',
        cwd: world.cwd,
        links: world.links,
        deep: options.deep ?? false,
        only: options.only ?? null,
        into: options.into ?? [],
        intoOnly: options.intoOnly ?? false,
        plain: options.plain ?? false,
        tree: options.tree ?? false,
        entry: options.entry ?? false,
        ifExists: options.ifExists ?? false,
    };
}

const DECLARATIONS = new Set(['export', 'declare', 'local', 'readonly', 'typeset']);
function createSimpleCommands(machine, words) {
    function runOne(command, world, stdin) {
        if (!machine.step())
            return { worlds: [world], output: null };
        world.failed = false;
        const written = machine.writes.length;
        const redirected = readRedirects(machine, words, command.redirects, world, stdin);
        const opened = machine.writes.length;
        const assignments = command.prefix.filter(item => item.type === 'Assignment');
        if (command.name === undefined) {
            assignments.forEach(assignment => assign(assignment, world));
            // `$(< file)` prints the file.
            return { worlds: [world], output: redirected.stdin !== stdin ? redirected.stdin : NOTHING };
        }
        const argv = words.expand(command.name, world);
        const declares = DECLARATIONS.has(command.name.value);
        for (const argument of command.args) {
            if (argv.length > MAX_FIELDS) {
                machine.gaps.add('it has more words than can be followed');
                break;
            }
            if (argument.type === 'Word')
                argv.push(...words.expand(argument, world));
            else if (declares)
                assign(argument, world);
            else
                argv.push(assignmentField(argument, world));
        }
        const around = { node: command, ...redirected.input === null ? {} : { input: redirected.input } };
        const ran = withTemporary(assignments, world, () => machine.runArgv(argv, world, redirected.stdin, around));
        // What is redirected is the output of this command.
        if (opened > written && machine.commands.last !== null)
            machine.attribute(written, opened, machine.commands.last);
        rememberText(machine, world, redirected.stdout, ran.output);
        return { worlds: ran.worlds, output: redirected.captured ? NOTHING : ran.output };
    }
    /** `F=x command`: in force for what the command itself reads (`bash -c`, `eval`, a function), gone after it. */
    function withTemporary(assignments, world, inner) {
        if (assignments.length === 0)
            return inner();
        const before = new Map(assignments.map(assignment => [assignment.name, world.variables.get(assignment.name)]));
        assignments.forEach(assignment => assign(assignment, world));
        const set = Object.fromEntries(assignments.map(assignment => [assignment.name, textOf(world.variables.get(assignment.name)?.[0])]));
        const ran = machine.within({ env: { ...machine.around.env, ...set } }, inner);
        for (const after of ran.worlds) {
            for (const [name, value] of before) {
                if (value === undefined)
                    after.variables.delete(name);
                else
                    after.variables.set(name, value);
            }
        }
        return ran;
    }
    function assign(assignment, world) {
        const before = world.variables.get(assignment.name) ?? [];
        const { value } = assignment;
        if (value.type === 'ArrayValue') {
            const fields = value.elements.flatMap(element => words.expand(element, world));
            const all = assignment.append === true ? [...before, ...fields] : fields;
            if (all.length > MAX_FIELDS)
                machine.gaps.add('it has more words than can be followed');
            world.variables.set(assignment.name, all.slice(0, MAX_FIELDS));
            return;
        }
        const field = words.single(value, world);
        const index = assignment.index?.value;
        if (index !== undefined) {
            const position = /^\d{1,3}$/.test(index) ? Number(index) : before.length;
            const fields = [...before];
            while (fields.length < position)
                fields.push(exact(''));
            fields[position] = field;
            world.variables.set(assignment.name, fields);
            return;
        }
        world.variables.set(assignment.name, assignment.append === true ? [concat(before[0] ?? exact(''), field)] : [field]);
    }
    function assignmentField(assignment, world) {
        if (assignment.value.type === 'ArrayValue')
            return exact(assignment.text);
        return concat(exact(`${assignment.name}=`), words.single(assignment.value, world));
    }
    return {
        run(command, worlds, stdin) {
            const ran = worlds.map(world => runOne(command, world, stdin));
            return { worlds: ran.flatMap(one => one.worlds), output: ran.length === 1 ? ran[0]?.output ?? null : anyOutput(ran) };
        },
        redirected(redirects, worlds, stdin, inner) {
            let input = stdin;
            let captured = false;
            let from = null;
            const targets = [];
            for (const world of worlds) {
                const read = readRedirects(machine, words, redirects, world, stdin);
                input = read.stdin;
                from ??= read.input;
                captured ||= read.captured;
                targets.push([world, read.stdout]);
            }
            const ran = machine.within(from === null ? {} : { input: from }, () => inner(input));
            for (const after of ran.worlds) {
                for (const [, fields] of targets)
                    rememberText(machine, after, fields, ran.output);
            }
            return { worlds: ran.worlds, output: captured ? NOTHING : ran.output };
        },
    };
}
/** Several worlds may print different things: each line may be the one. */
function anyOutput(ran) {
    const outputs = ran.flatMap(one => one.output === null ? [] : [one.output]);
    const [first] = outputs;
    if (first === undefined)
        return null;
    if (outputs.every(output => output.text === first.text) && first.text !== null)
        return printed(first.text);
    return { text: null, guess: outputs.map(output => output.guess ?? '').join('') || null, lines: outputs.flatMap(output => output.lines) };
}

/** Words of one loop that are followed. */
const MAX_ITERATIONS = 200;
function createWalker(machine, words, simple) {
    const merge = (...groups) => {
        const merged = mergeWorlds(groups);
        if (merged.dropped)
            machine.gaps.add('it has more branches than can be followed');
        return merged.worlds;
    };
    function statements(list, worlds, stdin) {
        let current = worlds;
        const outputs = [];
        for (const statement of list) {
            const ran = statement.background === true
                ? { worlds: current, output: machine.within({ forks: true }, () => andOr(statement.command, forkAll(current), stdin)).output }
                : andOr(statement.command, current, stdin);
            current = ran.worlds;
            outputs.push(ran.output);
        }
        return { worlds: current, output: joinOutputs(outputs) };
    }
    function andOr(node, worlds, stdin) {
        if (node.type !== 'AndOr')
            return run(node, worlds, stdin);
        const outputs = [];
        // An `&&` chain can stop after any of its commands, so every state on the way may be the last one.
        const stops = [];
        let current = worlds;
        let before = [];
        node.commands.forEach((command, index) => {
            const alternative = node.operators[index - 1] === '||';
            const skipped = alternative ? forkAll(current) : [];
            // The right side of `||` runs where the left one failed, so perhaps in the state before it.
            const succeeded = node.operators[index - 1] === '&&' ? current.filter(world => !world.failed) : current;
            const entry = alternative ? merge(before, current) : succeeded.length > 0 ? succeeded : current;
            before = forkAll(current);
            const ran = run(command, entry, stdin);
            outputs.push(ran.output);
            current = alternative ? merge(skipped, ran.worlds) : ran.worlds;
            if (node.operators[index] === '&&')
                stops.push(forkAll(current));
        });
        return { worlds: merge(current, ...stops), output: joinOutputs(outputs) };
    }
    function run(node, worlds, stdin) {
        // Every node takes a step: loops in loops would otherwise go on after the budget of commands is used up.
        if (!machine.step())
            return { worlds, output: null };
        return machine.nested(() => runNode(node, worlds, stdin)) ?? { worlds, output: null };
    }
    function runNode(node, worlds, stdin) {
        switch (node.type) {
            case 'Command': return simple.run(node, worlds, stdin);
            case 'CompoundList': return statements(node.commands, worlds, stdin);
            case 'BraceGroup': return statements(node.body.commands, worlds, stdin);
            case 'Subshell': return { worlds, output: statements(node.body.commands, forkAll(worlds), stdin).output };
            case 'Pipeline': return pipeline(node.commands, worlds, stdin);
            case 'If': return branch(node, worlds, stdin);
            case 'For':
            case 'Select': return loopOver(node, worlds, stdin);
            case 'While': return loopWhile(node, worlds, stdin);
            case 'ArithmeticFor': return repeat(node.body, worlds, stdin);
            case 'Case': return choose(node, worlds, stdin);
            case 'Function': {
                worlds.forEach(world => world.functions.set(node.name.value, node.body));
                return { worlds, output: NOTHING };
            }
            case 'Coproc': return { worlds, output: run(node.body, forkAll(worlds), stdin).output };
            case 'Redirected': return simple.redirected(node.redirects, worlds, stdin, input => run(node.command, worlds, input));
            case 'TestCommand':
            case 'ArithmeticCommand':
                worlds.forEach(world => words.runInside(node, world));
                return { worlds, output: NOTHING };
            default: return assertNever(node);
        }
    }
    function pipeline(commands, worlds, stdin) {
        const only = commands[0];
        if (commands.length === 1 && only !== undefined)
            return run(only, worlds, stdin);
        let input = stdin;
        let fed = machine.around.input;
        for (const command of commands) {
            const before = machine.commands.met;
            input = machine.within({ input: fed, forks: true }, () => run(command, forkAll(worlds), input)).output;
            fed = machine.commands.met === before || machine.commands.last === null ? { kind: 'text', text: input?.text ?? null } : { kind: 'pipe', from: machine.commands.last };
        }
        return { worlds, output: input };
    }
    function branch(node, worlds, stdin) {
        let tested = run(node.clause, worlds, stdin).worlds;
        const taken = run(node.then, forkAll(tested), stdin);
        const ends = [taken.worlds];
        const outputs = [taken.output];
        for (const elif of node.elif) {
            tested = run(elif.clause, tested, stdin).worlds;
            const ran = run(elif.then, forkAll(tested), stdin);
            ends.push(ran.worlds);
            outputs.push(ran.output);
        }
        const last = node.else === undefined ? { worlds: tested, output: null } : run(node.else, tested, stdin);
        return { worlds: merge(...ends, last.worlds), output: joinOutputs([...outputs, ...node.else === undefined ? [] : [last.output]]) };
    }
    function loopOver(node, worlds, stdin) {
        const ends = [];
        const outputs = [];
        for (const world of worlds) {
            const items = node.wordlist === undefined ? world.positional : node.wordlist.flatMap(word => words.expand(word, world));
            const ran = eachItem(items, node.name.value, node.body, [world], stdin);
            ends.push(ran.worlds);
            outputs.push(ran.output);
        }
        return { worlds: merge(...ends), output: joinOutputs(outputs) };
    }
    function eachItem(items, variable, body, worlds, stdin) {
        if (items.length > MAX_ITERATIONS)
            machine.gaps.add('it loops over more words than can be followed');
        let current = worlds;
        const outputs = [];
        for (const item of items.slice(0, MAX_ITERATIONS)) {
            current.forEach(world => world.variables.set(variable, [item]));
            const ran = run(body, current, stdin);
            outputs.push(ran.output);
            current = ran.worlds;
        }
        return { worlds: current, output: joinOutputs(outputs) };
    }
    function loopWhile(node, worlds, stdin) {
        const variable = readVariable(node);
        const tested = run(node.clause, worlds, stdin).worlds;
        if (variable !== null)
            return eachItem(stdin === null ? [UNKNOWN] : stdin.lines, variable, node.body, tested, null);
        return repeat(node.body, tested, stdin);
    }
    /** Twice: what the first round sets (a folder, a variable) is in force in the second. */
    function repeat(body, worlds, stdin) {
        const before = forkAll(worlds);
        const first = run(body, worlds, stdin);
        const after = forkAll(first.worlds);
        const second = run(body, first.worlds, stdin);
        return { worlds: merge(before, after, second.worlds), output: null };
    }
    function choose(node, worlds, stdin) {
        // The word may be a substitution, which runs whatever it prints.
        worlds.forEach(world => words.single(node.word, world));
        const before = forkAll(worlds);
        const ran = node.items.map(item => run(item.body, forkAll(worlds), stdin));
        return { worlds: merge(before, ...ran.map(one => one.worlds)), output: joinOutputs(ran.map(one => one.output)) };
    }
    return { statements, functionBody: run };
    /** `while read -r line`: the variable, when the clause is nothing else. */
    function readVariable(node) {
        const statement = node.clause.commands.at(-1)?.command;
        if (statement?.type !== 'Command' || statement.name?.value !== 'read')
            return null;
        const given = statement.args.flatMap(argument => argument.type === 'Word' ? [exact(argument.value)] : []);
        return parseOptions(given, { short: 'adinNptu' }).operands[0]?.text ?? 'REPLY';
    }
}
/** Everything that is printed, in order; unknown as soon as one part is. */
function joinOutputs(outputs) {
    if (outputs.length === 1)
        return outputs[0] ?? null;
    if (outputs.length > 0 && outputs.every(output => output === null))
        return null;
    const texts = outputs.map(output => output?.text ?? null);
    const guesses = outputs.map(output => output?.guess ?? '');
    const small = guesses.reduce((sum, guess) => sum + guess.length, 0) <= MAX_FIELD_TEXT;
    return {
        text: texts.includes(null) || !small ? null : texts.join(''),
        guess: small ? guesses.join('') || null : null,
        lines: outputs.flatMap(output => output?.lines ?? []).slice(0, MAX_FIELDS),
    };
}

/**
 * Reads what a shell command writes. Owns the loop of reading, asking the file system and reading
 * again; a reading itself is a pure function of the text and the answers. Never throws: what
 * cannot be followed is said in `gaps`.
 */
/** UTF-16 units of one command; longer ones are not parsed. */
const MAX_COMMAND = 524_288;
/** UTF-16 units that are read without a watch: short enough that the work comes to its next check in time. */
const UNWATCHED = 1_000;
/** Rounds of questions to the file system. */
const MAX_ROUNDS = 4;
/** What stands in `gaps` when the budget was used up. */
const TOO_LONG = 'it takes longer to read than can be afforded';
/**
 * A reading that used its budget up is tried once more when others have had their turn: the first readings
 * of a process take many times what later ones do, since the engine has yet to compile what reads.
 * @param command shell text, or an argument vector that is run without a shell.
 */
async function readShell(command, source) {
    const reading = await readWithin(command, source);
    if (!reading.gaps.includes(TOO_LONG))
        return reading;
    await new Promise((resolve) => { setImmediate(resolve); });
    return await readWithin(command, source);
}
async function readWithin(command, source) {
    const length = typeof command === 'string' ? command.length : command.reduce((sum, word) => sum + word.length, 0);
    if (length > MAX_COMMAND)
        return { commands: [], writes: [], gaps: [`it is longer than ${MAX_COMMAND} characters`] };
    const answers = new Map();
    const budget = createBudget(source.budgetMs);
    for (let round = 0;; round++) {
        const { machine, fault } = readOnce(command, source, answers, budget);
        const open = [...machine.asked].filter(key => !answers.has(key));
        if (open.length === 0 || round >= MAX_ROUNDS || fault !== null) {
            return { commands: machine.commands.entries, writes: machine.writes, gaps: [...machine.gaps, ...fault === null ? [] : [fault]] };
        }
        for (const key of open)
            answers.set(key, await source.answer(key).catch(() => null));
    }
}
function readOnce(command, source, answers, budget) {
    const machine = createMachine({ ...source, answers, check: () => { budget.check(); } });
    const texts = [...typeof command === 'string' ? [command] : command, ...answers.values()];
    const length = texts.reduce((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
    try {
        const { ended } = budget.run(() => {
            const world = firstWorld(source.cwd, source.variables);
            if (typeof command === 'string')
                machine.runText(command, world, null, null, { via: 'direct' });
            else
                machine.runArgv(command.map(text => ({ text, glob: null, known: true })), world, null);
        }, length > UNWATCHED);
        return { machine, fault: ended ? null : TOO_LONG };
    }
    catch (error) {
        // A defect of the parser or of this reader must not become an open gate: it is said.
        return { machine, fault: `it could not be followed (${describeThrown(error)})` };
    }
}
function createMachine(host) {
    const machine = Object.assign(createMachineState(host), { runText, runArgv });
    const words = createWordReader(machine, (script, world) => machine.within({ via: 'substitution', input: { kind: 'none' } }, () => runScript(script, [fork(world)], null).output));
    const simple = createSimpleCommands(machine, words);
    const walker = createWalker(machine, words, simple);
    /** Functions that are being run, the innermost last. */
    const calling = [];
    function runScript(script, worlds, stdin) {
        for (const error of script.errors ?? [])
            machine.gaps.add(`it is not valid shell text (${error.message})`);
        return machine.nested(() => walker.statements(script.commands, worlds, stdin)) ?? { worlds, output: null };
    }
    function runText(text, world, positional, stdin, change = { via: 'shell-text' }) {
        if (!machine.mayParse(text.length))
            return { worlds: [world], output: null };
        const before = world.positional;
        if (positional !== null)
            world.positional = positional;
        const ran = machine.within({ text, node: null, ...change }, () => runScript(parse(text), [world], stdin));
        ran.worlds.forEach((after) => { after.positional = before; });
        return ran;
    }
    function runArgv(argv, world, stdin, change = {}) {
        const inner = () => machine.within(change, () => dispatch(machine, callFunction, argv, world, stdin));
        return machine.nested(inner) ?? { worlds: [world], output: null };
    }
    function callFunction(name, args, world, stdin) {
        const body = world.functions.get(name);
        if (body === undefined)
            return { worlds: [world], output: null };
        // In the background or in a pipe it starts itself while it still runs; elsewhere each call waits for the next.
        if (machine.around.forks && calling.includes(name)) {
            machine.gaps.add('a function that calls itself in the background or in a pipe');
            return { worlds: [world], output: null };
        }
        const before = world.positional;
        world.positional = args;
        calling.push(name);
        const ran = machine.within({ via: 'function' }, () => walker.functionBody(body, [world], stdin));
        calling.pop();
        for (const after of ran.worlds)
            Object.assign(after, { positional: before, ended: false });
        return ran;
    }
    return machine;
}

export { MAX_COMMAND, TOO_LONG, readShell };
