/** Shell builtins that change what later words mean: folder, variables, positional parameters, `eval`. */
import type { Builtin, BuiltinTable, Call } from './call.ts'
import { UNKNOWN, exact, guessed, printed, textOf, type Field, type Output } from './field.ts'
import type { Ran } from './machine.ts'
import { parseOptions } from './options.ts'
import { NOTHING } from './redirects.ts'
import { fork, type World } from './world.ts'
import { joinWords } from './words.ts'

/** `cd` into a folder that does not exist, or is not known, may fail: both folders are then possible. */
function changeFolder(call: Call, target: Field): World[] {
  const { world, machine } = call
  const from = world.cwd
  const path = textOf(target) === '-' ? world.previousCwd : machine.absolute(world, target)
  const moved = fork(world)
  moved.previousCwd = from
  moved.cwd = path
  if (path !== null && (from === null || path === from || machine.ask('folder', path) === true)) return [moved]
  world.failed = true
  return [moved, world]
}

const cd: Builtin = (call) => {
  const { operands } = parseOptions(call.args.filter(field => field.text !== '-L' && field.text !== '-P'))
  const target = operands[0] ?? call.world.variables.get('HOME')?.[0] ?? UNKNOWN
  return { worlds: changeFolder(call, textOf(target) === '' ? exact('.') : target), output: NOTHING }
}

const pushd: Builtin = (call) => {
  const target = call.args.find(field => !field.text.startsWith('-'))
  const { world } = call
  if (target === undefined) return moveTo(world, world.folders[0] ?? null, [world.cwd, ...world.folders.slice(1)])
  // `pushd +1` rotates the stack; which folder comes up is not followed.
  if (/^[+]\d+$/.test(target.text)) return moveTo(world, null, world.folders)
  const folders = [world.cwd, ...world.folders]
  return { worlds: changeFolder(call, target).map(next => next === world ? next : { ...next, folders }), output: NOTHING }
}

const popd: Builtin = ({ world }) => world.folders.length === 0
  ? { worlds: [world], output: NOTHING }
  : moveTo(world, world.folders[0] ?? null, world.folders.slice(1))

function moveTo(world: World, cwd: string | null, folders: World['folders']): Ran {
  return { worlds: [{ ...world, previousCwd: world.cwd, cwd, folders }], output: NOTHING }
}

/** `set -- a b` replaces the positional parameters; options alone change nothing here. */
const set: Builtin = ({ args, world }) => {
  const dashes = args.findIndex(field => field.text === '--')
  const first = args.findIndex(field => !/^[-+]/.test(field.text))
  if (dashes >= 0) world.positional = args.slice(dashes + 1)
  else if (first >= 0 && !/^-[a-zA-Z]*o$/.test(args[first - 1]?.text ?? '')) world.positional = args.slice(first)
  return { worlds: [world], output: NOTHING }
}

const shift: Builtin = ({ args, world }) => {
  world.positional = world.positional.slice(Number(args[0]?.text ?? 1) || 1)
  return { worlds: [world], output: NOTHING }
}

const unset: Builtin = ({ args, world }) => {
  for (const field of args) world.variables.delete(field.text)
  return { worlds: [world], output: NOTHING }
}

/** `read x <<< "value"`: the first line; several names or no known input leave them unknown. */
const read: Builtin = ({ args, world, stdin }) => {
  const names = parseOptions(args, { short: 'adinNptu' }).operands.map(field => field.text)
  const line = names.length === 1 && (stdin?.text != null || stdin?.lines.length === 1) ? stdin.lines[0] ?? exact('') : UNKNOWN
  for (const name of names) world.variables.set(name, [line])
  return { worlds: [world], output: NOTHING }
}

const mapfile: Builtin = ({ args, world, stdin }) => {
  const name = parseOptions(args, { short: 'dnOsuCc' }).operands[0]?.text ?? 'MAPFILE'
  world.variables.set(name, stdin === null ? [UNKNOWN] : stdin.lines)
  return { worlds: [world], output: NOTHING }
}

