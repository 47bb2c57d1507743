/** Programs that have another place or a later time run what they are given: multiplexers, schedulers, other systems' shells. */
import type { Builtin, BuiltinTable, Call } from './call.ts'
import { exact, lastSegment, textOf, type Field } from './field.ts'
import type { Ran } from './machine.ts'
import { parseOptions, type OptionSpec } from './options.ts'
import type { CommandVia } from './reading.ts'
import { fork } from './world.ts'

const MAX_LINES = 200
/** Keys that tmux and screen take for the end of a line. */
const ENTER = /^(?:Enter|C-m|C-j|KPEnter)$/

function nothing(call: Call): Ran {
  return { worlds: [call.world], output: null }
}

/** One word is shell text, several are a command. */
function runWords(call: Call, words: readonly Field[], via: CommandVia = 'launcher'): void {
  const [first] = words
  if (first === undefined) return
  if (words.length === 1) call.machine.runText(first.text, fork(call.world), null, null, { via })
  else call.machine.runArgv(words, fork(call.world), null, { via })
}

/** The command is what follows the options, as words or as one text. */
function launches(spec: OptionSpec): Builtin {
  return (call) => {
    runWords(call, parseOptions(call.args, { ...spec, stop: true }).operands)
    return nothing(call)
  }
}

/** Every operand is shell text of its own. */
function texts(spec: OptionSpec, options: readonly string[] = []): Builtin {
  return (call) => {
    const parsed = parseOptions(call.args, spec)
    for (const text of [...options.length > 0 ? [] : parsed.operands, ...parsed.values(...options)]) runWords(call, [text])
    return nothing(call)
  }
}

const TMUX_RUNS = /^(?:new|new-session|neww|new-window|splitw|split-window|respawn-pane|respawnp|respawn-window|respawnw|run|run-shell|if|if-shell|popup|display-popup|pipe-pane|pipep)$/

const tmux: Builtin = (call) => {
  let { operands: rest } = parseOptions(call.args, { short: 'cfLSTD', stop: true })
  while (rest.length > 0) {
    const end = rest.findIndex(field => field.text === ';')
    const [name, ...args] = end < 0 ? rest : rest.slice(0, end)
    if (TMUX_RUNS.test(name?.text ?? '')) runWords(call, parseOptions(args, { short: 'cFnstxyelpf', stop: true }).operands)
    else if (/^send(?:-keys)?$/.test(name?.text ?? '')) runWords(call, [exact(parseOptions(args, { short: 'tN', stop: true }).operands.map(field => ENTER.test(field.text) ? '\n' : field.text).join(''))])
    rest = end < 0 ? [] : rest.slice(end + 1)
  }
  return nothing(call)
}

const screen: Builtin = (call) => {
  const { operands } = parseOptions(call.args, { short: 'cehpsStT', long: [], stop: true })
  const sent = call.args.findIndex(field => field.text === 'stuff')
  if (sent >= 0) runWords(call, call.args.slice(sent + 1, sent + 2))
  else runWords(call, operands[0]?.text === '-m' ? operands.slice(1) : operands)
  return nothing(call)
}

/** `at now < file`, `at -f file now`, `batch`: the input is shell text for later. */
const at: Builtin = (call) => {
  const options = parseOptions(call.args, { short: 'fqtdrc' })
  if (options.has('l', 'd', 'r', 'c')) return nothing(call)
  const file = options.value('f')
  const text = file === null ? call.machine.contents(call.world, call.stdin) : call.machine.fileText(call.world, call.machine.absolute(call.world, file))
  if (text !== null) call.machine.runText(text, fork(call.world), null, null, { via: 'scheduler', input: { kind: 'none' } })
  return nothing(call)
}

