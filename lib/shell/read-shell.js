/**
 * Reads what a shell command writes. Owns the loop of reading, asking the file system and reading
 * again; a reading itself is a pure function of the text and the answers. Never throws: what
 * cannot be followed is said in `gaps`.
 */
import { parse } from 'unbash';
import { describeThrown } from "../errors.js";
import { dispatch } from "./dispatch.js";
import { createMachineState } from "./machine.js";
import { createSimpleCommands } from "./simple-command.js";
import { createWalker } from "./walk.js";
import { createWordReader } from "./words.js";
import { firstWorld, fork } from "./world.js";
/** UTF-16 units of one command; longer ones are not parsed. */
export const MAX_COMMAND = 524_288;
/** Rounds of questions to the file system. */
const MAX_ROUNDS = 4;
/** @param command shell text, or an argument vector that is run without a shell. */
export async function readShell(command, source) {
    const length = typeof command === 'string' ? command.length : command.reduce((sum, word) => sum + word.length, 0);
    if (length > MAX_COMMAND)
        return { commands: [], writes: [], gaps: [`it is longer than ${MAX_COMMAND} characters`] };
    const answers = new Map();
    for (let round = 0;; round++) {
        const { machine, fault } = readOnce(command, source, answers);
        const open = [...machine.asked].filter(key => !answers.has(key));
        if (open.length === 0 || round >= MAX_ROUNDS || fault !== null) {
            return { commands: machine.commands.entries, writes: machine.writes, gaps: [...machine.gaps, ...fault === null ? [] : [fault]] };
        }
        for (const key of open)
            answers.set(key, await source.answer(key).catch(() => null));
    }
}
function readOnce(command, source, answers) {
    const machine = createMachine({ ...source, answers });
    const world = firstWorld(source.cwd, source.variables);
    try {
        if (typeof command === 'string')
            machine.runText(command, world, null, null, { via: 'direct' });
        else
            machine.runArgv(command.map(text => ({ text, glob: null, known: true })), world, null);
        return { machine, fault: null };
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
        const before = world.positional;
        world.positional = args;
        const ran = machine.within({ via: 'function' }, () => walker.functionBody(body, [world], stdin));
        for (const after of ran.worlds)
            Object.assign(after, { positional: before, ended: false });
        return ran;
    }
    return machine;
}
