/** Aliases that a call gives to git itself: by `-c`, or by the environment. */
import type { ShellCommand, ShellWord } from '../../shell/reading.ts'
import { argumentsOf } from './arguments.ts'

export type GitAlias =
  | { readonly kind: 'git', readonly command: ShellCommand }
  | { readonly kind: 'shell', readonly text: string }

/** @returns what the first operand stands for; null when it is no alias. */
export function aliasOf(command: ShellCommand): GitAlias | null {
  const given = argumentsOf(command)
  const name = given.operands[0]?.text
  if (name == null) return null
  const value = settingsOf(command).get(`alias.${name.toLowerCase()}`)
  if (value === undefined) return null
  const at = command.words.indexOf(given.operands[0] as ShellWord)
  const rest = command.words.slice(at + 1)
  if (value.startsWith('!')) return { kind: 'shell', text: [value.slice(1), ...rest.map(word => word.text ?? '')].join(' ') }
  const words = [...value.trim().split(/\s+/).map(text => ({ text, prefix: text, pattern: null })), ...rest]
  return { kind: 'git', command: { ...command, words, args: words.map(word => word.text), env: {} } }
}

function settingsOf(command: ShellCommand): Map<string, string> {
  const settings = new Map<string, string>()
  const put = (key: string, value: string): void => { settings.set(key.toLowerCase(), value) }
  for (const option of argumentsOf(command).options) {
    const [key, ...value] = (option.value ?? '').split('=')
    if (option.name === '-c') put(key ?? '', value.join('='))
    if (option.name === '--config-env') put(key ?? '', command.env[value.join('=')] ?? '')
  }
  for (const [name, key] of Object.entries(command.env)) {
    const number = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1]
    if (number !== undefined && key !== null) put(key, command.env[`GIT_CONFIG_VALUE_${number}`] ?? '')
  }
  for (const [, key = '', value = ''] of (command.env.GIT_CONFIG_PARAMETERS ?? '').matchAll(/'([^'=]+)(?:'='|=)([^']*)'/g)) put(key, value)
  return settings
}
