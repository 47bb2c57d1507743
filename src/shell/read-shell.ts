/**
 * Reads what a shell command writes. Owns the loop of reading, asking the file system and reading
 * again; a reading itself is a pure function of the text and the answers. Never throws: what
 * cannot be followed is said in `gaps`.
 */
import { createBudget, type Budget } from '../base/budget.ts'
import { parse, type ParsedScript } from 'unbash'
import { describeThrown } from '../errors.ts'
import type { Field, Output } from './field.ts'
import { dispatch } from './dispatch.ts'
import { createMachineState, type Answers, type Machine, type MachineHost, type Ran } from './machine.ts'
import type { Circumstances } from './commands.ts'
import type { ShellCommand } from './reading.ts'
import type { RawWrite } from './raw-write.ts'
import { createSimpleCommands } from './simple-command.ts'
import { createWalker } from './walk.ts'
import { createWordReader } from './words.ts'
import { firstWorld, fork, type World } from './world.ts'

/** UTF-16 units of one command; longer ones are not parsed. */
export const MAX_COMMAND = 524_288
/** UTF-16 units that are read without a watch: short enough that the work comes to its next check in time. */
const UNWATCHED = 1_000
/** Rounds of questions to the file system. */
const MAX_ROUNDS = 4

export interface ShellReading {
  readonly commands: readonly ShellCommand[]
  readonly writes: readonly RawWrite[]
  /** Why the reading is incomplete; empty when everything was followed. */
  readonly gaps: readonly string[]
}

export interface ShellSource extends Omit<MachineHost, 'answers' | 'check'> {
  readonly cwd: string
  /** Variables of the shell's environment that are known (HOME, …). */
  readonly variables: Readonly<Record<string, string>>
  /** Answers one question, e.g. `folder /x`; null when there is no such thing. */
  readonly answer: (question: string) => Promise<string | boolean | null>
  /** Milliseconds that a reading may hold the thread; for tests. */
  readonly budgetMs?: number
}

/** What stands in `gaps` when the budget was used up. */
export const TOO_LONG = 'it takes longer to read than can be afforded'

/**
 * A reading that used its budget up is tried once more when others have had their turn: the first readings
 * of a process take many times what later ones do, since the engine has yet to compile what reads.
 * @param command shell text, or an argument vector that is run without a shell.
 */
export async function readShell(command: string | readonly string[], source: ShellSource): Promise<ShellReading> {
  const reading = await readWithin(command, source)
  if (!reading.gaps.includes(TOO_LONG)) return reading
  await new Promise((resolve) => { setImmediate(resolve) })
  return await readWithin(command, source)
}

async function readWithin(command: string | readonly string[], source: ShellSource): Promise<ShellReading> {
  const length = typeof command === 'string' ? command.length : command.reduce((sum, word) => sum + word.length, 0)
  if (length > MAX_COMMAND) return { commands: [], writes: [], gaps: [`it is longer than ${MAX_COMMAND} characters`] }
  const answers = new Map<string, string | boolean | null>()
  const budget = createBudget(source.budgetMs)
  for (let round = 0; ; round++) {
    const { machine, fault } = readOnce(command, source, answers, budget)
    const open = [...machine.asked].filter(key => !answers.has(key))
    if (open.length === 0 || round >= MAX_ROUNDS || fault !== null) {
      return { commands: machine.commands.entries, writes: machine.writes, gaps: [...machine.gaps, ...fault === null ? [] : [fault]] }
    }
    for (const key of open) answers.set(key, await source.answer(key).catch(() => null))
  }
}

function readOnce(command: string | readonly string[], source: ShellSource, answers: Answers, budget: Budget): { readonly machine: Machine, readonly fault: string | null } {
  const machine = createMachine({ ...source, answers, check: () => { budget.check() } })
  const texts = [...typeof command === 'string' ? [command] : command, ...answers.values()]
  const length = texts.reduce((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0)
  try {
    const { ended } = budget.run(() => {
      const world = firstWorld(source.cwd, source.variables)
      if (typeof command === 'string') machine.runText(command, world, null, null, { via: 'direct' })
      else machine.runArgv(command.map(text => ({ text, glob: null, known: true })), world, null)
    }, length > UNWATCHED)
    return { machine, fault: ended ? null : TOO_LONG }
  } catch (error) {
    // A defect of the parser or of this reader must not become an open gate: it is said.
    return { machine, fault: `it could not be followed (${describeThrown(error)})` }
  }
}

function createMachine(host: MachineHost): Machine {
  const machine: Machine = Object.assign(createMachineState(host), { runText, runArgv })
  const words = createWordReader(machine, (script, world) => machine.within({ via: 'substitution', input: { kind: 'none' } }, () => runScript(script, [fork(world)], null).output))
  const simple = createSimpleCommands(machine, words)
  const walker = createWalker(machine, words, simple)

  /** Functions that are being run, the innermost last. */
  const calling: string[] = []

  function runScript(script: ParsedScript, worlds: World[], stdin: Output | null): Ran {
    for (const error of script.errors ?? []) machine.gaps.add(`it is not valid shell text (${error.message})`)
    return machine.nested(() => walker.statements(script.commands, worlds, stdin)) ?? { worlds, output: null }
  }

  function runText(text: string, world: World, positional: readonly Field[] | null, stdin: Output | null, change: Partial<Circumstances> = { via: 'shell-text' }): Ran {
    if (!machine.mayParse(text.length)) return { worlds: [world], output: null }
    const before = world.positional
    if (positional !== null) world.positional = positional
    const ran = machine.within({ text, node: null, ...change }, () => runScript(parse(text), [world], stdin))
    ran.worlds.forEach((after) => { after.positional = before })
    return ran
  }

  function runArgv(argv: readonly Field[], world: World, stdin: Output | null, change: Partial<Circumstances> = {}): Ran {
    const inner = (): Ran => machine.within(change, () => dispatch(machine, callFunction, argv, world, stdin))
    return machine.nested(inner) ?? { worlds: [world], output: null }
  }

  function callFunction(name: string, args: readonly Field[], world: World, stdin: Output | null): Ran {
    const body = world.functions.get(name)
    if (body === undefined) return { worlds: [world], output: null }
    // In the background or in a pipe it starts itself while it still runs; elsewhere each call waits for the next.
    if (machine.around.forks && calling.includes(name)) {
      machine.gaps.add('a function that calls itself in the background or in a pipe')
      return { worlds: [world], output: null }
    }
    const before = world.positional
    world.positional = args
    calling.push(name)
    const ran = machine.within({ via: 'function' }, () => walker.functionBody(body, [world], stdin))
    calling.pop()
    for (const after of ran.worlds) Object.assign(after, { positional: before, ended: false })
    return ran
  }

  return machine
}

