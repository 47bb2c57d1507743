/**
 * Follows the control flow of a shell program: lists, pipelines, branches, loops, functions. Both
 * sides of a branch are followed; a loop over words that can be read runs once for each.
 */
import type { AndOr, Case, CompoundList, For, Function as FunctionNode, If, PipelineNode, Select, Statement, While } from 'unbash'
import { assertNever } from '../errors.ts'
import type { Field, Output } from './field.ts'
import { MAX_FIELDS, MAX_FIELD_TEXT, UNKNOWN, exact } from './field.ts'
import type { Machine, Ran } from './machine.ts'
import { parseOptions } from './options.ts'
import type { ShellInput } from './reading.ts'
import { NOTHING } from './redirects.ts'
import type { SimpleCommands } from './simple-command.ts'
import { forkAll, mergeWorlds, type World } from './world.ts'
import type { WordReader } from './words.ts'

/** Words of one loop that are followed. */
export const MAX_ITERATIONS = 200

export interface Walker {
  statements(list: readonly Statement[], worlds: World[], stdin: Output | null): Ran
  functionBody(body: FunctionNode['body'], worlds: World[], stdin: Output | null): Ran
}

export function createWalker(machine: Machine, words: WordReader, simple: SimpleCommands): Walker {
  const merge = (...groups: World[][]): World[] => {
    const merged = mergeWorlds(groups)
    if (merged.dropped) machine.gaps.add('it has more branches than can be followed')
    return merged.worlds
  }

  function statements(list: readonly Statement[], worlds: World[], stdin: Output | null): Ran {
    let current = worlds
    const outputs: (Output | null)[] = []
    for (const statement of list) {
      const ran = statement.background === true
        ? { worlds: current, output: machine.within({ forks: true }, () => andOr(statement.command, forkAll(current), stdin)).output }
        : andOr(statement.command, current, stdin)
      current = ran.worlds
      outputs.push(ran.output)
    }
    return { worlds: current, output: joinOutputs(outputs) }
  }

  function andOr(node: PipelineNode | AndOr, worlds: World[], stdin: Output | null): Ran {
    if (node.type !== 'AndOr') return run(node, worlds, stdin)
    const outputs: (Output | null)[] = []
    // An `&&` chain can stop after any of its commands, so every state on the way may be the last one.
    const stops: World[][] = []
    let current = worlds
    let before: World[] = []
    node.commands.forEach((command, index) => {
      const alternative = node.operators[index - 1] === '||'
      const skipped = alternative ? forkAll(current) : []
      // The right side of `||` runs where the left one failed, so perhaps in the state before it.
      const succeeded = node.operators[index - 1] === '&&' ? current.filter(world => !world.failed) : current
      const entry = alternative ? merge(before, current) : succeeded.length > 0 ? succeeded : current
      before = forkAll(current)
      const ran = run(command, entry, stdin)
      outputs.push(ran.output)
      current = alternative ? merge(skipped, ran.worlds) : ran.worlds
      if (node.operators[index] === '&&') stops.push(forkAll(current))
    })
    return { worlds: merge(current, ...stops), output: joinOutputs(outputs) }
  }

  function run(node: PipelineNode | CompoundList, worlds: World[], stdin: Output | null): Ran {
    // Every node takes a step: loops in loops would otherwise go on after the budget of commands is used up.
    if (!machine.step()) return { worlds, output: null }
    return machine.nested(() => runNode(node, worlds, stdin)) ?? { worlds, output: null }
  }

  function runNode(node: PipelineNode | CompoundList, worlds: World[], stdin: Output | null): Ran {
    switch (node.type) {
      case 'Command': return simple.run(node, worlds, stdin)
      case 'CompoundList': return statements(node.commands, worlds, stdin)
      case 'BraceGroup': return statements(node.body.commands, worlds, stdin)
      case 'Subshell': return { worlds, output: statements(node.body.commands, forkAll(worlds), stdin).output }
      case 'Pipeline': return pipeline(node.commands, worlds, stdin)
      case 'If': return branch(node, worlds, stdin)
      case 'For':
      case 'Select': return loopOver(node, worlds, stdin)
      case 'While': return loopWhile(node, worlds, stdin)
      case 'ArithmeticFor': return repeat(node.body, worlds, stdin)
      case 'Case': return choose(node, worlds, stdin)
      case 'Function': {
        worlds.forEach(world => world.functions.set(node.name.value, node.body))
        return { worlds, output: NOTHING }
      }
      case 'Coproc': return { worlds, output: run(node.body, forkAll(worlds), stdin).output }
      case 'Redirected': return simple.redirected(node.redirects, worlds, stdin, input => run(node.command, worlds, input))
      case 'TestCommand':
      case 'ArithmeticCommand':
        worlds.forEach(world => words.runInside(node, world))
        return { worlds, output: NOTHING }
      default: return assertNever(node)
    }
  }

  function pipeline(commands: readonly PipelineNode[], worlds: World[], stdin: Output | null): Ran {
    const only = commands[0]
    if (commands.length === 1 && only !== undefined) return run(only, worlds, stdin)
    let input = stdin
    let fed: ShellInput = machine.around.input
    for (const command of commands) {
      const before = machine.commands.met
      input = machine.within({ input: fed, forks: true }, () => run(command, forkAll(worlds), input)).output
      fed = machine.commands.met === before || machine.commands.last === null ? { kind: 'text', text: input?.text ?? null } : { kind: 'pipe', from: machine.commands.last }
    }
    return { worlds, output: input }
  }

  function branch(node: If, worlds: World[], stdin: Output | null): Ran {
    let tested = run(node.clause, worlds, stdin).worlds
    const taken = run(node.then, forkAll(tested), stdin)
    const ends = [taken.worlds]
    const outputs = [taken.output]
    for (const elif of node.elif) {
      tested = run(elif.clause, tested, stdin).worlds
      const ran = run(elif.then, forkAll(tested), stdin)
      ends.push(ran.worlds)
      outputs.push(ran.output)
    }
    const last = node.else === undefined ? { worlds: tested, output: null } : run(node.else, tested, stdin)
    return { worlds: merge(...ends, last.worlds), output: joinOutputs([...outputs, ...node.else === undefined ? [] : [last.output]]) }
  }

  function loopOver(node: For | Select, worlds: World[], stdin: Output | null): Ran {
    const ends: World[][] = []
    const outputs: (Output | null)[] = []
    for (const world of worlds) {
      const items = node.wordlist === undefined ? world.positional : node.wordlist.flatMap(word => words.expand(word, world))
      const ran = eachItem(items, node.name.value, node.body, [world], stdin)
      ends.push(ran.worlds)
      outputs.push(ran.output)
    }
    return { worlds: merge(...ends), output: joinOutputs(outputs) }
  }

  function eachItem(items: readonly Field[], variable: string, body: CompoundList, worlds: World[], stdin: Output | null): Ran {
    if (items.length > MAX_ITERATIONS) machine.gaps.add('it loops over more words than can be followed')
    let current = worlds
    const outputs: (Output | null)[] = []
    for (const item of items.slice(0, MAX_ITERATIONS)) {
      current.forEach(world => world.variables.set(variable, [item]))
      const ran = run(body, current, stdin)
      outputs.push(ran.output)
      current = ran.worlds
    }
    return { worlds: current, output: joinOutputs(outputs) }
  }

  function loopWhile(node: While, worlds: World[], stdin: Output | null): Ran {
    const variable = readVariable(node)
    const tested = run(node.clause, worlds, stdin).worlds
    if (variable !== null) return eachItem(stdin === null ? [UNKNOWN] : stdin.lines, variable, node.body, tested, null)
    return repeat(node.body, tested, stdin)
  }

  /** Twice: what the first round sets (a folder, a variable) is in force in the second. */
  function repeat(body: CompoundList, worlds: World[], stdin: Output | null): Ran {
    const before = forkAll(worlds)
    const first = run(body, worlds, stdin)
    const after = forkAll(first.worlds)
    const second = run(body, first.worlds, stdin)
    return { worlds: merge(before, after, second.worlds), output: null }
  }

  function choose(node: Case, worlds: World[], stdin: Output | null): Ran {
    // The word may be a substitution, which runs whatever it prints.
    worlds.forEach(world => words.single(node.word, world))
    const before = forkAll(worlds)
    const ran = node.items.map(item => run(item.body, forkAll(worlds), stdin))
    return { worlds: merge(before, ...ran.map(one => one.worlds)), output: joinOutputs(ran.map(one => one.output)) }
  }

  return { statements, functionBody: run }

  /** `while read -r line`: the variable, when the clause is nothing else. */
  function readVariable(node: While): string | null {
    const statement = node.clause.commands.at(-1)?.command
    if (statement?.type !== 'Command' || statement.name?.value !== 'read') return null
    const given = statement.args.flatMap(argument => argument.type === 'Word' ? [exact(argument.value)] : [])
    return parseOptions(given, { short: 'adinNptu' }).operands[0]?.text ?? 'REPLY'
  }
}

/** Everything that is printed, in order; unknown as soon as one part is. */
export function joinOutputs(outputs: readonly (Output | null)[]): Output | null {
  if (outputs.length === 1) return outputs[0] ?? null
  if (outputs.length > 0 && outputs.every(output => output === null)) return null
  const texts = outputs.map(output => output?.text ?? null)
  const guesses = outputs.map(output => output?.guess ?? '')
  const small = guesses.reduce((sum, guess) => sum + guess.length, 0) <= MAX_FIELD_TEXT
  return {
    text: texts.includes(null) || !small ? null : texts.join(''),
    guess: small ? guesses.join('') || null : null,
    lines: outputs.flatMap(output => output?.lines ?? []).slice(0, MAX_FIELDS),
  }
}
