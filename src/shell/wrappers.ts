/** Programs that run another command: what is left of their arguments is read as that command. */
import type { Builtin, BuiltinTable, Call } from './call.ts'
import { exact, textOf, type Field } from './field.ts'
import { parseOptions, type OptionSpec } from './options.ts'
import { fork, type World } from './world.ts'

interface WrapperSpec extends OptionSpec {
  /** Operands before the command (`timeout 5 cmd`, `flock file cmd`). */
  readonly skip?: number
  /** `NAME=value` before the command. */
  readonly assigns?: boolean
  /** The option that changes the folder. */
  readonly folder?: readonly string[]
  /** Options whose value is shell text. */
  readonly text?: readonly string[]
  /** Words before the command (`uv run cmd`). */
  readonly words?: readonly string[]
}

/** @returns the wrapper as a builtin: the inner command may be one that changes the world. */
function wrapper(spec: WrapperSpec = {}): Builtin {
  return (call) => {
    const options = parseOptions(call.args, { ...spec, stop: true })
    let rest = [...options.operands]
    const first = rest[0]?.text
    if (spec.words !== undefined) {
      if (first === undefined || !spec.words.includes(first)) return { worlds: [call.world], output: null }
      rest = [...parseOptions(rest.slice(1), { ...spec, stop: true }).operands]
    }
    rest = rest.slice(spec.skip ?? 0)
    const world = inFolder(call, options.value(...spec.folder ?? []))
    for (const option of spec.text ?? []) {
      const text = textOf(options.value(option) ?? undefined)
      if (text !== null) call.machine.runText(text, fork(world), null, call.stdin)
    }
    if (spec.assigns === true) rest = assignAll(rest, world)
    if (rest.length === 0) return { worlds: [call.world], output: null }
    const ran = call.machine.runArgv(rest, world, call.stdin)
    return world === call.world ? ran : { worlds: [call.world], output: ran.output }
  }
}

function inFolder(call: Call, folder: Field | null): World {
  return folder === null ? call.world : { ...fork(call.world), cwd: call.machine.absolute(call.world, folder) }
}

/** Takes leading assignments off; they hold for the inner command only, which is close enough to "from now on". */
function assignAll(argv: readonly Field[], world: World): Field[] {
  let at = 0
  for (; at < argv.length; at++) {
    const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(argv[at]?.text ?? '')
    if (match === null) break
    world.variables.set(match[1] as string, [{ ...argv[at] as Field, text: match[2] as string, glob: null }])
  }
  return argv.slice(at)
}

const env: Builtin = (call) => {
  const split = parseOptions(call.args, { short: 'uCS', long: ['unset', 'chdir', 'split-string'], stop: true }).value('S', 'split-string')
  const text = textOf(split ?? undefined)
  if (text !== null) return call.machine.runText(text, fork(call.world), null, call.stdin)
  return wrapper({ short: 'uC', long: ['unset', 'chdir'], folder: ['C', 'chdir'], assigns: true })(call)
}

/** `command -v x` only asks. */
const command: Builtin = call => /^-[vV]/.test(call.args[0]?.text ?? '') ? { worlds: [call.world], output: null } : wrapper()(call)

/** `su -c 'text' user`, `script -c 'text' file`: the option may stand anywhere. */
const textOption: Builtin = (call) => {
  const options = parseOptions(call.args, { short: 'csgT', long: ['command', 'shell', 'run'] })
  const text = textOf(options.value('c', 'command', 'run') ?? undefined)
  if (text !== null) call.machine.runText(text, fork(call.world), null, call.stdin)
  if (call.name === 'script') options.operands.slice(0, 1).forEach(target => call.machine.write(call.world, target))
  return { worlds: [call.world], output: null }
}

/** `flock file -c 'text'` or `flock file command`. */
const flock: Builtin = (call) => {
  const at = call.args.findIndex(field => field.text === '-c' || field.text === '--command')
  const text = at < 0 ? null : textOf(call.args[at + 1])
  if (text === null) return wrapper({ short: 'wE', long: ['timeout'], skip: 1 })(call)
  return { worlds: [call.world], output: call.machine.runText(text, fork(call.world), null, call.stdin).output }
}

/** watch takes words or one string and gives both to a shell. */
const watch: Builtin = (call) => {
  const words = parseOptions(call.args, { short: 'n', long: ['interval'], stop: true }).operands.map(field => field.text)
  return call.machine.runText(words.join(' '), fork(call.world), null, call.stdin)
}

