/**
 * The failure table, every fault at every Point, with the faulty guard first, between and behind two
 * healthy ones: the Point's rule holds, the others' verdicts stay, and the fault leaves one record, one
 * line in the audit and one line for the human.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killRunners, mountFaults } from '../support/session/fault-cell.ts'
import type { Cell, FaultMount, Seen } from '../support/session/fault-cell.ts'
import { OTHERS, PAUSE, PLAYS, isReached } from '../support/session/fault-guards.ts'
import type { Place, Play, Provoked } from '../support/session/fault-guards.ts'
import type { FaultCode, Point } from '../../src/types.ts'

interface Row extends Provoked {
  readonly fault: string
  /** null: a cancellation, which is no fault. */
  readonly code: FaultCode | null
  /** What the human is told of the cause. */
  readonly why: RegExp
  /** How often a guard pauses in the first turn. */
  readonly pauses?: number
}

const ROWS: readonly Row[] = [
  { fault: 'throws', code: 'script_threw', why: /broken on purpose/, faulty: () => ({ scriptBody: "throw new Error('broken on purpose')" }) },
  {
    fault: 'acts for another Point', code: 'wrong_action', why: /cannot be used at the Point/,
    faulty: point => ({ scriptBody: point === 'start' ? "vance.guard.deny('no')" : "vance.guard.setTurnPrompt('no')" }),
  },
  { fault: 'is not there', code: 'not_found', why: /absent\.js/, faulty: () => ({ script: 'absent.js' }) },
  { fault: 'does not parse', code: 'not_parsed', why: /Unexpected token/, faulty: () => ({ scriptBody: 'const ok = 1\nif (' }) },
  { fault: 'runs out of time', code: 'timeout', why: /within 1000 ms/, config: { timeoutMs: 1000 }, faulty: () => ({ scriptBody: "/^(a+)+$/.test('a'.repeat(40) + '!')" }) },
  { fault: 'runs out of steps', code: 'step_limit', why: /more than 10000 steps/, config: { sandbox: { maxSteps: 10_000 } }, faulty: () => ({ scriptBody: 'for (;;) {}' }) },
  {
    fault: 'runs out of memory', code: 'memory_limit', why: /raise (?:sandbox\.memoryMb|that)/, config: { sandbox: { memoryMb: 64, maxSteps: 0 } },
    faulty: () => ({ scriptBody: "'x'.repeat(2 ** 28).split('')" }),
  },
  {
    // Started over once after the first death, so the runner is killed in each of the two runs.
    fault: 'loses its runner', code: 'runner_died', why: /SIGKILL/, config: { sandbox: { maxRunners: 1 } },
    faulty: () => ({ scriptBody: PAUSE }), onPause: async () => { killRunners() }, pauses: 2,
  },
  {
    fault: 'finds no free runner', code: 'no_runner_free', why: /sandbox\.maxRunners/, config: { timeoutMs: 1500, sandbox: { maxRunners: 1 } },
    faulty: () => ({ scriptBody: 'return' }), pauseBefore: true, beforeFirst: now => now.occupyRunner(), onPause: now => now.occupyRunner(),
  },
  { fault: 'is cancelled', code: null, why: /never/, faulty: () => ({ scriptBody: PAUSE }), onPause: async ({ agent }) => { agent.cancel({ kind: 'user' }) } },
]

const POINTS: readonly Point[] = ['command', 'result', 'start', 'stop', 'terminate']
const WHERE = ['first', 'between', 'last'] as const
const CELLS = POINTS.flatMap(point => ([0, 1, 2] as const).map(place => ({ point, place, where: WHERE[place] })))

/** How a fault is told of. */
const CONSEQUENCE: Readonly<Record<Point, string>> = {
  command: 'the call was refused, and so is every one that it cannot judge',
  start: 'the turn goes on without it', result: 'the result stays as it is', stop: 'the agent stops as if it were not there', terminate: 'the agent stops as if it were not there',
}

const here = (names: readonly string[]): readonly string[] => names.map(name => `${name} was here`)

/** The records of one turn: everybody up to the guard that decides for all, and of a cancelled run none. */
function recordsOf(row: Row, point: Point, place: Place, play: Play, name: string): readonly string[] {
  const fired = (names: readonly string[]): readonly string[] => names.map(other => `${other} fired`)
  if (!isReached(point, place, play)) return [point === 'command' ? 'one denied' : 'one fired']
  const before = fired(OTHERS.slice(0, place))
  if (row.code === null) return before
  const fault = `${name} script_error ${row.code}`
  if (point === 'command') return [...before, fault]
  const firstWins = play === 'decides' && (point === 'stop' || point === 'terminate')
  return [...before, fault, ...firstWins ? ['one fired'] : fired(OTHERS.slice(place))]
}

