/**
 * The command that starts a runner process: Node's own limits, the permission flags, and on POSIX a shell
 * in front that sets what only the kernel can enforce and then becomes Node.
 */
import { permissionFlags } from './node-binary.ts'

export interface RunnerProgram {
  readonly nodePath: string
  readonly version: string
  /** The runner's entry, an absolute real path. */
  readonly entry: string
  /** The SES bundle, an absolute real path. */
  readonly ses: string
  /** What the runner may read besides, absolute real paths; a folder stands for everything below it. */
  readonly readable: readonly string[]
  readonly memoryMb: number
  /** Processor time of one runner, seconds. */
  readonly cpuSeconds: number
}

/** Seconds between the signal that tells of the processor limit and the one that cannot be caught. */
const CPU_GRACE_S = 5

/**
 * `ulimit -t` ends a runner whose host was killed while a guard was in an endless loop: with the host
 * gone, nobody else would. `ulimit -c 0`: a full heap aborts, and a core file would land in the package.
 * A limit that is lower already stays. The shell's own variables are not passed on.
 */
const LIMITS = [
  'ulimit -c 0 2>/dev/null',
  'ulimit -S -t "$1" 2>/dev/null',
  'ulimit -H -t "$2" 2>/dev/null',
  'shift 2',
  'unset PWD OLDPWD SHLVL _',
  'exec "$@"',
].join('\n')

/** @param shell path of a POSIX shell; null to start Node directly. */
export function commandOf(program: RunnerProgram, shell: string | null): readonly [string, ...string[]] {
  const { nodePath, entry, ses, cpuSeconds } = program
  const node: [string, ...string[]] = [
    nodePath,
    `--max-old-space-size=${program.memoryMb}`,
    // The permission model is announced as experimental on older versions, on the stream that last words are read from.
    '--no-warnings',
    ...permissionFlags(program.version, [entry, ses, ...program.readable]),
    entry,
    ses,
  ]
  if (shell === null) return node
  return [shell, '-c', LIMITS, 'runner', String(cpuSeconds), String(cpuSeconds + CPU_GRACE_S), ...node]
}
