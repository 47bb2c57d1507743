/**
 * `npm run soak`: 200,000 verdicts through the host's own pipeline without a pause. Prints memory and open
 * files along the way. Ends with exit code 1 when a verdict was wrong, or when either still grew
 * after the first half. `--quick` makes a tenth of the verdicts.
 */
import { table } from '../bench/measure.ts'
import { readMeters } from './meters.ts'
import type { Reading } from './meters.ts'
import { behave, openLoadedHost } from './sessions.ts'

const VERDICTS = process.argv.includes('--quick') ? 20_000 : 200_000
const SESSIONS = 20
const ROUNDS = 20
/** Two COMMAND guards and one RESULT guard; a refused call meets no RESULT block, and is judged there all the same. */
const VERDICTS_PER_CALL = 3
/** Memory of a process is never quite the same; what leaks grows by more than this in 100,000 verdicts. */
const TOLERANCE = 1.15
const FILES_TOLERANCE = 4

const loaded = await openLoadedHost()
const agents = await Promise.all(Array.from({ length: SESSIONS }, (_, at) => loaded.host.createAgent({ sessionId: `good-${at}` })))
const calls = Math.ceil(VERDICTS / VERDICTS_PER_CALL / SESSIONS / ROUNDS)
const readings: Reading[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  await Promise.all(agents.map((agent, at) => behave(loaded, agent, { calls, pauseMs: 0, seed: round * SESSIONS + at + 1 })))
  readings.push(readMeters())
}
await loaded.host.dispose()

process.stdout.write(`${table(['verdicts', 'host MiB', 'largest runner MiB', 'runners', 'open files'], readings.map((one, round) => [
  String((round + 1) * calls * SESSIONS * VERDICTS_PER_CALL), one.hostMb.toFixed(0), one.largestChildMb.toFixed(0), String(one.children), String(one.openFiles),
]))}\n\n`)

const half = ROUNDS / 2
const highest = (of: (reading: Reading) => number, from: number, to: number): number => Math.max(...readings.slice(from, to).map(of))
const problems = [...loaded.wrong]
for (const [what, of] of [['host', (one: Reading) => one.hostMb], ['runner', (one: Reading) => one.largestChildMb]] as const) {
  const [before, after] = [highest(of, half / 2, half), highest(of, half, ROUNDS)]
  process.stdout.write(`memory of the ${what}, second half against the quarter before: ${(after / before).toFixed(2)}\n`)
  if (after > before * TOLERANCE) problems.push(`the memory of the ${what} grew from ${before.toFixed(0)} to ${after.toFixed(0)} MiB`)
}
const files = (from: number, to: number): number => highest(one => one.openFiles, from, to)
if (files(half, ROUNDS) > files(0, half) + FILES_TOLERANCE) problems.push(`open files grew from ${files(0, half)} to ${files(half, ROUNDS)}`)
process.stdout.write(problems.length === 0 ? 'no wrong verdict, nothing grew\n' : `${problems.slice(0, 20).join('\n')}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
