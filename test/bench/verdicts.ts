/** One guard's verdict through the real pool, and the same decision made in other ways. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileGuard } from '../../.cache/modules/guard/compile.js'
import { shownReading } from '../../.cache/modules/api/knowledge.js'
import { createEffectReader } from '../../.cache/modules/gate/effects.js'
import { createLocalFiles } from '../../.cache/modules/host/ports/local-files.js'
import { createScriptRunner } from '../../.cache/modules/pool/create.js'
import type { CommandView, CompiledGuard, JsonValue, PointInput, RunJob } from '../../src/types.ts'
import { sample, summary } from './measure.ts'
import type { Sample } from './measure.ts'

const LIB = fileURLToPath(new URL('../../lib', import.meta.url))
export const NODE_HOOK = "let text = ''; process.stdin.on('data', d => { text += d }); process.stdin.on('end', () => { process.exit(JSON.parse(text).args.command.includes('rm -rf') ? 2 : 0) })"
export const SHELL_HOOK = 'read -r text; case "$text" in *"rm -rf"*) exit 2;; *) exit 0;; esac'

/** A guard of about 40 lines: patterns, a scratch counter, a decision. */
const TYPICAL = `const { name, args } = vance.guard.command
const text = typeof args === 'string' ? args : String(args.command ?? '')
const patterns = [/\\brm\\s+-\\w*r/, /\\bgit\\s+push\\s+.*--force/, /\\bcurl\\b.*\\|\\s*(?:ba)?sh/, /\\bchmod\\s+777/, /\\bdd\\b.*of=\\/dev/]
const words = text.split(/\\s+/).filter(word => word !== '')
const seen = vance.guard.loopValues.get('seen') ?? 0
vance.guard.loopValues.set('seen', seen + words.length)
let score = 0
for (const word of words) {
  if (word.startsWith('/etc')) score += 2
  if (word.startsWith('-')) score += word.includes('f') ? 1 : 0
}
const hit = patterns.find(pattern => pattern.test(text))
if (hit !== undefined) vance.guard.deny('refused: ' + hit.source)
else if (score > 10) vance.guard.deny('too many risky words')
`

/** Ten times a hundred lines of plain work, so that its length costs what length costs. */
function long(): string {
  const lines = Array.from({ length: 998 }, (_, at) => `const v${at} = ${at === 0 ? '1' : `(v${at - 1} * 31 + ${at}) % 9973`}`)
  return [...lines, "if (v997 < 0) vance.guard.deny('never')", ''].join('\n')
}

export const GUARDS = {
  trivial: "if (vance.guard.command.args.command.includes('rm -rf')) vance.guard.deny('no')",
  refusing: "if (vance.guard.command.args.command.includes('echo')) vance.guard.deny('no')",
  typical: TYPICAL,
  long: long(),
  hostCall: "vance.guard.sessionValues.get('x')",
  reading: "if (vance.guard.command.shell?.commands.some(({ program }) => program === 'rm')) vance.guard.deny('no')",
}

export function compiled(name: string, text: string): CompiledGuard {
  const outcome = compileGuard(text, { name, language: 'js' })
  if (!outcome.ok) throw new Error(`${name}: ${outcome.reason}`)
  return outcome.compiled
}

const session = { sessionId: 's', agentId: 's', rootSessionId: 's', cwd: '/', isSubagent: false }

export function jobOf(hash: string, guard: CompiledGuard, overrides: Partial<RunJob> = {}): RunJob {
  const input: PointInput = {
    point: 'command', session, task: 'task', request: 'request', output: '', round: 0, naturalStop: false, hasAgent: true, result: null,
    command: { name: 'bash', args: { command: 'echo hello && ls -la', description: 'list' }, callId: 'c' },
  }
  return {
    hash, guardName: 'bench', compiled: guard, input, mode: 'enforce', params: {}, maxRounds: 3, allowTools: false, now: 0, loopScratch: {},
    timeoutMs: 30_000, signal: new AbortController().signal,
    host: { call: () => Promise.resolve<JsonValue>(null), tell: () => undefined },
    ...overrides,
  }
}

const reader = createEffectReader({ files: createLocalFiles(), protectedTools: [], home: null, variables: {} })

function readingHost(command: CommandView): RunJob['host'] {
  return { call: async (): Promise<JsonValue> => shownReading(await reader.readCall(command, session), true), tell: () => undefined }
}

