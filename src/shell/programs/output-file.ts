/** Programs that are told which file their output goes to. */
import type { Call, Program, ProgramTable } from '../call.ts'
import { exact, lastSegment, printed, textOf, type Field } from '../field.ts'
import { parseOptions, type OptionSpec } from '../options.ts'
import { NOTHING, rememberText } from '../redirects.ts'

const tee: Program = ({ args, world, machine, stdin }) => {
  const options = parseOptions(args)
  options.operands.forEach(target => machine.write(world, target))
  if (!options.has('a', 'append')) rememberText(machine, world, options.operands, stdin)
  return stdin
}

const dd: Program = ({ args, world, machine }) => {
  for (const field of args) {
    if (!field.text.startsWith('of=')) continue
    machine.write(world, { text: field.text.slice(3), glob: field.glob === null ? null : field.glob.slice(3), known: field.known })
  }
  return NOTHING
}

const truncate: Program = ({ args, world, machine }) => {
  parseOptions(args, { short: 'sr', long: ['size', 'reference'] }).operands.forEach(target => machine.write(world, target))
  return NOTHING
}

const sponge: Program = ({ args, world, machine }) => {
  parseOptions(args).operands.forEach(target => machine.write(world, target))
  return NOTHING
}

/** A program with an option for its output file; the input lines pass through. */
function outputOption(names: readonly string[], spec: OptionSpec, passes = false): Program {
  return ({ args, world, machine, stdin }) => {
    parseOptions(args, spec).values(...names).forEach(target => machine.write(world, target))
    return passes ? stdin : null
  }
}

/** The second operand is the output. */
const secondOperand = (spec: OptionSpec, passes: boolean): Program => ({ args, world, machine, stdin }) => {
  const target = parseOptions(args, spec).operands[1]
  if (target !== undefined && target.text !== '-') machine.write(world, target)
  return passes ? stdin : null
}

const curl: Program = (call) => {
  const options = parseOptions(call.args, {
    short: 'AbcCdDeEFhHKmoPQrtTuUwxXyYz',
    long: ['output', 'output-dir', 'data', 'header', 'request', 'user', 'user-agent', 'url', 'cookie', 'cookie-jar', 'dump-header', 'form', 'referer', 'max-time', 'connect-timeout', 'retry', 'proxy', 'cacert', 'cert', 'key', 'write-out', 'upload-file', 'trace', 'trace-ascii', 'stderr', 'data-raw', 'data-binary', 'data-urlencode', 'json', 'resolve', 'range', 'config'],
  })
  const folder = options.value('output-dir')
  const named = options.values('o', 'output', 'D', 'dump-header', 'c', 'cookie-jar', 'trace', 'trace-ascii', 'stderr')
  named.filter(field => field.text !== '-').forEach(target => writeIn(call, folder, target))
  if (options.has('O', 'remote-name', 'remote-name-all')) [...options.operands, ...options.values('url')].forEach(url => writeIn(call, folder, urlName(url)))
  return null
}

const wget: Program = (call) => {
  const options = parseOptions(call.args, {
    short: 'OPoaieUtTwQlADIXBR',
    long: ['output-document', 'directory-prefix', 'output-file', 'append-output', 'user-agent', 'header', 'tries', 'timeout', 'post-data', 'input-file'],
  })
  const named = options.values('O', 'output-document', 'o', 'output-file', 'a', 'append-output').filter(field => field.text !== '-')
  named.forEach(target => call.machine.write(call.world, target))
  if (!options.has('O', 'output-document')) options.operands.forEach(url => writeIn(call, options.value('P', 'directory-prefix'), urlName(url)))
  return null
}

function writeIn({ machine, world }: Call, folder: Field | null, name: Field): void {
  if (folder === null) machine.write(world, name)
  else machine.write(world, folder, { into: [name], intoOnly: true })
}

