/** What git itself runs: aliases, editors, pagers and helpers from its configuration, its environment and its options. */
import type { Call } from '../call.ts'
import { exact, textOf, type Field } from '../field.ts'
import { parseOptions, type ParsedOptions } from '../options.ts'
import { fork } from '../world.ts'

/** Keys of the configuration whose value is shell text. */
const COMMAND_KEY = /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|credential\.(?:.*\.)?helper|gpg\.(?:.*\.)?program|pager\..+|interactive\.difffilter|filter\..+\.(?:clean|smudge|process)|diff\..+\.(?:textconv|command)|merge\..+\.driver|(?:difftool|mergetool|browser|man)\..+\.cmd|remote\..+\.(?:uploadpack|receivepack)|uploadpack\.packobjectshook|trailer\..+\.(?:cmd|command)|sendemail\.(?:smtpserver|tocmd|cccmd))$/i

const VARIABLES = ['GIT_EDITOR', 'GIT_SEQUENCE_EDITOR', 'VISUAL', 'EDITOR', 'GIT_PAGER', 'PAGER', 'GIT_SSH_COMMAND', 'GIT_SSH', 'GIT_EXTERNAL_DIFF', 'GIT_ASKPASS', 'SSH_ASKPASS', 'GIT_PROXY_COMMAND']
const MAX_SETTINGS = 64
const ALIAS = 'git alias '

/** Options of subcommands whose value is shell text. */
const TEXT_OPTIONS: Readonly<Record<string, { readonly short: string, readonly long: readonly string[] }>> = {
  rebase: { short: 'x', long: ['exec'] },
  difftool: { short: 'x', long: ['extcmd'] },
  fetch: { short: '', long: ['upload-pack'] }, pull: { short: '', long: ['upload-pack'] }, clone: { short: 'u', long: ['upload-pack'] }, 'ls-remote': { short: '', long: ['upload-pack', 'exec'] },
  push: { short: '', long: ['receive-pack', 'exec'] }, archive: { short: '', long: ['exec'] },
  'filter-branch': { short: '', long: ['tree-filter', 'index-filter', 'msg-filter', 'env-filter', 'commit-filter', 'parent-filter', 'tag-name-filter', 'setup'] },
}

/** Reads everything that this call of git may run beside what it is. */
export function readGitRuns(call: Call, options: ParsedOptions, subcommand: string, args: readonly Field[]): void {
  const settings = settingsOf(call, options)
  for (const [key, value] of settings) if (COMMAND_KEY.test(key)) runText(call, helperText(key, value))
  for (const name of VARIABLES) {
    const value = textOf(call.world.variables.get(name)?.[0])
    if (value !== null && value !== '') runText(call, value)
  }
  const alias = settings.find(([key]) => key.toLowerCase() === `alias.${subcommand.toLowerCase()}`)?.[1] ?? textOf(call.world.variables.get(ALIAS + subcommand)?.[0])
  if (alias !== null && alias !== undefined) runAlias(call, alias, args)
  runOptions(call, subcommand, args)
}

/** `-c key=value`, `--config-env=key=NAME`, GIT_CONFIG_COUNT and its kin. */
function settingsOf(call: Call, options: ParsedOptions): (readonly [string, string])[] {
  const { variables } = call.world
  const known = (name: string): string => textOf(variables.get(name)?.[0]) ?? ''
  const given = options.values('c').flatMap(field => pair(field.text))
  const named = options.values('config-env').flatMap(field => pair(field.text)).map(([key, name]) => [key, known(name)] as const)
  const count = Math.min(Number(known('GIT_CONFIG_COUNT')) || 0, MAX_SETTINGS)
  const counted = Array.from({ length: count }, (_item, index) => [known(`GIT_CONFIG_KEY_${index}`), known(`GIT_CONFIG_VALUE_${index}`)] as const)
  return [...given, ...named, ...counted]
}

function pair(text: string): (readonly [string, string])[] {
  const at = text.indexOf('=')
  return at < 0 ? [] : [[text.slice(0, at), text.slice(at + 1)]]
}

/** A credential helper is shell text only after `!`. */
function helperText(key: string, value: string): string {
  if (value.startsWith('!')) return value.slice(1)
  return /^credential\./i.test(key) && !value.includes('/') ? '' : value
}

function runText(call: Call, text: string): void {
  if (text !== '') call.machine.runText(text, fork(call.world), null, null, { via: 'git' })
}

function runAlias(call: Call, alias: string, args: readonly Field[]): void {
  const rest = args.map(field => field.text).join(' ')
  if (alias.startsWith('!')) runText(call, `${alias.slice(1)} ${rest}`)
  // An alias cannot call itself, but one that calls another is followed.
  else call.machine.runArgv([exact('git'), ...alias.split(/\s+/).filter(word => word !== '').map(exact), ...args], fork(call.world), call.stdin, { via: 'git' })
}

function runOptions(call: Call, subcommand: string, args: readonly Field[]): void {
  const spec = Object.hasOwn(TEXT_OPTIONS, subcommand) ? TEXT_OPTIONS[subcommand] : undefined
  if (spec !== undefined) {
    const given = parseOptions(args, { short: spec.short, long: spec.long })
    for (const value of given.values(...spec.short, ...spec.long)) runText(call, value.text)
  }
  const words = args.map(field => field.text)
  // `ext::sh -c rm% x`: a transport that is a command.
  for (const word of words) if (word.startsWith('ext::')) runText(call, word.slice(5).replaceAll('% ', '\\ '))
  const [first, ...rest] = args
  if (subcommand === 'bisect' && first?.text === 'run') call.machine.runArgv(rest, fork(call.world), null, { via: 'git' })
  if (subcommand === 'submodule') {
    const at = words.indexOf('foreach')
    if (at >= 0) runText(call, words.slice(at + 1).filter((word, index) => index > 1 || !word.startsWith('--')).join(' '))
  }
  if (subcommand === 'config') noteAlias(call, args)
}

/** `git config alias.z '…'`: a later `git z` of the same call runs it. */
function noteAlias(call: Call, args: readonly Field[]): void {
  const { operands } = parseOptions(args, { short: 'f', long: ['file', 'blob', 'type'] })
  const [key, value] = operands[0]?.text === 'set' ? operands.slice(1) : operands
  const alias = /^alias\.(.+)$/i.exec(key?.text ?? '')?.[1]
  if (alias !== undefined && value !== undefined) call.world.variables.set(ALIAS + alias, [value])
  else if (value !== undefined && COMMAND_KEY.test(key?.text ?? '')) runText(call, helperText(key?.text ?? '', value.text))
}
