/** Finds out what a command name stands for: function, builtin, wrapper, shell, interpreter, program. */
import { compileGlob } from "../base/glob.js";
import { ELSEWHERE } from "./elsewhere.js";
import { exact, guessOf, lastSegment } from "./field.js";
import { BUILTINS } from "./builtins.js";
import { lookUp } from "./call.js";
import { interpreterOf, runInterpreter } from "./interpreters.js";
import { COPY_PROGRAMS } from "./programs/copy.js";
import { EDIT_PROGRAMS } from "./programs/edit.js";
import { find } from "./programs/find.js";
import { git } from "./programs/git.js";
import { LISTING_PROGRAMS } from "./programs/listing.js";
import { OUTPUT_PROGRAMS } from "./programs/output-file.js";
import { PATCH_PROGRAMS } from "./programs/patch.js";
import { REMOVE_PROGRAMS } from "./programs/remove.js";
import { RUNNERS } from "./runners.js";
import { fork } from "./world.js";
import { WRAPPERS } from "./wrappers.js";
/** Programs that one pattern in command position may mean. */
const MAX_MATCHING = 40;
const PROGRAMS = {
    ...COPY_PROGRAMS, ...EDIT_PROGRAMS, ...LISTING_PROGRAMS, ...OUTPUT_PROGRAMS, ...PATCH_PROGRAMS, ...REMOVE_PROGRAMS, git,
};
const BUILTIN_TABLE = { ...BUILTINS, ...RUNNERS, ...ELSEWHERE, find, gfind: find };
export function dispatch(machine, callFunction, argv, world, stdin) {
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
    return given.includes('/') ? runFile(call, given) : { worlds: [world], output: null };
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
    const text = path === null ? null : world.texts.get(path) ?? machine.ask('text', path);
    const shebang = typeof text === 'string' ? /^#!\s*\S*?(?:\/env\s+(?:-S\s+)?)?([\w.-]+)(?:\s|$)/.exec(text)?.[1] ?? (/\.(?:ba|z|k)?sh$/.test(given) ? 'sh' : null) : null;
    if (typeof text !== 'string' || shebang === null)
        return { worlds: [world], output: null };
    return machine.runArgv([{ text: shebang.replace(/^.*\//, ''), glob: null, known: true }, { text: path, glob: null, known: true }, ...call.args], world, call.stdin, { via: 'script' });
}