function urlName(url: Field): Field {
  return exact(lastSegment(url.text.replace(/[?#].*$/, '')))
}

/** Members named on the command line can be read; those that are only in the archive cannot. */
const tar: Program = (call) => {
  const [first] = call.args
  const dashless = first !== undefined && /^[A-Za-z]+$/.test(first.text) ? [exact(`-${first.text}`), ...call.args.slice(1)] : call.args
  const options = parseOptions(dashless, { short: 'fCTXbIHVK', long: ['file', 'directory', 'files-from', 'exclude', 'exclude-from', 'transform', 'use-compress-program', 'owner', 'group', 'mode'] })
  if (options.has('c', 'r', 'u', 'create', 'append', 'update')) {
    options.values('f', 'file').filter(field => field.text !== '-').forEach(target => call.machine.write(call.world, target))
    if (options.has('remove-files')) options.operands.forEach(target => call.machine.write(call.world, target, { kind: 'delete', deep: true }))
  } else if (options.has('x', 'extract', 'get') && !options.has('O', 'to-stdout')) {
    extract(call, options.value('C', 'directory'), options.operands)
  }
  return null
}

const unzip: Program = (call) => {
  const options = parseOptions(call.args, { short: 'dx' })
  if (!options.has('p', 'l', 't', 'n')) extract(call, options.value('d'), options.operands.slice(1))
  return null
}

function extract({ machine, world }: Call, folder: Field | null, members: readonly Field[]): void {
  const base = folder === null ? world.cwd : machine.absolute(world, folder)
  if (base === null) return
  for (const member of members) {
    const text = textOf(member)
    if (text !== null) machine.write(world, exact(machine.resolve(base, text.replace(/^\/+/, ''))), { deep: true, entry: true })
  }
}

/** Decoded text may be fed to a shell. */
const base64: Program = ({ args, world, machine, stdin }) => {
  const options = parseOptions(args, { short: 'oiwb', long: ['output', 'input', 'wrap'] })
  options.values('o', 'output').forEach(target => machine.write(world, target))
  if (!options.has('d', 'D', 'decode') || stdin?.text == null) return null
  return printed(Buffer.from(stdin.text, 'base64').toString())
}

const zip: Program = ({ args, world, machine }) => {
  const options = parseOptions(args, { short: 'bixtn' })
  const archive = options.operands[0]
  if (archive !== undefined && archive.text !== '-') machine.write(world, exact(/\.[^/]+$/.test(archive.text) ? archive.text : `${archive.text}.zip`))
  if (options.has('m', 'move')) options.operands.slice(1).forEach(target => machine.write(world, target, { kind: 'delete', deep: true }))
  return null
}

export const OUTPUT_PROGRAMS: ProgramTable = {
  tee, gtee: tee, dd, truncate, sponge, curl, wget, tar, gtar: tar, bsdtar: tar, unzip, zip,
  sort: outputOption(['o', 'output'], { short: 'okStT', long: ['output', 'key'] }, true),
  uniq: secondOperand({ short: 'fsw' }, true),
  xxd: secondOperand({ short: 'clsogn' }, false),
  iconv: outputOption(['o', 'output'], { short: 'fto', long: ['from-code', 'to-code', 'output'] }),
  openssl: ({ args, world, machine }) => {
    args.forEach((field, index) => { if (field.text === '-out' && args[index + 1] !== undefined) machine.write(world, args[index + 1] as Field) })
    return null
  },
  gcc: outputOption(['o'], { short: 'oIDLlx' }), cc: outputOption(['o'], { short: 'oIDLlx' }), clang: outputOption(['o'], { short: 'oIDLlx' }), 'g++': outputOption(['o'], { short: 'oIDLlx' }),
  gpg: outputOption(['o', 'output'], { short: 'oru', long: ['output', 'recipient'] }),
  pandoc: outputOption(['o', 'output'], { short: 'oft', long: ['output', 'from', 'to'] }),
  esbuild: outputOption(['outfile'], { long: ['outfile'] }),
  aria2c: outputOption(['o', 'out'], { short: 'od', long: ['out', 'dir'] }),
  base64,
}