/** `printf -v name text` assigns; every other `printf` prints. */
const printf: Builtin = ({ args, world }) => {
  const assigns = args[0]?.text === '-v'
  const [format, ...values] = assigns ? args.slice(2) : args[0]?.text === '--' ? args.slice(1) : args
  const output = formatted(format, values)
  if (assigns && args[1] !== undefined) world.variables.set(args[1].text, [output === null ? UNKNOWN : exact(output)])
  if (assigns) return { worlds: [world], output: NOTHING }
  // With unknown or patterned arguments the lines are still the arguments, in the usual formats.
  return { worlds: [world], output: output === null ? guessedFormat(format, values) : printed(output) }
}

function guessedFormat(format: Field | undefined, values: readonly Field[]): Output {
  const guess = formatted(format, values.map(value => exact(value.text)))
  return { text: null, guess, lines: values }
}

function formatted(format: Field | undefined, values: readonly Field[]): string | null {
  const template = textOf(format)
  const texts = values.map(textOf)
  if (template === null || texts.includes(null)) return null
  const unescaped = unescapeText(template)
  const slots = (unescaped.match(/%[sdbqi]/g) ?? []).length
  const rounds = slots === 0 ? 1 : Math.min(Math.max(1, Math.ceil(texts.length / slots)), 200)
  let next = 0
  let text = ''
  for (let round = 0; round < rounds; round++) text += unescaped.replace(/%(?:([sdbqi])|%)/g, (all) => all === '%%' ? '%' : texts[next++] ?? '')
  return text
}

/** `\n`, `\x2f`, `\057`, as `printf` and `echo -e` read them. */
function unescapeText(text: string): string {
  return text.replace(/\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|([\s\S]))/g, (all, hex: string | undefined, octal: string | undefined, plain: string | undefined) => {
    if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16))
    if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & 0xff)
    return ({ n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', '\'': '\'' })[plain ?? ''] ?? all
  })
}

const echo: Builtin = ({ args, world }) => {
  let rest = [...args]
  let newline = '\n'
  let escapes = false
  while (/^-[neE]+$/.test(rest[0]?.text ?? '')) {
    if (rest[0]?.text.includes('n') === true) newline = ''
    if (rest[0]?.text.includes('e') === true) escapes = true
    rest = rest.slice(1)
  }
  const text = joinWords(rest)
  if (text === null) return { worlds: [world], output: guessed(rest) }
  const shown = escapes ? unescapeText(text) : text
  return { worlds: [world], output: { ...printed(shown + newline), lines: shown.split(/[ \n]+/).filter(word => word !== '').map(exact) } }
}

/** Unknown parts are left out: what is written around them is still shell text. */
const evaluate: Builtin = call => call.machine.runText(call.args.map(field => field.text).join(' '), call.world, null, call.stdin)

/** `source file`: the text when this command wrote it, else from disk. */
const source: Builtin = (call) => {
  const path = call.machine.absolute(call.world, call.args[0])
  if (path === null) return { worlds: [call.world], output: null }
  const text = call.world.texts.get(path) ?? call.machine.ask('text', path)
  if (typeof text !== 'string') return { worlds: [call.world], output: null }
  return call.machine.runText(text, call.world, call.args.length > 1 ? call.args.slice(1) : null, call.stdin, { via: 'script' })
}

/** A trap runs later, in whatever folder the shell is then; it is read where it stands. */
const trap: Builtin = (call) => {
  const text = textOf(call.args.find(field => field.text !== '--'))
  if (text !== null && call.args.length > 1) call.machine.runText(text, fork(call.world), null, null, { via: 'scheduler' })
  return { worlds: [call.world], output: NOTHING }
}

const exit: Builtin = ({ world }) => {
  world.ended = true
  return { worlds: [world], output: NOTHING }
}

const pwd: Builtin = ({ world }) => ({ worlds: [world], output: world.cwd === null ? null : printed(`${world.cwd}\n`) })

const silent: Builtin = ({ world }) => ({ worlds: [world], output: NOTHING })

export const BUILTINS: BuiltinTable = {
  cd, chdir: cd, pushd, popd, set, shift, unset, read, mapfile, readarray: mapfile, printf, echo, eval: evaluate, source, '.': source, trap, exit, return: exit, pwd,
  true: silent, ':': silent, test: silent, '[': silent, export: silent, declare: silent, local: silent, readonly: silent, typeset: silent, let: silent, shopt: silent, sleep: silent, wait: silent,
}
