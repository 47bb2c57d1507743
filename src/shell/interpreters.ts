/** Interpreters of other languages: finds the program text they are given and notes what it may write. */
import type { Call } from './call.ts'
import { exact, textOf, type Field } from './field.ts'
import { activate } from './field-builder.ts'
import { readInlineProgram, type Language } from './inline-program.ts'
import { parseOptions, type OptionSpec, type ParsedOptions } from './options.ts'
import { fork } from './world.ts'

interface Interpreter {
  readonly language: Language
  readonly options: OptionSpec
  /** Option names that carry program text. */
  readonly text: readonly string[]
  /** Words before the text (`deno eval`). */
  readonly words?: readonly string[]
  /** Flags after which the first operand is program text. */
  readonly flagged?: readonly string[]
  /** The first operand is always program text (awk). */
  readonly first?: boolean
  /** `-i`: the operands are rewritten. */
  readonly inPlace?: boolean
}

const PYTHON: Interpreter = { language: 'python', options: { short: 'cmWXQ', stop: true }, text: ['c'] }
const NODE: Interpreter = {
  language: 'javascript', options: { short: 'er', long: ['eval', 'require', 'import', 'input-type', 'loader', 'conditions', 'env-file'], stop: true },
  text: ['e', 'eval'], flagged: ['p', 'print'],
}
const AWK: Interpreter = { language: 'awk', options: { short: 'fFvi', long: ['file', 'include', 'assign', 'field-separator'], stop: true }, text: [], first: true, inPlace: true }

const INTERPRETERS: readonly (readonly [RegExp, Interpreter])[] = [
  [/^(?:python|pypy|ipython)[\d.]*$/, PYTHON],
  [/^(?:node|nodejs|tsx|ts-node|esno|jiti)$/, NODE],
  [/^bun$/, { ...NODE, words: ['run'] }],
  [/^deno$/, { language: 'javascript', options: { long: ['ext', 'config'], stop: true }, text: [], words: ['eval'], first: true }],
  [/^perl[\d.]*$/, { language: 'perl', options: { short: 'eE', optional: 'iMmIFDx', stop: true }, text: ['e', 'E'], inPlace: true }],
  [/^ruby[\d.]*$/, { language: 'ruby', options: { short: 'erIC', optional: 'iFxW', stop: true }, text: ['e'], inPlace: true }],
  [/^php[\d.]*$/, { language: 'php', options: { short: 'rdBREf', stop: true }, text: ['r', 'B', 'R', 'E'] }],
  [/^lua(?:jit)?[\d.]*$/, { language: 'lua', options: { short: 'el', stop: true }, text: ['e'] }],
  [/^[gmn]?awk$/, AWK],
  [/^(?:pwsh|powershell)$/i, { language: 'powershell', options: {}, text: [], first: true }],
  [/^Rscript$|^R$/, { language: 'r', options: { short: 'e' }, text: ['e'] }],
  [/^julia$/, { language: 'julia', options: { short: 'eEL', stop: true }, text: ['e', 'E'] }],
]

export function interpreterOf(name: string): Interpreter | null {
  return INTERPRETERS.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

export function runInterpreter(interpreter: Interpreter, call: Call): void {
  let { args } = call
  if (interpreter.words?.includes(args[0]?.text ?? '') === true) args = args.slice(1)
  const options = parseOptions(interpreter.language === 'powershell' ? powershellArguments(args) : args, interpreter.options)
  const module = interpreter === PYTHON ? options.value('m') : null
  if (module !== null) {
    call.machine.runArgv([module, ...options.operands], fork(call.world), call.stdin)
    return
  }
  const { texts, rest } = programTexts(interpreter, options, call)
  for (const text of texts) noteProgram(interpreter.language, text, rest, call)
  if (interpreter.inPlace === true && rewritesOperands(interpreter, options)) rest.forEach(target => call.machine.write(call.world, target))
}

/** `awk -i inplace`, `perl -i`, `ruby -i.bak`. */
function rewritesOperands(interpreter: Interpreter, options: ParsedOptions): boolean {
  return interpreter === AWK ? options.values('i', 'include').some(field => field.text === 'inplace') : options.has('i')
}

function powershellArguments(args: readonly Field[]): readonly Field[] {
  const at = args.findIndex(field => /^-(?:c|command|f|file)$/i.test(field.text))
  return at < 0 ? args : [exact(args.slice(at + 1).map(field => field.text).join(' '))]
}

/** The program: option values, the first operand, standard input, or a file that this command wrote. */
function programTexts(interpreter: Interpreter, options: ParsedOptions, call: Call): { readonly texts: readonly Field[], readonly rest: readonly Field[] } {
  const given = options.values(...interpreter.text)
  if (given.length > 0) return { texts: given, rest: options.operands }
  const [first, ...rest] = options.operands
  const isText = interpreter.first === true && !options.has('f', 'file') || options.has(...interpreter.flagged ?? [])
  if (isText) return { texts: first === undefined ? [] : [first], rest }
  if (first === undefined || first.text === '-') {
    const text = call.machine.contents(call.world, call.stdin)
    return { texts: text === null ? [] : [exact(text)], rest }
  }
  const path = call.machine.absolute(call.world, first)
  const written = path === null ? undefined : call.world.texts.get(path)
  return { texts: written === undefined ? [] : [exact(written)], rest }
}

function noteProgram(language: Language, text: Field, args: readonly Field[], call: Call): void {
  const { machine, world } = call
  const program = readInlineProgram(language, text.text, args.flatMap(field => textOf(field) ?? []))
  for (const path of program.paths) machine.write(world, text.glob === null ? exact(path) : activate(path), { via: 'interpreter', deep: program.deep.has(path), kind: program.deleted.has(path) ? 'delete' : 'write' })
  // Most literals are no shell text at all; what does not parse there says nothing about this command.
  const gaps = new Set(machine.gaps)
  for (const command of program.commands) {
    if (typeof command === 'string') machine.runText(command, fork(world), null, null, { via: 'interpreter' })
    else machine.runArgv(command.map(exact), fork(world), null, { via: 'interpreter', node: null })
  }
  for (const gap of [...machine.gaps]) if (!gaps.has(gap) && gap.includes('not valid shell text')) machine.gaps.delete(gap)
}
