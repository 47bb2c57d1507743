/**
 * Puts the pool together for the real world: which Node, which files, which clock. The one place that
 * knows where the runner's code and SES lie.
 */
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import type { SandboxSettings } from '../types.ts'
import { commandOf } from './command-line.ts'
import type { PoolTime, StartRunner } from './link.ts'
import { rssReaderOf } from './memory-watch.ts'
import { chooseRunner, probeNode, type HostProcess, type RunnerChoice } from './node-binary.ts'
import { systemPriority } from './priority.ts'
import { createRunnerPool, type PoolStats, type RunnerPool } from './pool.ts'
import { createProcessStart } from './process-link.ts'
import { createThreadStart } from './thread-link.ts'
import { readCpuOnLinux } from './usage.ts'

export interface GuardRunnerOptions {
  readonly sandbox: SandboxSettings
  /** Longest run that is allowed, milliseconds; the processor limit of a runner is derived from it. */
  readonly timeoutMs: number
  /** The folder of the built package, with the two programs that a runner can be. */
  readonly libDir: string
  readonly host: HostProcess
  /** Calls back when the host's process ends in an orderly way; returns what takes that back. */
  readonly onHostExit: (action: () => void) => () => void
  /** Another entry in place of the runner's own, with what it reads besides. For tests that escape on purpose. */
  readonly probe?: { readonly entry: string, readonly readable: readonly string[] }
  /** Overrides the derived processor limit, seconds. */
  readonly cpuSeconds?: number
  readonly maxRuns?: number
  /** As `process.platform`, which is the default. Decides about the watch on memory only. */
  readonly platform?: NodeJS.Platform
}

export interface GuardRunnerStats extends PoolStats {
  readonly kind: 'process' | 'worker'
  /** False for worker threads: a guard that fills its heap can end the host. */
  readonly memoryContained: boolean
  /** What runs guards, and why it is not a process where it is not. */
  readonly detail: string
}

export interface ScriptRunner extends RunnerPool {
  stats(): GuardRunnerStats
  /** What this machine does not hold runners to, for whoever asks how guards are run. */
  notes(): readonly string[]
}

const SHELL = '/bin/sh'
const MIN_CPU_S = 60
/** The processor limit covers this many times the longest run: garbage collection works on further threads. */
const CPU_SHARE = 4
const MAX_RUNS = 10_000

export function createScriptRunner(options: GuardRunnerOptions): ScriptRunner {
  const { sandbox } = options
  const choice = chooseRunner(sandbox, options.host)
  const cpuSeconds = options.cpuSeconds ?? Math.max(MIN_CPU_S, CPU_SHARE * Math.ceil(options.timeoutMs / 1000))
  const platform = options.platform ?? process.platform
  const readRss = rssReaderOf(platform)
  const pool = createRunnerPool({
    start: choice.kind === 'process' ? startProcesses(choice, cpuSeconds, options) : startThreads(options),
    time: realTime(),
    readRss: readRss ?? (() => null),
    readCpu: platform === 'linux' ? readCpuOnLinux : () => null,
    priority: systemPriority,
    maxRunners: sandbox.maxRunners,
    processors: availableParallelism(),
    memoryMb: sandbox.memoryMb,
    maxSteps: sandbox.maxSteps,
    // So that what a runner has used before and the longest run stay below the limit together.
    maxWorkMs: cpuSeconds * 1000 / CPU_SHARE,
    maxRuns: options.maxRuns ?? MAX_RUNS,
    startAdvice: `set sandbox.nodePath to a Node binary of version 20 or newer, or sandbox.runner to worker`,
  })
  const forget = options.onHostExit(() => { void pool.dispose() })
  return {
    ...pool,
    stats: () => ({ ...pool.stats(), ...describe(choice) }),
    notes: () => runnerNotes(describe(choice), readRss !== null, platform),
    async dispose() {
      forget()
      await pool.dispose()
    },
  }
}

function describe(choice: RunnerChoice): Pick<GuardRunnerStats, 'kind' | 'memoryContained' | 'detail'> {
  if (choice.kind === 'process') return { kind: 'process', memoryContained: true, detail: choice.nodePath }
  return { kind: 'worker', memoryContained: false, detail: choice.why }
}

export function runnerNotes({ kind, detail }: Pick<GuardRunnerStats, 'kind' | 'detail'>, watched: boolean, platform: NodeJS.Platform): string[] {
  if (kind === 'worker') return [`guards run in threads of the host (${detail}): a guard that uses up its memory can end the host`]
  return watched ? [] : [`the resident memory of runners is not watched on ${platform}: their heap limit (sandbox.memoryMb) holds, memory beside the heap is not limited`]
}

function startProcesses(choice: Extract<RunnerChoice, { kind: 'process' }>, cpuSeconds: number, options: GuardRunnerOptions): StartRunner {
  const { nodePath } = choice
  const files = filesOf(options.libDir)
  const entry = options.probe === undefined ? files.entry : realpathSync(options.probe.entry)
  const shell = process.platform !== 'win32' && existsSync(SHELL) ? SHELL : null
  let known: Promise<{ readonly version: string } | { readonly problem: string }> | null = null
  return createProcessStart({
    cwd: dirname(files.entry),
    async command() {
      known ??= choice.version === null ? probeNode(nodePath) : Promise.resolve({ version: choice.version })
      const answer = await known
      if ('problem' in answer) {
        // Asked again next time: the file may have been put there meanwhile.
        known = null
        return answer
      }
      const readable = [...files.readable, ...options.probe?.readable ?? []]
      return commandOf({ nodePath, version: answer.version, entry, ses: files.ses, readable, memoryMb: options.sandbox.memoryMb, cpuSeconds }, shell)
    },
  })
}

function startThreads(options: GuardRunnerOptions): StartRunner {
  const files = filesOf(options.libDir)
  return createThreadStart({ entry: files.threadEntry, ses: files.ses, memoryMb: options.sandbox.memoryMb })
}

/** Real paths, because the permission model compares those: packages may be symlinks into a store. */
function filesOf(libDir: string): { readonly entry: string, readonly threadEntry: string, readonly ses: string, readonly readable: readonly string[] } {
  const lib = realpathSync(libDir)
  const ses = realpathSync(createRequire(join(lib, 'index.js')).resolve('ses'))
  return {
    entry: join(lib, 'runner.js'),
    threadEntry: join(lib, 'runner-thread.js'),
    ses,
    // Asked by Node for the kind of its modules.
    readable: [join(dirname(lib), 'package.json')],
  }
}

function realTime(): PoolTime {
  return {
    now: () => performance.now(),
    after(ms, action, keepAlive) {
      const timer = setTimeout(action, ms)
      if (!keepAlive) timer.unref()
      return () => { clearTimeout(timer) }
    },
  }
}
