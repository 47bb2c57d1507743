/** Programs that change a file where it is: sed, line editors, formatters, compressors. */
import type { Call, Program, ProgramTable } from '../call.ts'
import { exact, textOf, type Field } from '../field.ts'
import { parseOptions, type OptionSpec, type ParsedOptions } from '../options.ts'
import { NOTHING } from '../redirects.ts'

const sed: Program = (call) => {
  const options = parseOptions(call.args, { short: 'efl', optional: 'iI', long: ['expression', 'file', 'line-length'] })
  const scripts = options.values('e', 'expression')
  const fromOptions = scripts.length > 0 || options.has('f', 'file')
  const files = fromOptions ? options.operands : options.operands.slice(1)
  if (options.has('i', 'I', 'in-place')) writeAll(call, files)
  const first = options.operands[0]
  for (const script of fromOptions ? scripts : first === undefined ? [] : [first]) writeAll(call, sedOutputs(textOf(script) ?? ''))
  return null
}

/** The `w file` command and the `w` flag of `s`. */
function sedOutputs(script: string): Field[] {
  const commands = [...script.matchAll(/(?:^|[;{}\n]|[\d$/]\s*|\/[gpiIeMm\d]*)w\s+([^\n;}]+)/g)]
  return commands.map(match => exact((match[1] as string).trim()))
}

function writeAll({ machine, world }: Call, targets: readonly Field[]): void {
  targets.forEach(target => machine.write(world, target))
}

/** ed, ex, vi: what they are told to do comes from elsewhere, opening to edit is what can be read. */
const editor: Program = (call) => {
  const options = parseOptions(call.args, { short: 'cSTuUi', long: ['cmd'] })
  if (options.has('R', 'M')) return NOTHING
  writeAll(call, options.operands.filter(field => !field.text.startsWith('+')))
  return NOTHING
}

const ed: Program = (call) => {
  writeAll(call, parseOptions(call.args, { short: 'p' }).operands)
  const script = call.stdin?.text ?? ''
  writeAll(call, [...script.matchAll(/^\s*(?:[\d.,$%]*)(?:w|wq|W)\s+(\S.*)$/gm)].map(match => exact((match[1] as string).trim())))
  return NOTHING
}

/** A program that rewrites its operands when `when` says so. */
function rewrites(when: (options: ParsedOptions) => boolean, spec: OptionSpec = {}, skip = 0): Program {
  return (call) => {
    const options = parseOptions(call.args, spec)
    if (when(options)) options.operands.slice(skip).forEach(target => call.machine.write(call.world, target, { deep: true }))
    return NOTHING
  }
}

const always = (): boolean => true
const checksOnly = (options: ParsedOptions): boolean => !options.has('check') && !options.has('diff')

const ruff: Program = (call) => {
  const [command, ...rest] = call.args
  const options = parseOptions(rest, { long: ['config', 'select', 'ignore', 'line-length', 'target-version'] })
  const writes = command?.text === 'format' ? checksOnly(options) : options.has('fix')
  if (writes) options.operands.forEach(target => call.machine.write(call.world, target, { deep: true }))
  return NOTHING
}

/** gzip replaces `x` by `x.gz`, gunzip the other way round. */
const compress: Program = (call) => {
  const options = parseOptions(call.args, { short: 'S', long: ['suffix'] })
  if (options.has('c', 'stdout', 'to-stdout', 'l', 't')) return null
  const unpacks = /^(?:gun|un|bun)/.test(call.name) || options.has('d', 'decompress', 'uncompress')
  for (const target of options.operands) {
    if (!options.has('k', 'keep')) call.machine.write(call.world, target, { kind: 'delete' })
    const text = textOf(target)
    if (unpacks && text !== null) call.machine.write(call.world, exact(text.replace(/\.(?:gz|bz2|xz|zst|Z|lzma)$/, '')))
  }
  return NOTHING
}

const rename: Program = (call) => {
  const options = parseOptions(call.args, { short: 'e' })
  if (options.has('n', 'no-act')) return NOTHING
  options.operands.forEach(target => call.machine.write(call.world, target, { kind: 'move-from', entry: true, ifExists: true }))
  return NOTHING
}

export const EDIT_PROGRAMS: ProgramTable = {
  sed, gsed: sed, ed, red: ed, ex: editor, vi: editor, vim: editor, nvim: editor, nano: editor, emacs: editor, rename, prename: rename, 'file-rename': rename,
  prettier: rewrites(options => options.has('w', 'write'), { long: ['config', 'parser', 'plugin', 'ignore-path', 'log-level'] }),
  eslint: rewrites(options => options.has('fix'), { short: 'cfo', long: ['config', 'ext', 'format', 'rule', 'parser', 'plugin', 'max-warnings', 'ignore-pattern'] }),
  biome: rewrites(options => options.has('write', 'apply', 'fix'), {}, 1),
  gofmt: rewrites(options => options.has('w'), { short: 'r' }),
  goimports: rewrites(options => options.has('w'), {}),
  shfmt: rewrites(options => options.has('w', 'write'), { short: 'i' }),
  rustfmt: rewrites(checksOnly, { long: ['edition', 'config'] }),
  'clang-format': rewrites(options => options.has('i'), {}),
  black: rewrites(checksOnly, { short: 'lt', long: ['line-length', 'target-version', 'config', 'exclude', 'include'] }),
  isort: rewrites(checksOnly, { long: ['profile', 'line-length'] }),
  autopep8: rewrites(options => options.has('i', 'in-place')),
  yapf: rewrites(options => options.has('i', 'in-place')),
  yq: rewrites(options => options.has('i', 'inplace'), { short: 'op' }, 1),
  dos2unix: rewrites(always), unix2dos: rewrites(always),
  ruff,
  gzip: compress, gunzip: compress, bzip2: compress, bunzip2: compress, xz: compress, unxz: compress, zstd: compress, unzstd: compress, uncompress: compress,
}