export function openRunner(maxRunners = 4): ReturnType<typeof createScriptRunner> {
  return createScriptRunner({
    sandbox: { runner: 'process', maxRunners, memoryMb: 256, nodePath: null, maxSteps: 10_000_000 }, timeoutMs: 30_000, libDir: LIB,
    host: { execPath: process.execPath, versions: process.versions, isSingleExecutable: false, findNode: () => null }, onHostExit: () => () => undefined,
  })
}

export interface VerdictSamples {
  readonly verdicts: Readonly<Record<keyof typeof GUARDS, Sample>>
  readonly inProcess: Sample
  readonly first: Sample
  /** Ten trivial guards, one after the other, as COMMAND runs them. */
  readonly ten: Sample
  /** Resident memory of one runner after all of the above, MiB. */
  readonly runnerMb: number
  /** What each further typical guard adds to that, KiB. */
  readonly guardKb: number
  readonly throughput: readonly { readonly runners: number, readonly perSecond: number }[]
}

export async function measureVerdicts(count: number): Promise<VerdictSamples> {
  const runner = openRunner()
  const verdicts: Partial<Record<keyof typeof GUARDS, Sample>> = {}
  for (const [name, text] of Object.entries(GUARDS) as [keyof typeof GUARDS, string][]) {
    const job = jobOf(name, compiled(name, text))
    // A call is read once, so each of these is a call of its own.
    verdicts[name] = await sample(count, () => runner.run(name === 'reading' ? { ...job, host: readingHost({ ...job.input.command as CommandView }) } : job))
  }
  const trivial = Array.from({ length: 10 }, (_, at) => jobOf(`ten-${at}`, compiled('trivial', `${GUARDS.trivial} // ${at}`)))
  const ten = await sample(Math.ceil(count / 10), async () => { for (const job of trivial) await runner.run(job) })
  const runnerMb = Math.max(...runner.stats().runners.map(one => rssOf(one.pid)))
  await runner.dispose()
  const args = { command: 'echo hello && ls -la' }
  const listener = async (): Promise<boolean> => Promise.resolve(args.command.includes('rm -rf'))
  return { verdicts: verdicts as VerdictSamples['verdicts'], inProcess: await sample(count, listener), ten, first: await firstVerdict(), runnerMb, guardKb: await memoryPerGuard(), throughput: await throughput() }
}

async function firstVerdict(): Promise<Sample> {
  const guard = compiled('trivial', GUARDS.trivial)
  const times: number[] = []
  for (let round = 0; round < 8; round += 1) {
    const runner = openRunner()
    const began = performance.now()
    await runner.run(jobOf('trivial', guard))
    times.push(performance.now() - began)
    await runner.dispose()
  }
  return summary(times)
}

/** Fewer than a runner may hold, so that none is replaced meanwhile. */
const MANY_GUARDS = 200

async function memoryPerGuard(): Promise<number> {
  const pool = openRunner(1)
  const load = async (from: number, to: number): Promise<number> => {
    for (let at = from; at < to; at += 1) await pool.run(jobOf(`many-${at}`, compiled('typical', `${TYPICAL}// ${at}\n`)))
    return rssOf(pool.stats().runners[0]?.pid ?? null)
  }
  const before = await load(0, MANY_GUARDS / 4)
  const after = await load(MANY_GUARDS / 4, MANY_GUARDS)
  await pool.dispose()
  return (after - before) * 1024 / (MANY_GUARDS * 3 / 4)
}

async function throughput(): Promise<VerdictSamples['throughput']> {
  const guard = compiled('typical', GUARDS.typical)
  const results = []
  for (const runners of [1, 2, 4]) {
    const pool = openRunner(runners)
    const batch = (size: number): Promise<unknown> => Promise.all(Array.from({ length: size }, () => pool.run(jobOf('typical', guard))))
    await batch(200)
    const began = performance.now()
    for (let round = 0; round < 10; round += 1) await batch(500)
    results.push({ runners, perSecond: 5000 / ((performance.now() - began) / 1000) })
    await pool.dispose()
  }
  return results
}

function rssOf(pid: number | null): number {
  if (pid === null || process.platform !== 'linux') return Number.NaN
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** A command that gets the call on its standard input and answers by its exit code, as hooks do. */
export function hook(command: string, args: readonly string[]): () => Promise<number | null> {
  const input = JSON.stringify({ tool: 'bash', args: { command: 'echo hello && ls -la' } })
  return () => new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'ignore'] })
    child.once('error', reject)
    child.once('exit', resolve)
    child.stdin.on('error', () => undefined)
    child.stdin.end(`${input}\n`)
  })
}