type Outcome = Pick<Seen, 'end' | 'requests' | 'ran' | 'result' | 'read'> & { readonly prompt: string | null }

/** Only the host's cancellation: no decision, and nothing of what was said before it. */
function cancelledOutcome(point: Point): Outcome {
  return { end: 'aborted', requests: point === 'start' ? 0 : 1, ran: point === 'result' || point === 'terminate' ? 1 : 0, result: null, read: [], prompt: null }
}

/** The Point's rule, the faulty guard aside: what the healthy guards bring about alone. */
function outcomeOf(row: Row, point: Point, place: Place, play: Play): Outcome {
  const decides = play === 'decides'
  if (row.code === null && isReached(point, place, play)) return cancelledOutcome(point)
  const plain = { end: 'completed', requests: 1, ran: 0, result: null, read: [], prompt: null }
  switch (point) {
    case 'command': {
      const refused = isReached(point, place, play) ? [`REFUSED for ${row.code}`, ...decides ? [] : here(OTHERS.slice(0, place))].join('\n\n') : 'one refuses'
      return { ...plain, requests: 2, result: `Error: ${refused}` }
    }
    case 'result': return { ...plain, requests: 2, ran: 1, result: decides ? 'one rejects\n\ntwo rejects' : 'work ran', read: decides ? [] : here(OTHERS) }
    case 'start': return { ...plain, read: here(OTHERS), prompt: 'prompt of two' }
    case 'stop': case 'terminate': {
      const ran = point === 'terminate' ? 1 : 0
      if (!decides) return { ...plain, ran }
      // What was said at the end of the turn before is read in this one.
      const read = [...row.code === null ? [] : here(OTHERS), '[completion-guard] one goes on']
      return { ...plain, ran, requests: 2, result: ran === 1 ? 'finished' : null, read }
    }
  }
}

/** Without the line that says whose words they are. */
function bare(text: string): string {
  return text.replace(/\n\n\(From the automatic guard "[^"]+", not from the user: [^)]*\)/g, '')
}

/** A refusal for a fault: which guard, why, and the way out; the words for it are folded away. */
function folded({ system, records: _records, ...seen }: Seen, row: Row, name: string): Outcome {
  const refusal = new RegExp(`Refused: guard "${name}"(?: \\([^)]*\\))? could not judge this call \\(${row.code}(?: at line \\d+)?: [^\n]*${row.why.source}[^\n]*\\)\\. [^\n]*: /guard off ${name}(?=\n|$)`)
  const result = seen.result === null ? null : bare(seen.result).replace(refusal, `REFUSED for ${row.code}`)
  return { ...seen, result, read: seen.read.map(bare), prompt: system?.startsWith('prompt of') === true ? system : null }
}

/** Nobody is told twice, and a cancellation is nothing to tell of. */
function expectTold({ name, told, status, turns }: Cell, row: Row, point: Point): void {
  const errors = turns.flatMap(turn => turn.records).filter(record => record.startsWith(name)).length
  expect(status).toMatchObject({ errors, fired: 0, denied: 0, passed: 0, lastError: row.code === null ? null : expect.stringMatching(row.why) })
  if (row.code === null) expect(told).toEqual([])
  else expect(told).toEqual([expect.stringMatching(`^shooty warn: guard "${name}" failed at ${point} \\(${row.code}: .*${row.why.source}.*\\); ${CONSEQUENCE[point]}\\. .*\n$`)])
}

describe.each(ROWS)('a guard that $fault', (row) => {
  let mount: FaultMount
  beforeAll(async () => { mount = await mountFaults(row) })
  afterAll(async () => { await mount.dispose() })

  it.each(CELLS)('$where at $point', async ({ point, place }) => {
    const cell = await mount.run(point, place)
    expect(cell.turns.map(turn => folded(turn, row, cell.name))).toEqual(PLAYS[point].map(play => outcomeOf(row, point, place, play)))
    expect(cell.turns.map(turn => turn.records)).toEqual(PLAYS[point].map(play => recordsOf(row, point, place, play, cell.name)))
    expectTold(cell, row, point)
    if (row.pauses !== undefined) expect(cell.pauses[0]).toBe(row.pauses)
  })

  it('is in the audit, once for each record', async () => {
    await expect.poll(() => mount.audited(), { timeout: 10_000 }).toEqual(mount.recorded())
  })
})