/** GNU parallel: `parallel cmd {} ::: a b`. */
const parallel: Builtin = (call) => {
  const rest = parseOptions(call.args, { short: 'jnNSaId', long: ['jobs', 'joblog', 'colsep'], stop: true }).operands
  const marker = rest.findIndex(field => /^:::\+?$/.test(field.text))
  const argv = marker < 0 ? rest : rest.slice(0, marker)
  const items = marker < 0 ? call.stdin?.lines ?? [] : rest.slice(marker + 1)
  for (const item of items.slice(0, 200)) {
    const placed = argv.some(field => field.text.includes('{}')) ? argv.map(field => field.text === '{}' ? item : exact(field.text.replaceAll('{}', () => item.text))) : [...argv, item]
    if (placed.length === 1 || /\s/.test(placed[0]?.text ?? '')) call.machine.runText(placed.map(field => field.text).join(' '), fork(call.world), null, null)
    else call.machine.runArgv(placed, fork(call.world), null)
  }
  return { worlds: [call.world], output: null }
}

const plain = wrapper()
const nice = wrapper({ short: 'n', long: ['adjustment'] })

export const WRAPPERS: BuiltinTable = {
  env, command, watch, parallel, nice, su: textOption, runuser: textOption, script: textOption, 'nix-shell': textOption,
  builtin: plain, nohup: plain, setsid: plain, busybox: plain, toybox: plain, unbuffer: plain, fakeroot: plain, winpty: plain, rlwrap: plain, caffeinate: plain,
  exec: wrapper({ short: 'a' }),
  sudo: wrapper({ short: 'ughpCrtDRTU', long: ['user', 'group', 'chdir', 'prompt', 'host'], folder: ['D', 'chdir'], assigns: true }),
  doas: wrapper({ short: 'uC' }),
  ionice: wrapper({ short: 'cnpPu', long: ['class', 'classdata'] }),
  chrt: wrapper({ short: 'TPD', skip: 1 }),
  taskset: wrapper({ skip: 1 }),
  time: wrapper({ short: 'fo', long: ['format', 'output'] }),
  gtime: wrapper({ short: 'fo', long: ['format', 'output'] }),
  timeout: wrapper({ short: 'ks', long: ['kill-after', 'signal'], skip: 1 }),
  gtimeout: wrapper({ short: 'ks', long: ['kill-after', 'signal'], skip: 1 }),
  stdbuf: wrapper({ short: 'ioe', long: ['input', 'output', 'error'] }),
  flock,
  strace: wrapper({ short: 'oefpsSuEaPIbO' }),
  ltrace: wrapper({ short: 'oefpsSuEnalFx' }),
  chroot: wrapper({ skip: 1 }),
  unshare: wrapper(), nsenter: wrapper({ short: 't' }), prlimit: plain, numactl: plain,
  'systemd-run': wrapper({ short: 'pu', long: ['property', 'unit', 'uid', 'gid'] }),
  uvx: wrapper({ short: 'p', long: ['from', 'with', 'python'] }), pipx: wrapper({ words: ['run'] }),
  'xvfb-run': wrapper({ short: 'efnps', long: ['server-args', 'server-num', 'error-file', 'auth-file'] }), 'dbus-run-session': wrapper({ long: ['config-file', 'dbus-daemon'] }),
  pkexec: wrapper({ long: ['user'] }), run0: wrapper({ short: 'u', long: ['user', 'unit', 'chdir'] }), setpriv: plain, chronic: plain, catchsegv: plain, valgrind: plain, firejail: plain, proot: wrapper({ short: 'rbwS' }),
  perf: wrapper({ words: ['stat', 'record', 'trace'], short: 'eorFp' }), 'cross-env': wrapper({ assigns: true }), 'cross-env-shell': wrapper({ assigns: true }), dotenv: wrapper({ short: 'efv' }), direnv: wrapper({ words: ['exec'], skip: 1 }),
  conda: wrapper({ words: ['run'], short: 'np', long: ['name', 'prefix', 'cwd'] }), mamba: wrapper({ words: ['run'], short: 'np', long: ['name', 'prefix'] }), rbenv: wrapper({ words: ['exec'] }), pyenv: wrapper({ words: ['exec'] }), asdf: wrapper({ words: ['exec'] }),
  pnpm: wrapper({ words: ['exec', 'dlx'], short: 'C' }),
  yarn: wrapper({ words: ['exec', 'dlx', 'run'] }),
  uv: wrapper({ words: ['run'], long: ['with', 'python', 'project', 'directory'], short: 'p' }),
  poetry: wrapper({ words: ['run'] }), pipenv: wrapper({ words: ['run'] }), pdm: wrapper({ words: ['run'] }), hatch: wrapper({ words: ['run'] }), rye: wrapper({ words: ['run'] }), bundle: wrapper({ words: ['exec'] }),
}
