import { exact, textOf } from "./field.js";
import { parseOptions } from "./options.js";
import { fork } from "./world.js";
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
const npx = wrapper({ short: 'p', long: ['package'], text: ['c', 'call'] });
const nice = wrapper({ short: 'n', long: ['adjustment'] });
export const WRAPPERS = {
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
    npx, bunx: npx, pnpx: npx, uvx: npx, pipx: wrapper({ words: ['run'] }),
    npm: wrapper({ words: ['exec', 'x'], short: 'pc', text: ['c', 'call'] }),
    pnpm: wrapper({ words: ['exec', 'dlx'], short: 'C' }),
    yarn: wrapper({ words: ['exec', 'dlx', 'run'] }),
    uv: wrapper({ words: ['run'], long: ['with', 'python', 'project', 'directory'], short: 'p' }),
    poetry: wrapper({ words: ['run'] }), pipenv: wrapper({ words: ['run'] }), pdm: wrapper({ words: ['run'] }), hatch: wrapper({ words: ['run'] }), rye: wrapper({ words: ['run'] }), bundle: wrapper({ words: ['exec'] }),
};
