/**
 * Many sessions at once on the host's own pipeline: guards at all Points, a known verdict for every call,
 * and some sessions whose calls make their guards loop, fill memory or wait for a slow judge.
 */
import type { Agent } from '@deepseek-ai/dsh-agent'
import { after, say } from '../support/model/model-reply.ts'
import { mountHost } from '../support/host/mount.ts'
import type { MountedHost } from '../support/host/mount.ts'
import type { AdapterRequest } from '../support/host/mount-model.ts'
import { createRandom } from '../support/random.ts'
import type { Random } from '../support/random.ts'

const JUDGE_MS = 2_000
/** A refused agent thinks before it tries again. */
const AGAIN_MS = 100

/** In order; each does its work for every session, and harm only where a call asks for it. */
const GUARDS = [
  { name: 'begin', trigger: 'start', scriptBody: "vance.guard.setTurnPrompt('prompt of ' + vance.context.sessionId)" },
  {
    name: 'faulty', trigger: 'command', scriptBody: `const { harm } = vance.guard.command.args
if (harm === 'regex') /^(a+)+$/.test('a'.repeat(60) + '!')
if (harm === 'steps') for (;;) {}
if (harm === 'memory') { const kept = []; for (;;) kept.push('x'.repeat(100) + kept.length) }
if (harm === 'throw') undefined.at.all
if (harm === 'judge' && !vance.llm.callForJson('command-guard', vance.guard.command.args.command).safe) vance.guard.deny('judged')`,
  },
  {
    name: 'policy', trigger: 'command', scriptBody: `const seen = (vance.guard.loopValues.get('seen') ?? 0) + 1
vance.guard.loopValues.set('seen', seen)
if (/\\brm -rf\\b/.test(vance.guard.command.args.command)) vance.guard.deny('no rm for ' + vance.context.sessionId + ', call ' + seen)`,
  },
  { name: 'after', trigger: 'result', scriptBody: "if (vance.guard.result.text.includes('secret')) vance.guard.block('kept from ' + vance.context.sessionId)" },
  { name: 'end', trigger: 'stop', maxRounds: 1, scriptBody: "vance.guard.continueWith('more, ' + vance.context.sessionId)" },
]

/** Runners that there may be by default, half as many again for quick runs, and as many that the system has yet to take away. */
export const MOST_PROCESSES = 4 + 2 + 4

export type Harm = 'regex' | 'steps' | 'memory' | 'throw' | 'judge'

/** How a call that does harm is refused: by the fault that it makes, or because its time was over before its turn came. */
const REFUSALS: Readonly<Record<Harm, RegExp>> = {
  regex: /\((?:timeout|no_runner_free)\b/,
  steps: /\((?:step_limit|timeout|no_runner_free)\b/,
  memory: /\((?:memory_limit|runner_died|timeout|no_runner_free)\b/,
  throw: /\((?:script_threw|no_runner_free)\b/,
  judge: /^judged$|\((?:timeout|no_runner_free)\b/,
}

export interface LoadedHost {
  readonly host: MountedHost
  /** Verdicts that were not as they had to be, in words. */
  readonly wrong: string[]
  readonly refusals: Map<string, number>
}

/** @param config null leaves Shooty out. */
export async function openLoadedHost(config: object | null = {}): Promise<LoadedHost> {
  const wrong: string[] = []
  const host = await mountHost({ aside: request => replyTo(request, wrong, config !== null) })
  if (config !== null) await host.mountShooty({ guard: GUARDS, repeatThreshold: 0, llm: { provider: 'scripted', model: 'scripted' }, ...config })
  host.tool('work', args => (args as { say?: string }).say ?? 'done')
  return { host, wrong, refusals: new Map() }
}

function replyTo(request: AdapterRequest, wrong: string[], guarded: boolean): ReturnType<typeof say> {
  const text = JSON.stringify(request.messages)
  if (`${request.system ?? ''}${text}`.includes('You judge one tool call')) return after(JUDGE_MS, say(JSON.stringify({ safe: !text.includes('unsafe') })))
  const session = /turn of ([\w-]+)/.exec(text)?.[1] ?? 'nobody'
  if (guarded && request.system !== `prompt of ${session}`) wrong.push(`${session} was sent the system prompt ${String(request.system).slice(0, 60)}`)
  return say('over')
}

/** One turn on its own: START gives it a prompt, STOP sends it on once. */
export async function turn({ host, wrong }: LoadedHost, agent: Agent, guarded = true): Promise<void> {
  await host.prompt(agent, `turn of ${String(agent.session.id)}`)
  const { events } = agent.session as unknown as { readonly events: readonly { readonly type: string, readonly data: unknown }[] }
  if (guarded && !JSON.stringify(events.slice(-12)).includes(`more, ${String(agent.session.id)}`)) wrong.push(`${String(agent.session.id)} was not sent on at its end`)
}

/** What a well-behaved session asks for, with the verdict that it must get. */
function nextCall(random: Random): { readonly args: object, readonly expected: 'allow' | 'deny' | 'block' } {
  const roll = random.below(20)
  if (roll < 2) return { args: { command: 'rm -rf build' }, expected: 'deny' }
  if (roll < 3) return { args: { command: 'cat', say: 'a secret' }, expected: 'block' }
  return { args: { command: 'echo hello && ls -la' }, expected: 'allow' }
}

export interface Pace {
  readonly calls: number
  /** Longest pause between two calls of a session, milliseconds. */
  readonly pauseMs: number
  readonly seed: number
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, ms) })

/** @returns milliseconds of each call. */
export async function behave({ host, wrong }: LoadedHost, agent: Agent, pace: Pace, guarded = true): Promise<number[]> {
  const random = createRandom(pace.seed)
  const id = String(agent.session.id)
  const times: number[] = []
  for (let count = 0; count < pace.calls; count += 1) {
    const { args, expected } = nextCall(random)
    const began = performance.now()
    const result = await host.execute({ name: 'work', args, agent })
    times.push(performance.now() - began)
    const seen = !result.isError ? 'allow' : result.error.message.startsWith(`no rm for ${id}, call `) ? 'deny' : JSON.stringify(result.content).includes(`kept from ${id}`) ? 'block' : result.error.message
    if (guarded && seen !== expected) wrong.push(`${id}, call ${count}: ${seen} in place of ${expected}`)
    await pause(random.next() * pace.pauseMs)
  }
  return times
}

/** Does harm until the others are done. @returns how many calls it made. */
export async function misbehave({ host, wrong, refusals }: LoadedHost, agent: Agent, harm: Harm, over: { readonly done: boolean }): Promise<number> {
  const random = createRandom(agent.session.id.length)
  let count = 0
  for (; !over.done; count += 1) {
    const safe = harm === 'judge' && random.below(2) === 0
    const result = await host.execute({ name: 'work', args: { command: safe ? 'touch x' : 'unsafe', harm }, agent })
    const text = result.isError ? result.error.message : 'allowed'
    const right = safe ? !result.isError || REFUSALS.judge.test(text) : REFUSALS[harm].test(text)
    if (!right) wrong.push(`${String(agent.session.id)}, ${harm}: ${text.slice(0, 200)}`)
    const named = `${harm}: ${/\((\w+)/.exec(text)?.[1] ?? text}`
    refusals.set(named, (refusals.get(named) ?? 0) + 1)
    await pause(AGAIN_MS)
  }
  return count
}
