/** Shells and xargs: programs whose arguments or input are more shell text or more arguments. */
import type { Builtin, BuiltinTable } from './call.ts'
import type { Circumstances } from './commands.ts'
import { UNKNOWN, guessOf, printed, textOf, type Field, type Output } from './field.ts'
import type { Ran } from './machine.ts'
import { parseOptions } from './options.ts'
import { fork, type World } from './world.ts'

/** Arguments that one xargs may add. */
const MAX_ADDED = 500

/** `bash -c 'text' name args`, `bash file args`, or text on standard input. */
const shell: Builtin = (call) => {
  const { args, world, machine, stdin } = call
  const options = parseOptions(args.filter(field => !/^\+/.test(field.text)), { short: 'oO', long: ['rcfile', 'init-file'], stop: true })
  const inner: World = { ...fork(world), positional: [], functions: new Map() }
  const [first, ...rest] = options.operands
  const run = (text: string | null, positional: readonly Field[], change: Partial<Circumstances>, input: Output | null): Ran => {
    if (text !== null) return { worlds: [world], output: machine.runText(text, inner, positional, input, change).output }
    machine.gaps.add(`what ${call.name} runs is not known before it runs`)
    return { worlds: [world], output: null }
  }
  if (options.has('c')) {
    if (rest[0] !== undefined) inner.variables.set('0', [rest[0]])
    // The first word after the text is $0. What is known of the text is read; a part that is not known may hide anything.
    return first?.known === false && first.text === '' ? run(null, [], {}, null) : run(guessOf(first), rest.slice(1), { via: 'shell-text' }, stdin)
  }
  if (first === undefined || options.has('s') || first.text === '-') {
    if (stdin === null && machine.around.input.kind === 'none') return { worlds: [world], output: null }
    return run(machine.contents(world, stdin), options.operands.slice(1), { via: 'pipe', input: { kind: 'none' } }, null)
  }
  if (first.output !== undefined) return run(machine.contents(world, first.output), rest, { via: 'script' }, stdin)
  const path = machine.absolute(world, first)
  const text = machine.fileText(world, path)
  return text === null && path !== null ? { worlds: [world], output: null } : run(text, rest, { via: 'script' }, stdin)
}

const XARGS: Partial<Circumstances> = { via: 'xargs', input: { kind: 'none' } }

const xargs: Builtin = (call) => {
  const { world, machine, stdin } = call
  const options = parseOptions(call.args, { short: 'IinLlPdEesa', long: ['replace', 'max-args', 'max-lines', 'max-procs', 'delimiter', 'arg-file', 'max-chars'], stop: true })
  const argv = options.operands
  const replace = options.value('I', 'replace')?.text ?? (options.has('i') ? '{}' : null)
  const whole = replace !== null || options.has('0', 'null', 'd', 'delimiter', 'L', 'max-lines')
  const listed = options.value('a', 'arg-file')
  const text = listed !== null ? machine.fileText(world, machine.absolute(world, listed)) : stdin?.files === undefined ? null : machine.contents(world, stdin)
  const items = (text === null ? stdin?.lines ?? [UNKNOWN] : printed(text).lines).flatMap(line => whole || textOf(line) === null ? [line] : words(line)).slice(0, MAX_ADDED)
  if (replace === null) {
    const one = options.value('n', 'max-args')?.text === '1'
    const groups: readonly (readonly Field[])[] = one ? items.map(item => [item]) : [items]
    groups.forEach(group => machine.runArgv([...argv, ...group], fork(world), null, XARGS))
    return { worlds: [world], output: null }
  }
  for (const item of items) {
    machine.runArgv(argv.map(field => field.text === replace ? item : place(field, replace, item)), fork(world), null, XARGS)
  }
  return { worlds: [world], output: null }
}

function words(line: Field): Field[] {
  return line.text.split(/\s+/).filter(word => word !== '').map(text => ({ text: text.replace(/^(["'])(.*)\1$/, '$2'), glob: null, known: true }))
}

function place(field: Field, replace: string, item: Field): Field {
  return replace !== '' && field.text.includes(replace) ? { text: field.text.replaceAll(replace, () => item.text), glob: null, known: item.known } : field
}

export const RUNNERS: BuiltinTable = {
  bash: shell, sh: shell, dash: shell, zsh: shell, ksh: shell, ash: shell, mksh: shell, rbash: shell, xargs, gxargs: xargs,
}
