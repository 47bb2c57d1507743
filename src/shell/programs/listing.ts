/** Programs that only print: what they print matters where it becomes another command's arguments. */
import type { Program, ProgramTable } from '../call.ts'
import { escapeGlob, exact, inFiles, lastName, listed, pattern, printed, textOf, type Field } from '../field.ts'
import { parseOptions } from '../options.ts'
import { candidates } from './find.ts'

/** Lines go through, some left out or in another order. */
const passes: Program = ({ stdin, args, world, machine }) => {
  if (stdin !== null) return { ...stdin, text: null }
  const path = machine.absolute(world, parseOptions(args, { short: 'nc' }).operands.at(-1))
  return path === null ? null : inFiles([path])
}

const cat: Program = ({ args, world, machine, stdin }) => {
  const files = parseOptions(args).operands
  if (files.length === 0 || (files.length === 1 && files[0]?.text === '-')) return stdin
  const paths = files.map(file => machine.absolute(world, file))
  const known = paths.filter(path => path !== null)
  if (known.length < paths.length) return null
  const texts = known.map(path => world.texts.get(path))
  return texts.includes(undefined) ? inFiles(known) : printed(texts.join(''))
}

const basename: Program = ({ args }) => {
  const options = parseOptions(args, { short: 's', long: ['suffix'] })
  const [first, suffix] = options.operands
  if (first === undefined) return null
  const name = lastName(first)
  const cutOff = textOf(options.value('s', 'suffix') ?? suffix)
  if (cutOff === null || textOf(name) === null) return listed([name])
  return printed(`${name.text.endsWith(cutOff) ? name.text.slice(0, -cutOff.length || undefined) : name.text}\n`)
}

const dirname: Program = ({ args }) => {
  const [first] = parseOptions(args).operands
  if (first === undefined) return null
  const text = parentOf(first.text)
  return textOf(first) === null ? listed([{ text, glob: first.glob === null ? null : parentOf(first.glob), known: first.known }]) : printed(`${text}\n`)
}

function parentOf(path: string): string {
  return path.replace(/\/+$/, '').replace(/\/?[^/]*$/, '') || (path.startsWith('/') ? '/' : '.')
}

/** Prints its operand as an absolute path. */
const absolutePath: Program = ({ args, world, machine }) => {
  const last = parseOptions(args, { long: ['relative-to', 'relative-base'] }).operands.at(-1)
  const path = machine.absolute(world, last)
  return path === null ? last === undefined ? null : listed([last]) : printed(`${path}\n`)
}

const ls: Program = ({ args, world, machine }) => {
  const options = parseOptions(args, { short: 'IwT', long: ['ignore', 'hide', 'sort', 'color', 'width'] })
  const deep = options.has('R', 'recursive')
  const shown: readonly Field[] = options.operands.length === 0 ? [exact('')] : options.operands
  const names = (field: Field): Field[] => {
    if (textOf(field) === null || options.has('d', 'directory')) return [field]
    const path = field.text === '' ? world.cwd : machine.absolute(world, field)
    if (path === null || machine.ask('folder', path) !== true) return [field]
    // `ls folder` prints bare names; where they are used they count from the current folder.
    return [pattern(deep ? `${escapeGlob(field.text.replace(/\/$/, ''))}/**` : '*', field.text)]
  }
  return listed(shown.flatMap(names))
}

/** `grep -l`: any file below the places searched may be named. */
const grep: Program = ({ args, stdin }) => {
  const options = parseOptions(args, { short: 'efmABCdD', long: ['regexp', 'file', 'max-count', 'include', 'exclude', 'exclude-dir', 'glob', 'type'] })
  const names = options.has('l', 'files-with-matches', 'L', 'files-without-match')
  if (!names) return stdin === null ? null : { text: null, guess: stdin.guess, lines: stdin.lines }
  const places = options.has('e', 'f', 'regexp', 'file') ? options.operands : options.operands.slice(1)
  const includes = options.values('include', 'g', 'glob').flatMap(field => textOf(field) === null || field.text.startsWith('!') ? [] : [field.text])
  return listed(candidates(places.length === 0 ? [exact('.')] : places, includes))
}

/** A name that nobody knows yet, in a folder that is known. */
const mktemp: Program = ({ args, world }) => {
  const options = parseOptions(args, { short: 'p', long: ['tmpdir', 'suffix'] })
  const template = textOf(options.operands[0])
  const folder = template?.includes('/') === true ? template.replace(/[^/]*$/, '') : template !== null && !options.has('t', 'p', 'tmpdir')
    ? './'
    : `${textOf(options.value('p', 'tmpdir') ?? world.variables.get('TMPDIR')?.[0])?.replace(/\/+$/, '') || '/tmp'}/`
  return listed([{ text: `${folder}tmp.XXXXXXXXXX`, glob: null, known: false, prefix: folder }])
}

const seq: Program = ({ args }) => {
  const numbers = args.map(field => Number(field.text))
  const [from, to] = numbers.length === 1 ? [1, numbers[0]] : [numbers[0], numbers.at(-1)]
  if (from === undefined || to === undefined || !Number.isInteger(from) || !Number.isInteger(to) || to - from > 200) return null
  return printed(Array.from({ length: Math.max(0, to - from + 1) }, (_item, index) => `${from + index}\n`).join(''))
}

const fd: Program = ({ args }) => {
  const options = parseOptions(args, { short: 'etdEx', long: ['extension', 'type', 'max-depth', 'exclude'] })
  const extensions = options.values('e', 'extension').map(field => `*.${escapeGlob(field.text)}`)
  return listed(candidates(options.operands.length > 1 ? options.operands.slice(1) : [exact('.')], extensions))
}

export const LISTING_PROGRAMS: ProgramTable = {
  cat, gcat: cat, mktemp, gmktemp: mktemp, basename, dirname, realpath: absolutePath, readlink: absolutePath, ls, grep, egrep: grep, fgrep: grep, rg: grep, ag: grep, ack: grep, seq, fd, fdfind: fd,
  head: passes, tail: passes, tac: passes, rev: () => null, tr: passes, shuf: passes, column: passes, nl: () => null,
}
