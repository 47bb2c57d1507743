/** Programs that run a command on another machine or in a container. */
import type { Builtin, BuiltinTable } from './call.ts'
import type { Field } from './field.ts'
import { parseOptions, type OptionSpec } from './options.ts'
import { fork, type World } from './world.ts'

interface ElsewhereSpec extends OptionSpec {
  /** Words of which one stands before the place (`docker exec`); none for `ssh`. */
  readonly words?: readonly string[]
  /** What follows the place is put together and given to a shell, as ssh does. */
  readonly joined?: boolean
  /** The command stands after `--`. */
  readonly dashes?: boolean
}

/** A program that runs a command on another machine or in a container: its paths are not this machine's. */
function elsewhere(spec: ElsewhereSpec): Builtin {
  return (call) => {
    const { machine, world } = call
    let rest: readonly Field[] = call.args
    if (spec.words !== undefined) {
      const before = parseOptions(rest, { ...spec, stop: true }).operands
      const at = before[0]?.text === 'compose' || before[0]?.text === 'container' ? 1 : 0
      if (!spec.words.includes(before[at]?.text ?? '')) return { worlds: [world], output: null }
      rest = before.slice(at + 1)
    }
    const dashes = spec.dashes === true ? rest.findIndex(field => field.text === '--') : -1
    const argv = dashes >= 0 ? rest.slice(dashes + 1) : parseOptions(rest, { ...spec, stop: true }).operands.slice(1)
    if (argv.length === 0) return { worlds: [world], output: null }
    const away = { elsewhere: true, via: 'wrapper', wrappers: [...machine.around.wrappers, call.name], command: null } as const
    const there: World = { ...fork(world), cwd: null, functions: new Map() }
    if (spec.joined === true) machine.runText(argv.map(field => field.text).join(' '), there, null, call.stdin, away)
    else machine.runArgv(argv, there, call.stdin, away)
    return { worlds: [world], output: null }
  }
}

const CONTAINER_OPTIONS = {
  short: 'abcehlmpuvwH', long: [
    'add-host', 'annotation', 'attach', 'blkio-weight', 'cap-add', 'cap-drop', 'cgroup-parent', 'cgroupns', 'cidfile', 'config', 'context', 'cpu-shares', 'cpus', 'cpuset-cpus', 'device', 'dns', 'entrypoint', 'env', 'env-file', 'expose', 'file', 'gpus', 'group-add',
    'health-cmd', 'host', 'hostname', 'ip', 'ipc', 'isolation', 'label', 'link', 'log-driver', 'log-level', 'log-opt', 'memory', 'memory-swap', 'mount', 'name', 'network', 'net', 'pid', 'platform', 'profile', 'project-directory', 'project-name', 'publish', 'pull', 'restart', 'runtime', 'scale',
    'security-opt', 'shm-size', 'stop-signal', 'storage-opt', 'sysctl', 'tmpfs', 'ulimit', 'user', 'userns', 'uts', 'volume', 'volumes-from', 'workdir',
  ], words: ['exec', 'run'],
}
const container = elsewhere(CONTAINER_OPTIONS)
const kubectl = elsewhere({ short: 'ncfls', long: ['namespace', 'container', 'context', 'kubeconfig', 'cluster', 'user', 'server', 'filename', 'pod-running-timeout', 'token'], words: ['exec'], dashes: true })

export const ELSEWHERE: BuiltinTable = {
  ssh: elsewhere({ short: 'BbcDEeFIiJLlmOopQRSWw', joined: true }), docker: container, podman: container, nerdctl: container, 'docker-compose': container, kubectl, oc: kubectl,
}
