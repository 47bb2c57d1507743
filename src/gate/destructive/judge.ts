/**
 * Which rule a call meets. Looks at the reading of the call; only where a part of it could not be read it looks for
 * destructive words in that part. Owns aliases of git, linked worktrees and the order of findings.
 */
import type { CallReading, ShellCommand, ShellWord } from '../../shell/reading.ts'
import { argumentsOf, optionOf } from './arguments.ts'
import { aliasOf } from './git-alias.ts'
import { matchRule, type Looked } from './match.ts'
import type { Surroundings } from './place.ts'
import type { Rule } from './rule.ts'
import type { RuleSet } from './rule-set.ts'
import { destructiveWord } from './unread.ts'

export interface Finding {
  readonly rule: Rule
  /** The part of the call. */
  readonly part: string
  readonly detail: string | null
}

export interface JudgeParts {
  readonly around: Surroundings
  exists(path: string): Promise<boolean>
  /** The text of a small file; null: none. */
  text(path: string): Promise<string | null>
  /** Reads a shell text of the same session. */
  read(text: string): Promise<CallReading>
  /** Whether the human has taken this finding out. */
  excepted(finding: Finding): boolean
}

/** Shell text of aliases inside aliases. */
const MAX_DEPTH = 3

/** @returns the first finding that refuses, else the first that asks; null: none. */
export async function judgeReading(reading: CallReading, rules: RuleSet, parts: JudgeParts, depth = 0): Promise<Finding | null> {
  let asked: Finding | null = null
  for (const command of [...reading.commands, ...unnamed(reading)]) {
    const found = await judgeCommand(command, reading, rules, parts, depth)
    if (found === null) continue
    if (found.rule.action !== 'ask') return found
    asked ??= found
  }
  return asked ?? unreadFinding(reading, parts)
}

async function judgeCommand(command: ShellCommand, reading: CallReading, rules: RuleSet, parts: JudgeParts, depth: number): Promise<Finding | null> {
  if (isHelp(command)) return null
  const alias = command.program === 'git' ? aliasOf(command) : null
  if (alias !== null && depth < MAX_DEPTH) {
    if (alias.kind === 'shell') return await judgeReading(await parts.read(alias.text), rules, parts, depth + 1)
    return await judgeCommand(alias.command, { ...reading, commands: [...reading.commands, alias.command] }, rules, parts, depth + 1)
  }
  let asked: Finding | null = null
  const looked: Looked = { command, reading, around: parts.around, exists: path => parts.exists(path) }
  for (const rule of rules.about(command.program ?? '')) {
    const hit = await matchRule(rule, looked)
    if (hit === null || (rule.local === true && await isLinkedTree(command, parts))) continue
    const finding: Finding = { rule, part: command.source, detail: hit.detail }
    if (parts.excepted(finding)) continue
    if (rule.action !== 'ask') return finding
    asked ??= finding
  }
  return asked
}

/** Redirections that belong to no command, and functions that only call themselves. */
function unnamed(reading: CallReading): ShellCommand[] {
  const made: ShellCommand[] = []
  const redirected = reading.writes.filter(write => write.command === null && write.kind === 'write')
  // A shell whose commands are not read one by one (PowerShell as a tool) has its deletes here.
  for (const write of reading.writes) {
    if (write.command !== null || write.kind !== 'delete' || write.via !== 'interpreter') continue
    made.push(nameless('Remove-Item', write.path, [...write.tree ? ['-Recurse'] : [], write.path].map(text => ({ text, prefix: text, pattern: null }))))
  }
  if (redirected.length > 0) made.push(nameless('>', `> ${redirected[0]?.path ?? ''}`, redirected.map(write => ({ text: write.path, prefix: write.path, pattern: null }))))
  if (reading.gaps.some(gap => gap.startsWith('a function that calls itself'))) made.push(nameless('fork-bomb', 'a function that calls itself', []))
  return made
}

function nameless(program: string, source: string, words: readonly ShellWord[]): ShellCommand {
  return { program, args: words.map(word => word.text), words, wrappers: [], env: {}, cwd: null, input: { kind: 'none' }, via: 'direct', elsewhere: false, source }
}

/** `--help` where the program reads it so: as an option of its own, before `--`. */
function isHelp(command: ShellCommand): boolean {
  if (!command.args.some(arg => arg !== null && /^(?:-h|--?help|--version|-help|\/\?)$/.test(arg))) return false
  const given = argumentsOf(command)
  const { program } = command
  if (program === 'find' || program === 'dd' || program === 'xargs' || program === 'eval' || /^(?:ba|z|da|k)?sh$/.test(program ?? '')) return program === 'dd' && command.args.length === 1
  if (optionOf(given, '--help') !== undefined || command.args[0] === '--version') return true
  return optionOf(given, '--version') !== undefined && given.grammar.abbreviates === true && program !== 'git'
    ? true
    : (given.grammar.help ?? []).some(name => given.options.some(option => option.name === name && option.value === undefined))
}

/** A work tree beside the main one: discarding what is not committed is the normal way of working there. */
async function isLinkedTree(command: ShellCommand, parts: JudgeParts): Promise<boolean> {
  const { flavour } = parts.around
  const given = argumentsOf(command).options.filter(option => option.name === '-C').map(option => option.value)
  if (command.cwd === null || given.some(value => typeof value !== 'string') || command.elsewhere) return false
  let folder = flavour.resolve(command.cwd, ...given as string[])
  for (let step = 0; step < 64; step++) {
    const file = flavour.join(folder, '.git')
    if (await parts.exists(file)) return /^gitdir: .*[\\/]worktrees[\\/]/.test(await parts.text(file) ?? '')
    const parent = flavour.dirname(folder)
    if (parent === folder) return false
    folder = parent
  }
  return false
}

function unreadFinding(reading: CallReading, parts: JudgeParts): Finding | null {
  if (reading.gaps.length === 0) return null
  const word = destructiveWord(reading)
  if (word === null) return null
  const finding: Finding = { rule: UNREAD, part: word, detail: reading.gaps[0] ?? null }
  return parts.excepted(finding) ? null : finding
}

export const UNREAD: Rule = {
  id: 'core.unread/destructive-word', programs: [], when: [],
  reason: 'holds this in a part that could not be read before it runs', instead: { command: 'ls -la', text: 'is a plain command; one command a call, with its names written out, can be read' }, match: [], pass: [],
}
