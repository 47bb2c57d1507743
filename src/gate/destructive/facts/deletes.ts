/**
 * What a command deletes, moves away, or changes the mode of: words and their places. One reader for each program
 * that does it; programs without one are known by the writes of the reading.
 */
import type { CallReading, ShellCommand, ShellWord } from '../../../shell/reading.ts'
import { argumentsOf, optionOf } from '../arguments.ts'
import { readFind } from './find.ts'
import { inlineTargets } from './inline.ts'

export interface Targets {
  /** With all that is below. */
  readonly trees: readonly ShellWord[]
  readonly single: readonly ShellWord[]
  /** Sources that are moved away. */
  readonly moved: readonly ShellWord[]
  /** Whose mode, owner or attributes change, with all that is below. */
  readonly modeTrees: readonly ShellWord[]
  readonly modes: readonly ShellWord[]
}

const NONE: Targets = { trees: [], single: [], moved: [], modeTrees: [], modes: [] }

type Reads = (command: ShellCommand, reading: CallReading) => Partial<Targets>

const remove: Reads = (command, reading) => {
  // What find hands over is judged with find itself, which knows the tests.
  if (command.via === 'find') return {}
  const given = argumentsOf(command)
  const targets = command.via === 'xargs' ? fromFind(command, reading) ?? given.operands : given.operands
  return optionOf(given, '-r|-R|--recursive') === undefined && !/^-\w*[rR]/.test(command.args[0] ?? '') ? { single: targets } : { trees: targets }
}

/** `find … | xargs rm`: the starting points of find, or what its tests leave of them. */
function fromFind(command: ShellCommand, reading: CallReading): readonly ShellWord[] | null {
  const at = reading.commands.indexOf(command)
  const carrier = reading.commands.slice(0, at).findLast(one => one.program === 'xargs' || one.program === 'parallel')
  let from = carrier?.input.kind === 'pipe' ? carrier.input.from : null
  for (let step = 0; from !== null && step < 10; step++) {
    const source = reading.commands[from]
    if (source?.program === 'find' || source?.program === 'gfind') return readFind(source).all
    // A filter in between leaves out what nobody knows; the rest is still below the starting points.
    from = source?.input.kind === 'pipe' ? source.input.from : null
  }
  return null
}

const find: Reads = command => ({ trees: readFind(command).deleted })

const rsync: Reads = (command) => {
  const given = argumentsOf(command)
  const deletes = given.options.some(option => /^--del/.test(option.name))
  const target = given.operands.at(-1)
  if (!deletes || target === undefined || given.operands.length < 2 || /^[^/]*:/.test(target.text ?? target.prefix)) return {}
  return { trees: [target] }
}

const move: Reads = (command) => {
  const given = argumentsOf(command)
  return { moved: optionOf(given, '-t|--target-directory') === undefined ? given.operands.slice(0, -1) : given.operands }
}

/** chmod, chown, chgrp: the first operand is the mode or owner. */
const mode: Reads = (command) => {
  const given = argumentsOf(command)
  const targets = optionOf(given, '--reference') === undefined ? given.operands.slice(1) : given.operands
  // `chmod -x file` reads like an option.
  return optionOf(given, '-R|--recursive') === undefined ? { modes: targets } : { modeTrees: targets.length > 0 ? targets : given.operands }
}

const acl: Reads = (command) => {
  const given = argumentsOf(command)
  return optionOf(given, '-R|--recursive') === undefined ? { modes: given.operands } : { modeTrees: given.operands }
}

const attributes: Reads = (command) => {
  const operands = argumentsOf(command).operands.filter(word => !/^[+=][a-zA-Z]/.test(word.text ?? ''))
  return optionOf(argumentsOf(command), '-R') === undefined ? { modes: operands } : { modeTrees: operands }
}

/** Windows and PowerShell: `rd /s`, `del /s`, `Remove-Item -Recurse`. */
const windows: Reads = (command) => {
  const words = command.words.filter(word => !/^(?:\/[a-z?]{1,2}(?::.*)?|-[a-z]+(?::.*)?)$/i.test(word.text ?? ''))
  const deep = command.args.some(arg => /^(?:\/s|-r(?:e(?:c(?:u(?:r(?:se?)?)?)?)?)?)$/i.test(arg ?? ''))
  return deep ? { trees: words } : { single: words }
}

const READERS: Readonly<Record<string, Reads>> = {
  rm: remove, grm: remove, srm: remove, unlink: remove, rmdir: () => ({}), find, gfind: find, rsync, mv: move, gmv: move, chmod: mode, chown: mode, chgrp: mode, setfacl: acl, chattr: attributes, chflags: mode,
  'Remove-Item': windows, 'remove-item': windows, ri: windows, rd: windows, del: windows, erase: windows, git: () => ({}), shred: () => ({}),
}

const KNOWN = new WeakMap<ShellCommand, Targets>()

export function targetsOf(command: ShellCommand, reading: CallReading): Targets {
  const known = KNOWN.get(command)
  if (known !== undefined) return known
  const program = command.program ?? ''
  // A name that cannot be known, with the options of a delete behind it.
  const reads = command.program === null && /^-(?=\w*[rR])(?=\w*f)\w+$/.test(command.args[0] ?? '') ? remove : Object.hasOwn(READERS, program) ? READERS[program] : undefined
  const targets: Targets = { ...NONE, ...reads === undefined ? fromWrites(command, reading) : reads(command, reading) }
  KNOWN.set(command, targets)
  return targets
}

/** An inline program, or a program of the reader's tables that has no reader here. */
function fromWrites(command: ShellCommand, reading: CallReading): Partial<Targets> {
  const inline = inlineTargets(command, reading)
  if (inline !== null && inline.every(word => word.text !== null || word.pattern !== null || word.prefix !== '')) return { trees: inline }
  const index = reading.commands.indexOf(command)
  const trees: ShellWord[] = []
  const single: ShellWord[] = []
  for (const write of reading.writes) {
    if (write.command !== index || write.kind !== 'delete') continue
    const word = { text: write.only === null ? write.path : null, prefix: `${write.path}/`, pattern: write.only === null ? null : `${write.path}/${write.only}` }
    if (write.tree) trees.push(word)
    else single.push(word)
  }
  // A target that is computed: any of the paths that the program names, or nobody knows which.
  return { trees: trees.length > 0 ? trees : inline ?? [], single }
}
