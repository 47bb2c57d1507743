/**
 * Child processes of the tests: started with an environment made from nothing, killed with their
 * whole group, and everything they said kept.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'

export interface ChildOutcome {
  /** null when a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** Wall clock, milliseconds. */
  readonly ms: number
  /** Killed by the time limit. */
  readonly timedOut: boolean
}

export interface ChildOptions {
  readonly cwd: string
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>
  /** Time limit in milliseconds; the group is killed at its end. */
  readonly timeoutMs?: number
}

export interface RunningChild {
  readonly pid: number
  stdout(): string
  stderr(): string
  /** Signals the child's process group. */
  kill(signal?: NodeJS.Signals): void
  /** Resolves when `pattern` has appeared on stdout or stderr. Rejects when the child ends first. */
  saw(pattern: RegExp): Promise<RegExpExecArray>
  readonly exited: Promise<ChildOutcome>
}

/** Names that a child may take over from the developer's environment. */
const INHERITED = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec', 'PATHEXT']

/** Further names for children that talk to the package registry. */
const INHERITED_BY_PNPM = /^(?:https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|ssl_cert_file|ssl_cert_dir|npm_config_registry|npm_config_.*ca(?:file)?|npm_config_.*proxy)$/i

/** A small environment: nothing of the developer's dsh, keys or settings gets through. */
export function cleanEnv(extra: Readonly<Record<string, string>> = {}, options: { readonly registry?: boolean } = {}): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (value === undefined) continue
    if (INHERITED.includes(name) || options.registry === true && INHERITED_BY_PNPM.test(name)) env[name] = value
  }
  return { ...env, ...extra }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // Gone meanwhile.
  }
}

/** Starts a child and collects its output. */
export function startChild(command: string, args: readonly string[], options: ChildOptions): RunningChild {
  const began = Date.now()
  const child = spawn(command, args, { cwd: options.cwd, env: options.env, stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' })
  let stdout = ''
  let stderr = ''
  let timedOut = false
  const watchers = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => { stdout += text; watchers.forEach((check) => { check() }) })
  child.stderr.setEncoding('utf8').on('data', (text: string) => { stderr += text; watchers.forEach((check) => { check() }) })
  // A test process that ends early takes its children with it.
  const onExit = (): void => { killGroup(child, 'SIGKILL') }
  process.on('exit', onExit)
  const timer = setTimeout(() => { timedOut = true; killGroup(child, 'SIGKILL') }, options.timeoutMs ?? 60_000)
  const exited = new Promise<ChildOutcome>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      process.removeListener('exit', onExit)
      resolve({ code, signal, stdout, stderr, ms: Date.now() - began, timedOut })
    })
  })
  // A caller that only waits for output must not leave a rejection without a handler.
  exited.catch(() => {})
  return {
    pid: child.pid ?? -1,
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal = 'SIGTERM') => { killGroup(child, signal) },
    exited,
    saw: pattern => new Promise((resolve, reject) => {
      const check = (): void => {
        const match = pattern.exec(stdout) ?? pattern.exec(stderr)
        if (match === null) return
        watchers.delete(check)
        resolve(match)
      }
      watchers.add(check)
      check()
      exited.then((outcome) => { reject(new Error(`ended (${outcome.code ?? outcome.signal}) before ${pattern} appeared:\n${outcome.stdout}\n${outcome.stderr}`)) }, reject)
    }),
  }
}

export async function runChild(command: string, args: readonly string[], options: ChildOptions): Promise<ChildOutcome> {
  return startChild(command, args, options).exited
}