/** Five times or one `@word` stand in front of each command. */
const crontab: Builtin = (call) => {
  const options = parseOptions(call.args, { short: 'u' })
  if (options.has('l', 'r', 'e')) return nothing(call)
  const [file] = options.operands
  const text = file === undefined || file.text === '-' ? call.machine.contents(call.world, call.stdin) : call.machine.fileText(call.world, call.machine.absolute(call.world, file))
  for (const line of (text ?? '').split('\n').slice(0, MAX_LINES)) {
    const command = /^\s*(?:@\w+|(?:[\d*][^\s]*\s+){4}[^\s#]+)\s+(\S.*)$/.exec(line)?.[1]
    if (command !== undefined) call.machine.runText(command, fork(call.world), null, null, { via: 'scheduler', input: { kind: 'none' } })
  }
  return nothing(call)
}

const DELETES = new Set(['del', 'erase', 'rd', 'rmdir'])

/** `cmd /c "del x"`: its own few commands, with `\` between names. */
const cmd: Builtin = (call) => {
  const flag = call.args.findIndex(field => /^\/[ckr]$/i.test(field.text))
  if (flag < 0) return nothing(call)
  const line = call.args.slice(flag + 1).map(field => field.text).join(' ').replaceAll('\\', '/')
  for (const part of line.split(/&{1,2}|\|{1,2}/).slice(0, MAX_LINES)) {
    const [name = '', ...words] = part.trim().split(/\s+/).map(word => word.replaceAll('"', ''))
    const operands = words.filter(word => !/^\/[a-z](?::\S*)?$/i.test(word))
    const tree = words.some(word => /^\/s$/i.test(word))
    if (DELETES.has(name.toLowerCase())) call.machine.runArgv(['rm', ...tree ? ['-r'] : [], ...operands].map(exact), fork(call.world), null, { via: 'launcher' })
    else if (/^(?:copy|xcopy)$/i.test(name)) call.machine.runArgv(['cp', ...operands].map(exact), fork(call.world), null, { via: 'launcher' })
    else if (/^(?:move|ren|rename)$/i.test(name)) call.machine.runArgv(['mv', ...operands].map(exact), fork(call.world), null, { via: 'launcher' })
    else call.machine.runText(part.trim(), fork(call.world), null, null, { via: 'launcher' })
  }
  return nothing(call)
}

const npm: Builtin = (call) => {
  const [first, ...args] = call.args
  if (first?.text !== 'exec' && first?.text !== 'x') return nothing(call)
  return npx({ ...call, args })
}

const npx: Builtin = (call) => {
  const options = parseOptions(call.args, { short: 'pcw', long: ['package', 'call', 'workspace'], stop: true })
  const text = options.value('c', 'call')
  if (text !== null) call.machine.runText(text.text, fork(call.world), null, call.stdin, { via: 'launcher' })
  else if (options.operands.length > 0) call.machine.runArgv(options.operands, fork(call.world), call.stdin, { via: 'launcher' })
  return nothing(call)
}

/** `start-stop-daemon --exec program -- words`. */
const daemon: Builtin = (call) => {
  const options = parseOptions(call.args, { short: 'xapnukgdNcrs', long: ['exec', 'startas', 'pidfile', 'name', 'user', 'chuid', 'signal', 'chdir', 'retry', 'nicelevel'] })
  const program = options.value('x', 'exec', 'a', 'startas')
  if (program !== null && options.has('S', 'start')) call.machine.runArgv([program, ...options.operands], fork(call.world), null, { via: 'launcher' })
  return nothing(call)
}

export const LAUNCHERS: BuiltinTable = {
  tmux, screen, byobu: tmux, at, batch: at, crontab, cmd, npm, npx, bunx: npx, pnpx: npx, 'start-stop-daemon': daemon,
  wsl: launches({ short: 'du', long: ['distribution', 'user', 'cd', 'shell-type'] }),
  'flatpak-spawn': launches({ long: ['directory', 'env', 'forward-fd'] }),
  hyperfine: texts({ short: 'wrmMpcsnNSLPDu', long: ['warmup', 'runs', 'min-runs', 'max-runs', 'prepare', 'cleanup', 'setup', 'export-json', 'export-markdown', 'export-csv', 'parameter-list', 'parameter-scan', 'command-name', 'shell', 'time-unit', 'style', 'output', 'input'] }),
  concurrently: texts({ short: 'ncpslkt', long: ['names', 'prefix-colors', 'prefix', 'success', 'max-processes'] }),
  nodemon: texts({ short: 'xewi', long: ['exec', 'ext', 'watch', 'ignore', 'delay'] }, ['x', 'exec']),
  watchexec: launches({ short: 'wef', long: ['watch', 'exts', 'filter', 'ignore', 'debounce'] }),
}

/** Programs whose later words are names of other things, not a command. */
const NAMES_ONLY = /^(?:man|info|which|whereis|whatis|apropos|tldr|type|apt|apt-get|aptitude|dnf|yum|pacman|apk|zypper|brew|port|snap|choco|winget|scoop|pip\d*|gem|cargo|go|npm|pnpm|yarn|bun|composer|gh|glab|hub|docker|podman|kubectl|helm|aws|gcloud|az|terraform|systemctl|service|journalctl|ps|pgrep|pkill|killall|kill|dpkg|rpm|update-alternatives|alias|unalias|hash|help|compgen|complete|test|\[|history|fc|jobs|look|dict|say|figlet|cowsay|notify-send|logger|hg|svn|jj|make|ninja|cmake|meson|bazel|gradle|mvn|rake|just|task|jq|diff|cmp|comm|wc|file|stat|strings|od|hexdump|md5sum|sha\w*sum|less|more|bat|ls|exa|eza|tree|du|df|echo)$/

/** A command in the words behind a program that is not known: `launcher --flag rm x`. */
export function hiddenCommand(call: Call, writes: (name: string) => boolean): void {
  if (NAMES_ONLY.test(call.name)) return
  const at = call.args.findIndex(field => textOf(field) !== null && writes(lastSegment(field.text)))
  const words = call.args.slice(at)
  if (at >= 0 && words.length > 1) call.machine.runArgv(words, fork(call.world), null, { via: 'launcher' })
}
