/** patch and git apply: the files that a patch names, where its text can be read. */
import type { Call, Program, ProgramTable } from '../call.ts'
import { patchedFiles } from '../patch-text.ts'
import { exact, lastSegment, textOf, type Field } from '../field.ts'
import { parseOptions } from '../options.ts'
import { NOTHING } from '../redirects.ts'

/** The text of a patch: on standard input, written by this command, or on disk. */
export function patchText(call: Call, file: Field | null): string | null {
  const { machine, world } = call
  const text = file === null || file.text === '-' ? machine.contents(world, call.stdin)
    : file.output !== undefined ? machine.contents(world, file.output) : machine.fileText(world, machine.absolute(world, file))
  if (text === null) machine.gaps.add(`the patch that ${call.name} applies is not known before it runs`)
  return text
}

/** `-pN` strips N names off the front; without it every usual count is a candidate. */
export function strippedNames(path: string, strip: number | null, alsoPlain: boolean): string[] {
  const segments = path.split('/')
  if (strip !== null) return segments.length > strip ? [segments.slice(strip).join('/')] : []
  return [...new Set([path, segments.slice(1).join('/'), ...alsoPlain ? [lastSegment(path)] : []])].filter(name => name !== '')
}

const patch: Program = (call) => {
  const options = parseOptions(call.args, {
    short: 'pidorBDFgVxYzZ', long: ['strip', 'input', 'directory', 'output', 'reject-file', 'prefix', 'suffix', 'fuzz'],
  })
  if (options.has('dry-run')) return NOTHING
  const output = options.value('o', 'output')
  const [file, patchFile] = options.operands
  if (output !== null) call.machine.write(call.world, output)
  if (file !== undefined) {
    call.machine.write(call.world, file)
    return NOTHING
  }
  const text = patchText(call, patchFile ?? options.value('i', 'input'))
  const strip = textOf(options.value('p', 'strip') ?? undefined)
  const folder = call.machine.absolute(call.world, options.value('d', 'directory') ?? exact('.'))
  if (text === null || folder === null) return NOTHING
  for (const path of patchedFiles(text)) {
    const names = strippedNames(path, strip === null ? null : Number(strip), true)
    names.forEach(name => call.machine.write(call.world, exact(call.machine.resolve(folder, name))))
  }
  return NOTHING
}

export const PATCH_PROGRAMS: ProgramTable = { patch, gpatch: patch }
