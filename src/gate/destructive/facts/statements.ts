/**
 * Statements of a database that a command is given: by option, operand, here-document or pipe. Owns the splitting of
 * SQL into statements and the question which of them destroy; pure text, linear in its length.
 */
import type { CallReading, ShellCommand } from '../../../shell/reading.ts'
import { argumentsOf, optionOf } from '../arguments.ts'
import { inputText } from './input.ts'

/** More than this of one text is not looked at. */
const MAX_TEXT = 200_000
const MAX_STATEMENTS = 2_000

/** Options whose value is a query. */
const QUERY_OPTIONS = '-c|-e|-q|-Q|--command|--execute|--query|--eval|-cmd|-s|--init-command'

/** All texts that the command runs as queries. */
export function queriesOf(command: ShellCommand, reading: CallReading): readonly string[] {
  const given = argumentsOf(command)
  const texts = given.options.filter(option => QUERY_OPTIONS.split('|').some(name => option.name === name || (name.startsWith('--') && option.name.length > 4 && name.startsWith(option.name))))
    .flatMap(option => typeof option.value === 'string' ? [option.value] : [])
  texts.push(...given.operands.flatMap(word => word.text !== null && /\s/.test(word.text) ? [word.text] : []))
  const piped = inputText(command, reading)
  if (piped !== null && optionOf(given, '-f|--file') === undefined) texts.push(piped)
  return texts.map(text => text.slice(0, MAX_TEXT))
}

/** @returns the first statement that destroys; null: none does. */
export function destructiveSql(text: string): string | null {
  return statementsOf(text).find(destroys) ?? null
}

/** Statements without comments; texts in quotes are left as `''`, names in double quotes as they are. */
export function statementsOf(text: string): readonly string[] {
  const statements: string[] = []
  let current = ''
  for (const [token] of text.matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*\n|'(?:[^'\\]|''|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`[^`]*`|\$(\w*)\$[\s\S]*?\$\1\$|;|\\(?:[a-z]\w*|[!?])|\bGO\b\n?|[^;'"`\\$#/-]+|[\s\S]/g)) {
    if (token === ';') {
      statements.push(current)
      current = ''
      if (statements.length >= MAX_STATEMENTS) break
    } else if (token.startsWith('--') || token.startsWith('/*') || (token.startsWith('#') && token.endsWith('\n'))) current += ' '
    else if (token.startsWith('\'') || token.startsWith('$')) current += token.length > 1 ? '\'\'' : token
    else current += token
  }
  return [...statements, current].map(one => one.replace(/\s+/g, ' ').trim()).filter(one => one !== '')
}

function destroys(statement: string): boolean {
  const plain = statement.replace(/^\\\w+\s*/, '').replace(/^(?:EXPLAIN\s+(?:\(\s*)?ANALY[SZ]E(?:\s*\))?(?:\s+VERBOSE)?|BEGIN|WITH\b[\s\S]*?\)\s*(?=(?:DELETE|UPDATE)\b))\s*/i, '')
  if (/^DROP\s+(?:DATABASE|SCHEMA|TABLE|TABLESPACE|KEYSPACE|COLLECTION|OWNED|MATERIALIZED\s+VIEW|EXTENSION\s+.*CASCADE|SNAPSHOT|GRAPH|SPACE|MEASUREMENT|BUCKET|SERIES)\b/i.test(plain)) return !/^DROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:#|temp\.|pg_temp\.)/i.test(plain)
  if (/^DROP\s+TEMPORARY\b/i.test(plain)) return false
  if (/^TRUNCATE\b/i.test(plain) && !/^TRUNCATE\s*\(/i.test(plain)) return true
  if (/^ALTER\s+TABLE\b[\s\S]*\bDROP\s+(?:COLUMN|PARTITION)\b/i.test(plain)) return true
  if (/^DELETE\b/i.test(plain)) return unbounded(plain)
  if (/^UPDATE\b[\s\S]*\bSET\b/i.test(plain)) return unbounded(plain)
  return /^(?:DELETE\s+ALL|FLUSH\s+PRIVILEGES\s+DROP|PURGE\s+(?:BINARY|MASTER)\s+LOGS)\b/i.test(plain)
}

/** No condition, or one that every row fulfils. */
function unbounded(statement: string): boolean {
  const condition = /\bWHERE\b([\s\S]*)$/i.exec(statement)?.[1]?.trim().replace(/\s*\bRETURNING\b[\s\S]*$/i, '')
  if (condition === undefined) return !/\bLIMIT\s+\d+/i.test(statement)
  return /^\(?\s*(?:TRUE|1|NOT\s+FALSE|(\d+|'')\s*=\s*\1)\s*\)?$/i.test(condition)
}

/** Statements of the mongo shell. */
export function destructiveMongo(text: string): string | null {
  return /\.dropDatabase\s*\(|\.(?:drop|dropCollection|dropIndexes)\s*\(|\.(?:deleteMany|remove)\s*\(\s*(?:\{\s*\}|\))|\bdropDatabase\s*:\s*(?:1|true)|\{\s*["']?drop["']?\s*:/.exec(text)?.[0] ?? null
}

/** Commands of redis, one a line, or as operands. */
export function destructiveRedis(command: ShellCommand, reading: CallReading): string | null {
  const line = argumentsOf(command).operands.map(word => word.text ?? '').join(' ')
  const script = optionOf(argumentsOf(command), '--eval')?.value ?? ''
  const lines = [line, script, ...(inputText(command, reading) ?? '').split('\n')]
  return lines.find(one => /^\s*(?:FLUSHALL|FLUSHDB|SHUTDOWN\s+NOSAVE|SWAPDB)\b/i.test(one) || /^\s*EVAL\b.*\bflush(?:all|db)\b/i.test(one)) ?? null
}
