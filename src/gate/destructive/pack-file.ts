/**
 * A pack that a user wrote: YAML in the shape of the built-in packs. Owns the reading of the text and what is wrong
 * with it; each problem names the file and the rule. Its cases are checked by whoever has a reader of commands.
 */
import { parseDocument } from 'yaml'
import { describeThrown } from '../../errors.ts'
import { nearest } from '../../base/nearest.ts'
import type { Form, Pack, Rule } from './rule.ts'

export const MAX_PACK_BYTES = 262_144
const MAX_RULES = 500

export interface ReadPack {
  /** Without the rules that cannot be used; null: nothing can. */
  readonly pack: Pack | null
  readonly problems: readonly string[]
}

type Shape = 'text' | 'texts' | 'number' | 'flag' | 'table' | 'pattern'

const FORM: Readonly<Record<keyof Form, Shape>> = {
  sub: 'texts', options: 'texts', without: 'texts', operand: 'pattern', noOperand: 'pattern', atLeast: 'number', atMost: 'number', unknownOperand: 'flag', word: 'pattern', value: 'table', env: 'table',
  deletes: 'texts', removes: 'texts', moves: 'texts', changesTree: 'texts', changes: 'texts', writes: 'pattern', operandIn: 'texts', operandExists: 'flag', reads: 'text', via: 'texts',
}
const RULE_KEYS = ['id', 'programs', 'when', 'unless', 'action', 'local', 'reason', 'instead', 'match', 'pass']
const PLACES = ['root', 'home', 'system', 'workspace', 'git', 'outside', 'unknown', 'inside', 'temp', 'trusted', 'rebuilt']
const PLACE_KEYS = ['deletes', 'removes', 'moves', 'changesTree', 'changes', 'operandIn']
const READERS = ['sql-destructive', 'mongo-destructive', 'redis-destructive', 'fetched-program', 'everything-listed']

/** @param file as the configuration spells it. */
export function readPackFile(text: string, file: string): ReadPack {
  const problems: string[] = []
  const document = parseDocument(text, { prettyErrors: false, maxAliasCount: 10 } as never)
  const broken = document.errors[0]
  if (broken !== undefined) return { pack: null, problems: [`${file}: ${broken.message.split('\n')[0] ?? ''}`] }
  const value: unknown = document.toJS({ maxAliasCount: 10 })
  if (!isTable(value) || !Array.isArray(value.rules)) return { pack: null, problems: [`${file}: expected the keys pack and rules (a list)`] }
  const name = typeof value.pack === 'string' && /^[\w.-]+$/.test(value.pack) ? value.pack : file.replace(/^.*[\\/]/, '').replace(/\.ya?ml$/i, '')
  const rules = value.rules.slice(0, MAX_RULES).flatMap((rule: unknown, index) => readRule(rule, name, `${file}, rule ${ruleName(rule, index)}`, problems))
  if (value.rules.length > MAX_RULES) problems.push(`${file}: more than ${MAX_RULES} rules; the rest is left out`)
  return { pack: { name, title: typeof value.title === 'string' ? value.title : `rules of ${file}`, rules }, problems }
}

function ruleName(rule: unknown, index: number): string {
  return isTable(rule) && typeof rule.id === 'string' ? rule.id : `number ${index + 1}`
}

function readRule(rule: unknown, pack: string, at: string, problems: string[]): Rule[] {
  const wrong = (text: string): Rule[] => {
    problems.push(`${at}: ${text}`)
    return []
  }
  if (!isTable(rule)) return wrong('expected keys and values')
  const strange = Object.keys(rule).find(key => !RULE_KEYS.includes(key))
  if (strange !== undefined) return wrong(`${strange} is not a known key; ${hint(strange, RULE_KEYS)}`)
  if (typeof rule.id !== 'string' || !/^(?:[\w.-]+\/)?[\w.-]+$/.test(rule.id)) return wrong('id: expected a name of letters, digits, . and -')
  if (!areTexts(rule.programs) || rule.programs.length === 0) return wrong('programs: expected a list of program names')
  if (typeof rule.reason !== 'string' || rule.reason.trim() === '') return wrong('reason: expected the end of a sentence that begins with the command')
  if (!isTable(rule.instead) || typeof rule.instead.command !== 'string' || typeof rule.instead.text !== 'string') return wrong('instead: expected { command, text }, a way that itself passes')
  if (!areTexts(rule.match) || rule.match.length === 0) return wrong('match: expected a list of commands that the rule refuses')
  if (rule.pass !== undefined && !areTexts(rule.pass)) return wrong('pass: expected a list of commands that pass')
  if (rule.action !== undefined && rule.action !== 'ask') return wrong('action: expected ask, or nothing')
  const when = rule.when === undefined ? [{}] : rule.when
  for (const [key, forms] of [['when', when], ['unless', rule.unless ?? []]] as const) {
    if (!Array.isArray(forms)) return wrong(`${key}: expected a list`)
    const problem = forms.map((form: unknown, index) => formProblem(form, `${key}[${index}]`)).find(one => one !== null)
    if (problem != null) return wrong(problem)
  }
  return [{
    id: rule.id.includes('/') ? rule.id : `${pack}/${rule.id}`, programs: rule.programs, when: when as Form[], unless: (rule.unless ?? []) as Form[], reason: rule.reason.trim(),
    instead: { command: rule.instead.command, text: rule.instead.text }, match: rule.match, pass: rule.pass ?? [], ...rule.action === 'ask' ? { action: 'ask' as const } : {}, ...rule.local === true ? { local: true } : {},
  }]
}

function formProblem(form: unknown, at: string): string | null {
  if (!isTable(form)) return `${at}: expected keys and values`
  for (const [key, value] of Object.entries(form)) {
    const shape = (FORM as Readonly<Record<string, Shape>>)[key]
    if (shape === undefined) return `${at}.${key} is not a known key; ${hint(key, Object.keys(FORM))}`
    const problem = shapeProblem(shape, value)
    if (problem !== null) return `${at}.${key}: ${problem}`
    const strange = PLACE_KEYS.includes(key) ? (value as string[]).find(one => !PLACES.includes(one)) : key === 'reads' && !READERS.includes(value as string) ? String(value) : undefined
    if (strange !== undefined) return `${at}.${key}: ${strange} is not known; ${hint(strange, key === 'reads' ? READERS : PLACES)}`
  }
  return null
}

function shapeProblem(shape: Shape, value: unknown): string | null {
  switch (shape) {
    case 'text': return typeof value === 'string' ? null : 'expected a text'
    case 'texts': return areTexts(value) ? null : 'expected a list of texts'
    case 'number': return Number.isSafeInteger(value) ? null : 'expected a whole number'
    case 'flag': return typeof value === 'boolean' ? null : 'expected true or false'
    case 'pattern': return typeof value === 'string' ? patternProblem(value) : 'expected a regular expression'
    case 'table': return isTable(value) && areTexts(Object.values(value)) ? Object.values(value).map(one => patternProblem(one as string)).find(one => one !== null) ?? null : 'expected names and regular expressions'
  }
}

function patternProblem(source: string): string | null {
  try {
    new RegExp(source, 'u')
  } catch (error) {
    return `is no regular expression (${describeThrown(error)})`
  }
  // A repetition inside a repetition takes a time that grows with the power of the text.
  return source.length > 500 || /[+*}]\)[+*{]/.test(source) ? 'repeats a repetition, or is longer than 500 characters' : null
}

function hint(word: string, known: readonly string[]): string {
  const near = nearest(word, known)
  return near === null ? `expected one of ${known.join(', ')}` : `did you mean ${near}?`
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(one => typeof one === 'string')
}
