/**
 * `npm run load`: 200 sessions on the host's own pipeline, a tenth of them misbehaving. Prints what it cost
 * the others. Ends with exit code 1 when a verdict was wrong or there were more processes than there may be.
 * `--quick` makes a tenth of the calls.
 */
import { ms, ratio, summary, table } from '../bench/measure.ts'
import type { Sample } from '../bench/measure.ts'
import { watchMeters } from './meters.ts'
import type { Watch } from './meters.ts'
import { behave, misbehave, MOST_PROCESSES, openLoadedHost, turn } from './sessions.ts'
import type { Harm } from './sessions.ts'

const quick = process.argv.includes('--quick')
const CALLS = quick ? 5_000 : 50_000
const GOOD = 180
const HARMS: readonly Harm[] = ['regex', 'steps', 'memory', 'judge', 'throw']
const BAD = 20
const PAUSE_MS = 800

interface Pass {
  readonly calls: Sample
  readonly badCalls: number
  readonly meters: ReturnType<Watch['stop']>
  readonly wrong: readonly string[]
  readonly refusals: ReadonlyMap<string, number>
}

async function pass(options: { readonly shooty: boolean, readonly bad: number, readonly calls: number }): Promise<Pass> {
  const loaded = await openLoadedHost(options.shooty ? {} : null)
  const good = await Promise.all(Array.from({ length: GOOD }, (_, at) => loaded.host.createAgent({ sessionId: `good-${at}` })))
  const bad = await Promise.all(Array.from({ length: options.bad }, (_, at) => loaded.host.createAgent({ sessionId: `bad-${at}` })))
  await Promise.all(good.map(agent => turn(loaded, agent, options.shooty)))
  const watch = watchMeters()
  const over = { done: false }
  const harming = bad.map((agent, at) => misbehave(loaded, agent, HARMS[at % HARMS.length] ?? 'throw', over))
  const each = Math.ceil(options.calls / GOOD)
  const times = await Promise.all(good.map((agent, at) => behave(loaded, agent, { calls: each, pauseMs: PAUSE_MS, seed: at + 1 }, options.shooty)))
  over.done = true
  const badCalls = (await Promise.all(harming)).reduce((sum, count) => sum + count, 0)
  const meters = watch.stop()
  await Promise.all(good.map(agent => turn(loaded, agent, options.shooty)))
  await loaded.host.dispose()
  return { calls: summary(times.flat()), badCalls, meters, wrong: loaded.wrong, refusals: loaded.refusals }
}

const passes: Readonly<Record<string, Pass>> = {
  'without Shooty': await pass({ shooty: false, bad: 0, calls: CALLS / 5 }),
  '180 sessions': await pass({ shooty: true, bad: 0, calls: CALLS / 2 }),
  'and 20 that misbehave': await pass({ shooty: true, bad: BAD, calls: CALLS }),
}

const rows = Object.entries(passes).map(([name, { calls, badCalls, meters }]) => [
  name, String(calls.count + badCalls), ms(calls.p50), ms(calls.p99), ms(meters.longestStallMs), meters.hostMb.toFixed(0), meters.largestChildMb.toFixed(0), String(meters.children), String(meters.openFiles),
])
process.stdout.write(`${table(['', 'calls', 'p50 ms', 'p99 ms', 'longest stall ms', 'host MiB', 'largest runner MiB', 'processes', 'open files'], rows)}\n\n`)
const [, calm, stormy] = Object.values(passes)
if (calm === undefined || stormy === undefined) throw new Error('a pass is missing')
process.stdout.write(`p99 of the well-behaved: ${ratio(stormy.calls.p99 / calm.calls.p99)} times that without the misbehaving\n`)
process.stdout.write(`calls of the misbehaving: ${[...stormy.refusals].sort().map(([what, count]) => `${what} ${count}`).join(', ')}\n`)
const wrong = Object.values(passes).flatMap(one => one.wrong)
process.stdout.write(`wrong verdicts: ${wrong.length}\n${wrong.slice(0, 20).join('\n')}\n`)
const tooMany = stormy.meters.children > MOST_PROCESSES
if (tooMany) process.stdout.write(`there were ${stormy.meters.children} processes, at most ${MOST_PROCESSES} were to be expected\n`)
process.exitCode = wrong.length === 0 && !tooMany ? 0 : 1
