/** Whether a command is what a rule is about. Owns the meaning of each key of a form; asks for places only where a form does. */
import type { CallReading, ShellCommand, ShellWord } from '../../shell/reading.ts'
import { argumentsOf, optionOf, type Arguments } from './arguments.ts'
import { fetchedProgram } from './facts/fetched.ts'
import { everythingListed } from './facts/listed.ts'
import { destructiveMongo, destructiveRedis, destructiveSql, queriesOf } from './facts/statements.ts'
import { targetsOf } from './facts/deletes.ts'
import { placeOfWord, type Surroundings } from './place.ts'
import type { Form, Place, Reader, Rule } from './rule.ts'

export interface Looked {
  readonly command: ShellCommand
  readonly reading: CallReading
  readonly around: Surroundings
  exists(path: string): Promise<boolean>
}

/** What a form was found in; null: it does not hold. */
export interface Hit {
  /** The path or text that decided, for the words of the refusal. */
  readonly detail: string | null
}

const HIT: Hit = { detail: null }
const EXPRESSIONS = new Map<string, RegExp>()

function expression(source: string): RegExp {
  const known = EXPRESSIONS.get(source)
  if (known !== undefined) return known
  const made = new RegExp(source, 'u')
  EXPRESSIONS.set(source, made)
  return made
}

export async function matchRule(rule: Rule, looked: Looked): Promise<Hit | null> {
  for (const form of rule.when) {
    const hit = await matchForm(form, looked)
    if (hit === null) continue
    for (const exception of rule.unless ?? []) if (await matchForm(exception, looked) !== null) return null
    return hit
  }
  return null
}

async function matchForm(form: Form, looked: Looked): Promise<Hit | null> {
  const { command, reading } = looked
  const given = argumentsOf(command)
  const rest = behind(form.sub ?? [], given.operands)
  if (rest === null || !plainKeys(form, given, rest, command)) return null
  if (form.reads !== undefined) {
    const text = readBy(form.reads, command, reading)
    if (text === null) return null
    return { detail: text }
  }
  if (form.writes !== undefined && !writesTo(form.writes, command, reading)) return null
  return await placeKeys(form, rest, looked)
}

/** The keys that need nothing but the words. */
function plainKeys(form: Form, given: Arguments, rest: readonly ShellWord[], command: ShellCommand): boolean {
  const texts = (): (string | null)[] => rest.map(word => word.text ?? word.pattern)
  return (form.options ?? []).every(names => optionOf(given, names) !== undefined)
    && !(form.without ?? []).some(names => optionOf(given, names) !== undefined)
    && (form.atLeast === undefined || rest.length >= form.atLeast)
    && (form.atMost === undefined || rest.length <= form.atMost)
    && (form.operand === undefined || texts().some(text => text !== null && expression(form.operand ?? '').test(text)))
    && (form.noOperand === undefined || !texts().some(text => text !== null && expression(form.noOperand ?? '').test(text)))
    && (form.unknownOperand !== true || rest.some(word => word.text === null && word.pattern === null))
    && (form.word === undefined || command.args.some(arg => arg !== null && expression(form.word ?? '').test(arg)))
    && Object.entries(form.value ?? {}).every(([names, source]) => given.options.some(option => typeof option.value === 'string' && names.split('|').includes(option.name) && expression(source).test(option.value)))
    && Object.entries(form.env ?? {}).every(([name, source]) => expression(source).test(command.env[name] ?? ''))
    && (form.via === undefined || form.via.includes(command.via) || form.via.some(name => command.wrappers.includes(name)))
}

async function placeKeys(form: Form, rest: readonly ShellWord[], looked: Looked): Promise<Hit | null> {
  const targets = (form.deletes ?? form.removes ?? form.moves ?? form.changesTree ?? form.changes) === undefined ? null : targetsOf(looked.command, looked.reading)
  const asked: readonly (readonly [readonly Place[] | undefined, readonly ShellWord[]])[] = [
    [form.deletes, targets?.trees ?? []], [form.removes, targets?.single ?? []], [form.moves, targets?.moved ?? []],
    [form.changesTree, targets?.modeTrees ?? []], [form.changes, targets?.modes ?? []], [form.operandIn, rest],
  ]
  let hit: Hit = HIT
  for (const [places, words] of asked) {
    if (places === undefined) continue
    const found = await lyingIn(places, words, looked)
    if (found === null) return null
    hit = { detail: found }
  }
  if (form.operandExists !== true) return hit
  for (const word of rest) {
    if (word.text !== null && looked.command.cwd !== null && await looked.exists(looked.around.flavour.resolve(looked.command.cwd, word.text))) return { detail: word.text }
  }
  return null
}

async function lyingIn(places: readonly Place[], words: readonly ShellWord[], { command, around }: Looked): Promise<string | null> {
  if (command.elsewhere && !isMachine(command)) return null
  for (const word of words) {
    const { place, path } = await placeOfWord(word, command, around)
    if (!places.includes(place)) continue
    // On another machine only what every machine has is known.
    if (command.elsewhere && place !== 'root' && place !== 'home' && place !== 'system') continue
    return path
  }
  return null
}

/** Another machine, not a container. */
function isMachine(command: ShellCommand): boolean {
  return command.wrappers.some(name => /^(?:ssh|mosh|rsh|plink|autossh|sshpass)$/.test(name))
}

function readBy(reader: Reader, command: ShellCommand, reading: CallReading): string | null {
  switch (reader) {
    case 'sql-destructive': return firstOf(queriesOf(command, reading), destructiveSql)
    case 'mongo-destructive': return firstOf(queriesOf(command, reading), destructiveMongo)
    case 'redis-destructive': return destructiveRedis(command, reading)
    case 'fetched-program': return fetchedProgram(command, reading)
    case 'everything-listed': return everythingListed(command, reading)
  }
}

function firstOf(texts: readonly string[], find: (text: string) => string | null): string | null {
  for (const text of texts) {
    const found = find(text)
    if (found !== null) return found
  }
  return null
}

function writesTo(source: string, command: ShellCommand, reading: CallReading): boolean {
  const at = reading.commands.indexOf(command)
  const index = at < 0 ? null : at
  return reading.writes.some(write => write.command === index && write.kind === 'write' && expression(source).test(write.path))
}

/** @returns the operands behind the pattern; null when it does not fit. */
function behind(pattern: readonly string[], operands: readonly ShellWord[]): readonly ShellWord[] | null {
  const [first, ...more] = pattern
  if (first === undefined) return operands
  if (first === '**') {
    for (let skip = 0; skip <= operands.length; skip++) {
      const rest = behind(more, operands.slice(skip))
      if (rest !== null) return rest
    }
    return null
  }
  const text = operands[0]?.text
  if (text == null) return null
  return first.split('|').some(one => one === '*' || one === text || (one.endsWith('*') && text.startsWith(one.slice(0, -1)))) ? behind(more, operands.slice(1)) : null
}
