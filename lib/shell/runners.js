import { UNKNOWN, guessOf, textOf } from "./field.js";
import { parseOptions } from "./options.js";
import { fork } from "./world.js";
/** Arguments that one xargs may add. */
const MAX_ADDED = 500;
/** `bash -c 'text' name args`, `bash file args`, or text on standard input. */
const shell = (call) => {
    const { args, world, machine, stdin } = call;
    const options = parseOptions(args.filter(field => !/^\+/.test(field.text)), { short: 'oO', long: ['rcfile', 'init-file'], stop: true });
    const inner = { ...fork(world), positional: [], functions: new Map() };
    const [first, ...rest] = options.operands;
    if (options.has('c')) {
        const text = guessOf(first);
        if (text === null)
            return { worlds: [world], output: null };
        // The first word after the text is $0.
        return { worlds: [world], output: machine.runText(text, inner, rest.slice(1), stdin, { via: 'shell-text' }).output };
    }
    if (first === undefined || options.has('s') || first.text === '-') {
        const text = stdin?.guess ?? null;
        return { worlds: [world], output: text === null ? null : machine.runText(text, inner, options.operands.slice(1), null, { via: 'pipe', input: { kind: 'none' } }).output };
    }
    const path = machine.absolute(world, first);
    const text = path === null ? null : world.texts.get(path) ?? machine.ask('text', path);
    return { worlds: [world], output: typeof text === 'string' ? machine.runText(text, inner, rest, stdin, { via: 'script' }).output : null };
};
const XARGS = { via: 'xargs', input: { kind: 'none' } };
const xargs = (call) => {
    const { world, machine, stdin } = call;
    const options = parseOptions(call.args, { short: 'IinLlPdEesa', long: ['replace', 'max-args', 'max-lines', 'max-procs', 'delimiter', 'arg-file', 'max-chars'], stop: true });
    const argv = options.operands;
    const replace = options.value('I', 'replace')?.text ?? (options.has('i') ? '{}' : null);
    const whole = replace !== null || options.has('0', 'null', 'd', 'delimiter', 'L', 'max-lines');
    const items = (stdin?.lines ?? [UNKNOWN]).flatMap(line => whole || textOf(line) === null ? [line] : words(line)).slice(0, MAX_ADDED);
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
export const RUNNERS = {
    bash: shell, sh: shell, dash: shell, zsh: shell, ksh: shell, ash: shell, mksh: shell, rbash: shell, xargs, gxargs: xargs,
};
