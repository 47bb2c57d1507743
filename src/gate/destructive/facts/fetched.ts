/**
 * Programs that were downloaded or decoded in the same call and then run: by pipe, substitution, `eval`,
 * `source`, or as a file.
 */
import type { CallReading, ShellCommand } from '../../../shell/reading.ts'
import { argumentsOf, optionOf } from '../arguments.ts'
import { feeders } from './input.ts'

const DOWNLOADER = /^(?:curl|wget|wget2|aria2c|axel|http|https|httpie|xh|fetch|lynx|w3m|links|lwp-request|GET|nc|ncat|netcat|socat|ftp|tftp|scp|Invoke-WebRequest|Invoke-RestMethod|iwr|irm)$/i
const SHELL = /^(?:sh|bash|zsh|dash|ksh|mksh|ash|fish|csh|tcsh|rbash|pwsh|powershell)$/
const INTERPRETER = /^(?:python[\d.]*|pypy\d*|node|nodejs|deno|bun|perl|ruby|php|lua|luajit|tclsh|Rscript|osascript|guile|groovy|elixir|iex|Invoke-Expression|iex)$/
/** Options behind which the program itself stands. */
const TAKES_TEXT: Readonly<Record<string, string>> = { shell: '-c', python: '-c|-m', node: '-e|--eval|-p|--print|-pe', perl: '-e|-E|-n|-p|-ne|-pe', ruby: '-e|-ne|-pe', php: '-r|-B|-R|-E', other: '-e|-c' }

/** @returns what was fetched, in words; null: nothing. */
export function fetchedProgram(command: ShellCommand, reading: CallReading): string | null {
  const program = command.program ?? ''
  if (program === 'eval' || program === 'source' || program === '.') return unknownWord(command) ? outputOfFetcher(command, reading) : fetchedFile(command, reading, program !== 'eval')
  const shell = SHELL.test(program)
  if (!shell && !INTERPRETER.test(program)) return runsFetchedFile(command, reading)
  const options = TAKES_TEXT[shell ? 'shell' : program.replace(/[\d.]+$/, '').replace('nodejs', 'node')] ?? TAKES_TEXT.other ?? ''
  const text = textOption(command, options)
  if (text !== undefined) return text === null ? outputOfFetcher(command, reading) : null
  const operands = argumentsOf(command).operands
  const first = operands[0]
  const standardInput = first === undefined || first.text === '-' || first.text === '/dev/stdin' || (shell && optionOf(argumentsOf(command), '-s') !== undefined)
  if (standardInput) return pipedFetcher(command, reading) ?? (command.input.kind === 'text' && command.input.text === null ? outputOfFetcher(command, reading) : null)
  if (first.text === null && first.pattern === null) return outputOfFetcher(command, reading)
  return fetchedFile(command, reading, true)
}

/** The value of the option behind which the program stands; null: not known; undefined: no such option. */
function textOption(command: ShellCommand, names: string): string | null | undefined {
  const letters = names.split('|').filter(name => !name.startsWith('--')).map(name => name.slice(1))
  const at = command.args.findIndex(arg => arg !== null && (names.split('|').includes(arg) || (/^-[a-zA-Z]+$/.test(arg) && letters.some(letter => arg.endsWith(letter)))))
  if (at < 0) return undefined
  if (command.args[at] === '-m') return ''
  return command.args[at + 1] === undefined ? undefined : command.args[at + 1]
}

function unknownWord(command: ShellCommand): boolean {
  return command.words.some(word => word.text === null && word.pattern === null)
}

/** A substitution of the same call that downloads or decodes. */
function outputOfFetcher(command: ShellCommand, reading: CallReading): string | null {
  const at = reading.commands.indexOf(command)
  const found = reading.commands.slice(0, at).find(one => one.via === 'substitution' && isFetcher(one))
  return found === undefined ? null : `the output of ${found.program ?? ''}`
}

function pipedFetcher(command: ShellCommand, reading: CallReading): string | null {
  const found = feeders(command, reading).find(isFetcher)
  return found === undefined ? null : `the output of ${found.program ?? ''}`
}

function isFetcher(command: ShellCommand): boolean {
  const program = command.program ?? ''
  if (DOWNLOADER.test(program)) return true
  const has = (pattern: RegExp): boolean => command.args.some(arg => arg !== null && pattern.test(arg))
  switch (program) {
    case 'base64': case 'base32': case 'gbase64': case 'basenc': return has(/^(?:-\w*[dD]\w*|--d(?:e(?:c(?:o(?:d(?:e)?)?)?)?)?)$/)
    case 'xxd': return has(/^-\w*r/)
    case 'openssl': return has(/^-(?:d|decrypt|a|A)$/) && has(/^(?:enc|base64|aes.*)$/)
    case 'uudecode': case 'rev': return true
    case 'gpg': case 'gpg2': return has(/^(?:-d|--decrypt)$/)
    case 'ssh': return command.args.length > 1
    case 'aws': return has(/^(?:cp|get-object)$/)
    case 'gsutil': return has(/^cat$/)
    case 'gh': return has(/^(?:api|gist)$/)
    default: return false
  }
}

/** Files that a download of the same call wrote: as the reading has them, or as the download names them. */
function fetchedFile(command: ShellCommand, reading: CallReading, asOperand: boolean): string | null {
  if (!asOperand) return null
  const operand = argumentsOf(command).operands[0]
  return operand?.text == null ? null : downloaded(operand.text, command, reading)
}

/** `./x.sh`, `/tmp/x`: a program that is a file. */
function runsFetchedFile(command: ShellCommand, reading: CallReading): string | null {
  const program = command.program ?? ''
  if (program === '' || !reading.commands.some(isFetcher)) return null
  const spelled = /^\S+/.exec(command.source.replace(/^(?:sudo|exec|nohup|time|env|\w+=\S*)\s+/g, ''))?.[0] ?? ''
  return spelled.includes('/') ? downloaded(spelled, command, reading) : null
}

function downloaded(spelled: string, command: ShellCommand, reading: CallReading): string | null {
  const name = spelled.replace(/^.*\//, '')
  const at = reading.commands.indexOf(command)
  for (const [index, one] of reading.commands.slice(0, at).entries()) {
    if (!isFetcher(one) || !DOWNLOADER.test(one.program ?? '')) continue
    const given = argumentsOf(one)
    const named = [optionOf(given, '-o|--output|-O|--output-document')?.value, ...optionOf(given, '-O|--remote-name') !== undefined || /^wget/.test(one.program ?? '') ? given.operands.map(word => word.text) : []]
    const wrote = reading.writes.some(write => (write.command === index || write.via === 'redirect') && write.path.replace(/^.*[\\/]/, '') === name)
    if (wrote || named.some(file => file?.replace(/[?#].*$/, '').replace(/^.*\//, '') === name)) return `${name}, which ${one.program ?? ''} fetched`
  }
  return null
}
