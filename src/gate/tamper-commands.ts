/**
 * Commands that take guards away without writing a protected file by name: the host's own command line, a
 * package manager in a profile, and a second host that has other guards or none. Looks at commands as
 * they were read, never at text; says why, in words for the refusal. Pure.
 */
import type { CallReading, ShellCommand } from '../shell/reading.ts'

export interface TamperHomes {
  /** Absolute folder of the host's home. */
  readonly dsh: string
}

/** `plugin` verbs that change nothing. */
const LOOKING = new Set(['list', 'ls', 'info', 'show', 'search', 'help', 'outdated', 'why'])
const TELLING = new Set(['--help', '-h', '--version', '-V', '-v', '--dump-config', 'help'])
const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const CHANGING = new Set([
  'add', 'install', 'i', 'ci', 'remove', 'rm', 'uninstall', 'un', 'unlink', 'r', 'update', 'up', 'upgrade', 'link', 'ln', 'prune', 'dedupe', 'import', 'patch', 'patch-commit', 'patch-remove', 'rebuild', 'rb', 'clean-install', 'fetch',
])
const FOLDER_OPTIONS = ['--dir', '-C', '--prefix', '--cwd', '--lockfile-dir', '--modules-dir']
/** Options of the host's command line that take a value. */
const VALUE_OPTIONS = new Set(['--profile', '-p', '--home', '--cwd', '--model', '--provider', '--config', '--port'])

/** @returns what the call would do, to stand after "this call would"; null when it does nothing of the kind. */
export function tamperingCommand(reading: CallReading, homes: TamperHomes): string | null {
  const movesHome = reading.commands.some(command => /\b(?:DSH_HOME|(?<![A-Za-z_])HOME)\b\s*=|-u\s*(?:DSH_HOME|HOME)\b|unset\b.*\b(?:DSH_HOME|HOME)\b/.test(command.source))
  for (const command of reading.commands) {
    if (command.elsewhere) continue
    const words = wordsOf(command)
    const found = hostCommand(words, command, movesHome) ?? packageCommand(words, command, homes)
    if (found !== null) return found
  }
  return null
}

/** Program and arguments, behind launchers that the reading keeps as programs; '' for what cannot be known. */
function wordsOf({ program, args }: ShellCommand): readonly string[] {
  const words = [...(program ?? '').split(/\s+/), ...args.map(arg => arg ?? '')]
  if (words[0] === 'corepack') return words.slice(1)
  const script = words.findIndex((word, index) => index > 0 && !word.startsWith('-'))
  const isHost = /(?:^|[\\/])(?:@deepseek-ai[\\/])?dsh(?:[\\/].*\.[cm]?js|\.[cm]?js)?$/
  if (/^(?:node|nodejs|bun|deno|tsx)$/.test(words[0] ?? '') && script > 0 && isHost.test(words[script] ?? '')) return ['dsh', ...words.slice(script + 1)]
  return words
}

function hostCommand(words: readonly string[], command: ShellCommand, movesHome: boolean): string | null {
  if (!/^(?:@deepseek-ai\/)?dsh$/.test((words[0] ?? '').replace(/@[\w.-]+$/, ''))) return null
  const args = words.slice(1)
  if (args.some(arg => TELLING.has(arg))) return null
  const plain = args.filter((arg, index) => !arg.startsWith('-') && !VALUE_OPTIONS.has(args[index - 1] ?? ''))
  if (plain[0] === 'plugin') {
    const verb = plain[1] ?? ''
    return verb === '' || LOOKING.has(verb) ? null : `change the plugins of a profile of dsh (dsh plugin ${verb})`
  }
  const options = args.filter(arg => /^(?:--profile|-p|--home)(?:=|$)/.test(arg))
  const home = movesHome || ['DSH_HOME', 'HOME'].some(name => Object.hasOwn(command.env, name))
  if (options.length === 0 && !home) return null
  return `start another dsh with ${home ? 'another home' : 'a profile of its own choice'}, whose guards may be others or none`
}

function packageCommand(words: readonly string[], command: ShellCommand, homes: TamperHomes): string | null {
  if (!MANAGERS.has(words[0] ?? '')) return null
  const args = words.slice(1)
  const verb = args.find((arg, index) => !arg.startsWith('-') && !FOLDER_OPTIONS.includes(args[index - 1] ?? ''))
  // A bare `yarn` installs.
  if (verb === undefined ? words[0] !== 'yarn' : !CHANGING.has(verb)) return null
  const folders = [...foldersOf(args), ...command.cwd === null ? [] : [command.cwd]]
  const own = folders.map(folder => absolute(folder, command.cwd)).find(folder => isInside(homes.dsh, folder))
  return own === undefined ? null : `change the packages of a profile of dsh (${words[0] ?? ''} ${verb ?? 'install'} in ${own})`
}

function foldersOf(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const [name = '', value] = arg.split(/=(.*)/s)
    if (!FOLDER_OPTIONS.includes(name)) return []
    return [value ?? args[index + 1] ?? '']
  }).filter(folder => folder !== '')
}

function absolute(folder: string, cwd: string | null): string {
  const joined = /^(?:[\\/]|[A-Za-z]:)/.test(folder) || cwd === null ? folder : `${cwd}/${folder}`
  const kept: string[] = []
  for (const part of joined.replaceAll('\\', '/').split('/')) {
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.') kept.push(part)
  }
  return `${joined.startsWith('/') ? '/' : ''}${kept.join('/')}`
}

function isInside(folder: string, path: string): boolean {
  const base = absolute(folder, null)
  return path === base || path.startsWith(`${base}/`)
}
