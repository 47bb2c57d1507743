/** One simple command: assignments, redirections, the words, then the program they call. */
import type { Assignment, Command, Redirection } from 'unbash'
import { MAX_FIELDS, concat, exact, printed, textOf, type Field, type Output } from './field.ts'
import type { Machine, Ran } from './machine.ts'
import type { ShellInput } from './reading.ts'
import { NOTHING, readRedirects, rememberText } from './redirects.ts'
import type { World } from './world.ts'
import type { WordReader } from './words.ts'

export interface SimpleCommands {
  run(command: Command, worlds: World[], stdin: Output | null): Ran
  /** A compound command with redirections of its own. */
  redirected(redirects: readonly Redirection[], worlds: World[], stdin: Output | null, inner: (stdin: Output | null) => Ran): Ran
}

const DECLARATIONS = new Set(['export', 'declare', 'local', 'readonly', 'typeset'])

export function createSimpleCommands(machine: Machine, words: WordReader): SimpleCommands {
  function runOne(command: Command, world: World, stdin: Output | null): Ran {
    if (!machine.step()) return { worlds: [world], output: null }
    world.failed = false
    const written = machine.writes.length
    const redirected = readRedirects(machine, words, command.redirects, world, stdin)
    const opened = machine.writes.length
    const assignments = command.prefix.filter(item => item.type === 'Assignment')
    if (command.name === undefined) {
      assignments.forEach(assignment => assign(assignment, world))
      // `$(< file)` prints the file.
      return { worlds: [world], output: redirected.stdin !== stdin ? redirected.stdin : NOTHING }
    }
    const argv = words.expand(command.name, world)
    const declares = DECLARATIONS.has(command.name.value)
    for (const argument of command.args) {
      if (argv.length > MAX_FIELDS) {
        machine.gaps.add('it has more words than can be followed')
        break
      }
      if (argument.type === 'Word') argv.push(...words.expand(argument, world))
      else if (declares) assign(argument, world)
      else argv.push(assignmentField(argument, world))
    }
    const around = { node: command, ...redirected.input === null ? {} : { input: redirected.input } }
    const ran = withTemporary(assignments, world, () => machine.runArgv(argv, world, redirected.stdin, around))
    // What is redirected is the output of this command.
    if (opened > written && machine.commands.last !== null) machine.attribute(written, opened, machine.commands.last)
    rememberText(machine, world, redirected.stdout, ran.output)
    return { worlds: ran.worlds, output: redirected.captured ? NOTHING : ran.output }
  }

  /** `F=x command`: in force for what the command itself reads (`bash -c`, `eval`, a function), gone after it. */
  function withTemporary(assignments: readonly Assignment[], world: World, inner: () => Ran): Ran {
    if (assignments.length === 0) return inner()
    const before = new Map(assignments.map(assignment => [assignment.name, world.variables.get(assignment.name)]))
    assignments.forEach(assignment => assign(assignment, world))
    const set = Object.fromEntries(assignments.map(assignment => [assignment.name, textOf(world.variables.get(assignment.name)?.[0])]))
    const ran = machine.within({ env: { ...machine.around.env, ...set } }, inner)
    for (const after of ran.worlds) {
      for (const [name, value] of before) {
        if (value === undefined) after.variables.delete(name)
        else after.variables.set(name, value)
      }
    }
    return ran
  }

  function assign(assignment: Assignment, world: World): void {
    const before = world.variables.get(assignment.name) ?? []
    const { value } = assignment
    if (value.type === 'ArrayValue') {
      const fields = value.elements.flatMap(element => words.expand(element, world))
      const all = assignment.append === true ? [...before, ...fields] : fields
      if (all.length > MAX_FIELDS) machine.gaps.add('it has more words than can be followed')
      world.variables.set(assignment.name, all.slice(0, MAX_FIELDS))
      return
    }
    const field = words.single(value, world)
    const index = assignment.index?.value
    if (index !== undefined) {
      const position = /^\d{1,3}$/.test(index) ? Number(index) : before.length
      const fields = [...before]
      while (fields.length < position) fields.push(exact(''))
      fields[position] = field
      world.variables.set(assignment.name, fields)
      return
    }
    world.variables.set(assignment.name, assignment.append === true ? [concat(before[0] ?? exact(''), field)] : [field])
  }

  function assignmentField(assignment: Assignment, world: World): Field {
    if (assignment.value.type === 'ArrayValue') return exact(assignment.text)
    return concat(exact(`${assignment.name}=`), words.single(assignment.value, world))
  }

  return {
    run(command, worlds, stdin) {
      const ran = worlds.map(world => runOne(command, world, stdin))
      return { worlds: ran.flatMap(one => one.worlds), output: ran.length === 1 ? ran[0]?.output ?? null : anyOutput(ran) }
    },
    redirected(redirects, worlds, stdin, inner) {
      let input = stdin
      let captured = false
      let from: ShellInput | null = null
      const targets: [World, readonly Field[]][] = []
      for (const world of worlds) {
        const read = readRedirects(machine, words, redirects, world, stdin)
        input = read.stdin
        from ??= read.input
        captured ||= read.captured
        targets.push([world, read.stdout])
      }
      const ran = machine.within(from === null ? {} : { input: from }, () => inner(input))
      for (const after of ran.worlds) {
        for (const [, fields] of targets) rememberText(machine, after, fields, ran.output)
      }
      return { worlds: ran.worlds, output: captured ? NOTHING : ran.output }
    },
  }
}

/** Several worlds may print different things: each line may be the one. */
function anyOutput(ran: readonly Ran[]): Output | null {
  const outputs = ran.flatMap(one => one.output === null ? [] : [one.output])
  const [first] = outputs
  if (first === undefined) return null
  if (outputs.every(output => output.text === first.text) && first.text !== null) return printed(first.text)
  return { text: null, guess: outputs.map(output => output.guess ?? '').join('') || null, lines: outputs.flatMap(output => output.lines) }
}
