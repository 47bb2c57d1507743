/** cp, mv, install, ln, rsync, scp: programs that put one path in the place of another. */
import type { Call, Program, ProgramTable } from '../call.ts'
import { around, exact, lastSegment, textOf, type Field } from '../field.ts'
import { parseOptions, type ParsedOptions } from '../options.ts'
import { NOTHING } from '../redirects.ts'
import type { WriteOptions } from '../machine.ts'

/** Links of one command that are followed: each may lead to the next. */
const MAX_LINKS = 24

interface Transfer {
  readonly sources: readonly Field[]
  readonly target: Field
  /** The target is certainly a folder. */
  readonly folder: boolean
  /** `-T`: the target is certainly not a folder to put things into. */
  readonly plain: boolean
}

/** Reads `a b`, `a b folder`, `-t folder a b`, `-T a b`. */
function transferOf(options: ParsedOptions, replacesLink: readonly string[] = []): Transfer | null {
  const folder = options.value('t', 'target-directory')
  if (folder !== null) return { sources: options.operands, target: folder, folder: true, plain: false }
  const target = options.operands.at(-1)
  const sources = options.operands.slice(0, -1)
  if (target === undefined || sources.length === 0) return null
  return { sources, target, folder: sources.length > 1, plain: options.has('T', 'no-target-directory', ...replacesLink) }
}

function writeTarget(call: Call, transfer: Transfer, options: WriteOptions): void {
  call.machine.write(call.world, transfer.target, {
    ...options, into: transfer.sources, intoOnly: transfer.folder, plain: transfer.plain,
  })
}

const cp: Program = (call) => {
  const options = parseOptions(call.args, { short: 'tS', long: ['target-directory', 'suffix'] })
  const transfer = transferOf(options)
  // `-n` never touches a file that exists.
  if (transfer === null || options.has('n', 'no-clobber')) return NOTHING
  const tree = options.has('r', 'R', 'a', 'recursive', 'archive')
  const linked = options.has('l', 'link') ? 'hard-link' : options.has('s', 'symbolic-link') ? 'symlink' : null
  if (linked !== null) transfer.sources.forEach(source => call.machine.write(call.world, source, { kind: linked, deep: tree }))
  writeTarget(call, transfer, { tree, entry: options.has('remove-destination') || linked !== null })
  copyText(call, transfer)
  return NOTHING
}

const install: Program = (call) => {
  const options = parseOptions(call.args, { short: 'tSmog', long: ['target-directory', 'suffix', 'mode', 'owner', 'group', 'strip-program'] })
  if (options.has('d', 'directory')) return NOTHING
  const transfer = transferOf(options)
  if (transfer !== null) writeTarget(call, transfer, { entry: true })
  return NOTHING
}

const mv: Program = (call) => {
  const options = parseOptions(call.args, { short: 'tS', long: ['target-directory', 'suffix'] })
  const transfer = transferOf(options)
  if (transfer === null) return NOTHING
  transfer.sources.forEach(source => call.machine.write(call.world, source, { kind: 'move-from', deep: true, entry: true }))
  if (!options.has('n', 'no-clobber')) writeTarget(call, transfer, { tree: true, entry: true })
  copyText(call, transfer)
  return NOTHING
}

/** A text that this command wrote keeps being known under its new name. */
function copyText({ machine, world }: Call, { sources, target, folder }: Transfer): void {
  const from = machine.absolute(world, sources[0])
  const to = machine.absolute(world, target)
  const text = from === null ? undefined : world.texts.get(from)
  if (text !== undefined && to !== null && !folder) world.texts.set(to, text)
}

const ln: Program = (call) => {
  const options = parseOptions(call.args, { short: 'tS', long: ['target-directory', 'suffix'] })
  const [only] = options.operands
  const transfer = transferOf(options, ['n', 'h', 'no-dereference'])
    ?? (only === undefined ? null : { sources: [only], target: exact(lastSegment(only.text)), folder: false, plain: true })
  if (transfer === null) return NOTHING
  const symbolic = options.has('s', 'symbolic')
  writeTarget(call, transfer, { entry: true })
  for (const source of transfer.sources) noteLink(call, transfer, source, symbolic)
  return NOTHING
}

/** The linked file gets a second name; what this command then writes under that name counts for it. */
function noteLink(call: Call, transfer: Transfer, source: Field, symbolic: boolean): void {
  const { machine, world } = call
  const name = machine.absolute(world, transfer.target)
  const text = textOf(source)
  const folder = name === null ? null : transfer.folder ? name : machine.resolve(name, '..')
  // A symbolic link's relative target counts from the folder that holds the link.
  const target = symbolic && text !== null && folder !== null ? exact(machine.resolve(folder, text)) : source
  machine.write(world, target, { kind: symbolic ? 'symlink' : 'hard-link', deep: true })
  const absolute = machine.absolute(world, target)
  if (name === null || absolute === null) return
  if (world.links.length >= MAX_LINKS) {
    machine.gaps.add('it makes more links than can be followed')
    return
  }
  const inside = machine.resolve(name, lastSegment(absolute))
  world.links = [...world.links, { name: inside, target: absolute }, ...transfer.folder ? [] : [{ name, target: absolute }]]
}

const link: Program = call => ln({ ...call, args: [exact('-T'), ...call.args] })

const rsync: Program = (call) => {
  const options = parseOptions(call.args, {
    short: 'efBTM',
    long: ['rsh', 'exclude', 'include', 'filter', 'files-from', 'exclude-from', 'include-from', 'temp-dir', 'backup-dir', 'suffix', 'chmod', 'chown', 'log-file', 'max-size', 'min-size', 'bwlimit', 'timeout', 'port', 'link-dest', 'compare-dest', 'copy-dest', 'block-size', 'partial-dir'],
  })
  const target = options.operands.at(-1)
  const sources = options.operands.slice(0, -1)
  if (target === undefined || sources.length === 0 || options.has('n', 'dry-run')) return NOTHING
  if (options.has('remove-source-files')) sources.forEach(source => call.machine.write(call.world, source, { kind: 'delete', deep: true }))
  if (isRemote(target)) return NOTHING
  const deletes = ['delete', 'delete-before', 'delete-during', 'delete-after', 'delete-excluded'].some(name => options.has(name))
  if (deletes) call.machine.write(call.world, target, { kind: 'delete', deep: true })
  // `src/` lays the contents of src over the target, `src` puts src into it.
  const into = sources.map(source => source.text.endsWith('/') ? around('', source, '.') : source)
  call.machine.write(call.world, target, { into, tree: true, entry: true, intoOnly: sources.length > 1 })
  return NOTHING
}

const scp: Program = (call) => {
  const options = parseOptions(call.args, { short: 'cDFiJloPSX' })
  const transfer = transferOf(options)
  if (transfer !== null && !isRemote(transfer.target)) writeTarget(call, transfer, { tree: options.has('r') })
  return NOTHING
}

function isRemote(field: Field): boolean {
  return /^[^/]*[^/\\]:(?!\\)/.test(field.text) && !/^[A-Za-z]:/.test(field.text)
}

export const COPY_PROGRAMS: ProgramTable = { cp, gcp: cp, mv, gmv: mv, install, ginstall: install, ln, gln: ln, link, rsync, scp }
