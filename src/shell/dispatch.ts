/** Finds out what a command name stands for: function, builtin, wrapper, shell, interpreter, program. */
import { compileGlob } from '../base/glob.ts'
import { ELSEWHERE } from './elsewhere.ts'
import { exact, guessOf, lastSegment, type Field, type Output } from './field.ts'
import { BUILTINS } from './builtins.ts'
import { lookUp, type Builtin, type Call, type ProgramTable } from './call.ts'
import { interpreterOf, runInterpreter } from './interpreters.ts'
import { LAUNCHERS, hiddenCommand } from './launchers.ts'
import type { Machine, Ran } from './machine.ts'
import { COPY_PROGRAMS } from './programs/copy.ts'
import { EDIT_PROGRAMS } from './programs/edit.ts'
import { find } from './programs/find.ts'
import { git } from './programs/git.ts'
import { LISTING_PROGRAMS } from './programs/listing.ts'
import { OUTPUT_PROGRAMS } from './programs/output-file.ts'
import { PATCH_PROGRAMS } from './programs/patch.ts'
import { REMOVE_PROGRAMS } from './programs/remove.ts'
import { RUNNERS } from './runners.ts'
import { fork, type World } from './world.ts'
import { WRAPPERS } from './wrappers.ts'

/** Programs that one pattern in command position may mean. */
const MAX_MATCHING = 40

const PROGRAMS: ProgramTable = {
  ...COPY_PROGRAMS, ...EDIT_PROGRAMS, ...LISTING_PROGRAMS, ...OUTPUT_PROGRAMS, ...PATCH_PROGRAMS, ...REMOVE_PROGRAMS, git,
}
const BUILTIN_TABLE = { ...BUILTINS, ...RUNNERS, ...ELSEWHERE, ...LAUNCHERS, find, gfind: find }

/** Runs the body of a shell function in this world. */
export type CallFunction = (name: string, args: readonly Field[], world: World, stdin: Output | null) => Ran

export function dispatch(machine: Machine, callFunction: CallFunction, argv: readonly Field[], world: World, stdin: Output | null): Ran {
  const given = guessOf(argv[0])
  if (given === null || !machine.step()) return { worlds: [world], output: null }
  // `$SUDO rm x`: an empty expansion vanishes, and the next word is the command.
  const args = argv.slice(1)
  if (given === '') {
    if (argv[0]?.known === false) machine.met(null, args, world)
    return argv[0]?.known === false && argv.length > 1 ? machine.runArgv(args, world, stdin) : { worlds: [world], output: null }
  }
  if (argv[0]?.glob != null) return runMatching(machine, lastSegment(argv[0].glob), args, world, stdin)
  if (world.functions.has(given)) return callFunction(given, args, world, stdin)
  const name = lastSegment(given).replace(/\.exe$/i, '')
  const call: Call = { name, args, world, stdin, machine }
  const wrapper = lookUp(WRAPPERS, name)
  if (wrapper !== null) return runWrapper(wrapper, call)
  const command = machine.met(name, args, world)
  return machine.within({ command }, () => runProgram(call, given))
}

/** A wrapper stands in `wrappers` of what it runs; one that runs nothing is a command itself. */
function runWrapper(wrapper: Builtin, call: Call): Ran {
  const { machine } = call
  const before = machine.commands.met
  const ran = machine.within({ wrappers: [...machine.around.wrappers, call.name], via: 'wrapper' }, () => wrapper(call))
  if (machine.commands.met === before) machine.met(call.name, call.args, call.world)
  return ran
}

function runProgram(call: Call, given: string): Ran {
  const { world, name } = call
  const builtin = lookUp(BUILTIN_TABLE, name)
  if (builtin !== null) return builtin(call)
  const program = lookUp(PROGRAMS, name)
  if (program !== null) return { worlds: [world], output: program(call) }
  const language = interpreterOf(name)
  if (language !== null) {
    runInterpreter(language, call)
    return { worlds: [world], output: null }
  }
  if (given.includes('/')) return runFile(call, given)
  hiddenCommand(call, writes)
  return { worlds: [world], output: null }
}

/** Programs that write what they are given, and shells. */
function writes(name: string): boolean {
  return (lookUp(PROGRAMS, name) !== null && lookUp(LISTING_PROGRAMS, name) === null && name !== 'git') || lookUp(RUNNERS, name) !== null
}

/** `/bin/r[m] x`: every known program that the pattern can mean. */
function runMatching(machine: Machine, glob: string, args: readonly Field[], world: World, stdin: Output | null): Ran {
  const matches = compileGlob(glob)
  const names = [...Object.keys(PROGRAMS), ...Object.keys(BUILTIN_TABLE), ...Object.keys(WRAPPERS)].filter(name => matches(name)).slice(0, MAX_MATCHING)
  for (const name of names) machine.runArgv([exact(name), ...args], fork(world), stdin)
  return { worlds: [world], output: null }
}

/** `./script`: followed when its text is known or can be read and it is a shell script. */
function runFile(call: Call, given: string): Ran {
  const { machine, world } = call
  const path = machine.absolute(world, { text: given, glob: null, known: true })
  const text = machine.fileText(world, path)
  const shebang = typeof text === 'string' ? /^#!\s*\S*?(?:\/env\s+(?:-S\s+)?)?([\w.-]+)(?:\s|$)/.exec(text)?.[1] ?? (/\.(?:ba|z|k)?sh$/.test(given) ? 'sh' : null) : null
  if (typeof text !== 'string' || shebang === null) return { worlds: [world], output: null }
  return machine.runArgv([{ text: shebang.replace(/^.*\//, ''), glob: null, known: true }, { text: path as string, glob: null, known: true }, ...call.args], world, call.stdin, { via: 'script' })
}
