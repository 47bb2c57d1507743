/** Shell builtins that change what later words mean: folder, variables, positional parameters, `eval`. */
import type { Builtin, BuiltinTable, Call } from './call.ts'
import { UNKNOWN, exact, guessed, printed, textOf, type Field, type Output } from './field.ts'
import type { Ran } from './machine.ts'
import { parseOptions } from './options.ts'
import { NOTHING } from './redirects.ts'
import { fork, type World } from './world.ts'
import { joinWords } from './words.ts'

/** `cd` into a folder that does not exist, or is not known, may fail: both folders are then possible. */
function changeFolder(call: Call, target: Field, physical: boolean): World[] {
  const { world, machine } = call
  const from = world.cwd
  const path = textOf(target) === '-' ? world.previousCwd : inSearchPath(call, target) ?? machine.absolute(world, target)
  const exists = path !== null && (path === from || machine.ask('folder', path) === true)
  const real = physical && exists ? machine.ask('real', path) : null
  const moved: World = { ...fork(world), previousCwd: from, cwd: typeof real === 'string' ? real : path }
  if (path !== null && (from === null || exists)) return [moved]
  world.failed = true
  return [moved, world]
}

/** A folder of CDPATH that holds the target; null where the current one counts. */
function inSearchPath({ world, machine }: Call, target: Field): string | null {
  const text = textOf(target)
  const places = textOf(world.variables.get('CDPATH')?.[0])
  if (text === null || places === null || /^(?:\/|\.{1,2}(?:\/|$))/.test(text)) return null
  for (const place of places.split(':').slice(0, MAX_PLACES)) {
    const path = machine.absolute(world, exact(place === '' ? text : `${place}/${text}`))
    if (path !== null && machine.ask('folder', path) === true) return path
  }
  return null
}

const MAX_PLACES = 16

const cd: Builtin = (call) => {
  const options = parseOptions(call.args, { short: '' })
  const physical = options.has('P') || (call.world.physical && !options.has('L'))
  const dash = call.args.find(field => field.text === '-')
  const target = dash ?? options.operands[0] ?? call.world.variables.get('HOME')?.[0] ?? UNKNOWN
  return { worlds: changeFolder(call, textOf(target) === '' ? exact('.') : target, physical), output: NOTHING }
}

/** `+1` counts from the top of the stack, `-0` from its end. @returns null for any other word. */
function placeInStack(text: string, size: number): number | null {
  const match = /^([-+])(\d{1,4})$/.exec(text)
  if (match === null) return null
  const place = match[1] === '+' ? Number(match[2]) : size - 1 - Number(match[2])
  return place >= 0 && place < size ? place : null
}

const pushd: Builtin = (call) => {
  const { world } = call
  const stack = [world.cwd, ...world.folders]
  const target = call.args.find(field => !/^-[a-zA-Z-]/.test(field.text))
  if (target === undefined) return moveTo(world, [stack[1] ?? null, stack[0] ?? null, ...stack.slice(2)])
  if (/^[-+]\d+$/.test(target.text)) {
    const place = placeInStack(target.text, stack.length)
    return place === null ? { worlds: [world], output: NOTHING } : moveTo(world, [...stack.slice(place), ...stack.slice(0, place)])
  }
  return { worlds: changeFolder(call, target, world.physical).map(next => next === world ? next : { ...next, folders: stack }), output: NOTHING }
}

const popd: Builtin = ({ world, args }) => {
  const stack = [world.cwd, ...world.folders]
  const place = placeInStack(args.find(field => /^[-+]\d/.test(field.text))?.text ?? '+0', stack.length)
  return stack.length === 1 || place === null ? { worlds: [world], output: NOTHING } : moveTo(world, stack.filter((_folder, index) => index !== place))
}

function moveTo(world: World, [cwd = null, ...folders]: readonly (string | null)[]): Ran {
  return { worlds: [{ ...world, previousCwd: world.cwd, cwd, folders }], output: NOTHING }
}

/** `set -- a b` replaces the positional parameters; options alone change nothing here. */
const set: Builtin = ({ args, world }) => {
  for (const [index, { text }] of args.entries()) {
    if (/^[-+][a-zA-Z]*P/.test(text) || (args[index + 1]?.text === 'physical' && /^[-+][a-zA-Z]*o$/.test(text))) world.physical = text.startsWith('-')
  }
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
const evaluate: Builtin = (call) => {
  if (call.args.some(field => !field.known && field.text === '')) call.machine.gaps.add('what eval runs is not known before it runs')
  return call.machine.runText(call.args.map(field => field.text).join(' '), call.world, null, call.stdin)
}

/** `source file`: the text when this command wrote it, else from disk. */
const source: Builtin = (call) => {
  const { machine, world } = call
  const [first] = call.args
  const path = machine.absolute(world, first)
  const text = first?.output !== undefined ? machine.contents(world, first.output) : path === '/dev/stdin' ? machine.contents(world, call.stdin) : machine.fileText(world, path)
  if (text === null) {
    if (path === null) machine.gaps.add(`what ${call.name} runs is not known before it runs`)
    return { worlds: [world], output: null }
  }
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
