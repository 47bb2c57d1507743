/**
 * The failure table, cell by cell: three guards at a Point, one of them faulty, on a mounted host with
 * real runners. Owns how a Point is driven and what is read of it; what should come of it is the test's.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { expect, vi } from 'vitest'
import type { ShootyService } from '../../../src/host/service.ts'
import type { GuardStatus } from '../../../src/surface/status.ts'
import type { DecisionRecord, Point } from '../../../src/types.ts'
import { PLAYS, trio } from './fault-guards.ts'
import type { Now, Place, Play, Provoked } from './fault-guards.ts'
import { ownWords, withGuards } from '../host/guarded-host.ts'
import type { GuardedHost } from '../host/guarded-host.ts'
import { textOf } from '../model/model-server.ts'
import type { AdapterRequest } from '../host/mount-model.ts'
import { mountHost } from '../host/mount.ts'
import { call, createHold, held, say } from '../model/model-reply.ts'
import type { Reply } from '../model/model-reply.ts'

/** What came of one turn. */
export interface Seen {
  readonly end: string | undefined
  readonly requests: number
  /** How often the tool of the turn really ran. */
  readonly ran: number
  /** What the model read as the result of its call in this turn. */
  readonly result: string | null
  readonly system: string | null
  /** Messages of Shooty's that the model read for the first time; of a follow-up, the guard's own words. */
  readonly read: readonly string[]
  /** Records of the three guards, in order; those at their cap left out. */
  readonly records: readonly string[]
}

export interface Cell {
  /** The name of its faulty guard. */
  readonly name: string
  readonly turns: readonly Seen[]
  /** How often a guard paused, in each turn. */
  readonly pauses: readonly number[]
  readonly status: GuardStatus | undefined
  /** Lines for the human that tell of the faulty guard. */
  readonly told: readonly string[]
}

export interface FaultMount {
  run(point: Point, place: Place): Promise<Cell>
  /** Every decision so far that the audit should have. */
  recorded(): readonly string[]
  audited(): readonly string[]
  dispose(): Promise<void>
}

/** The reply that brings a turn to the Point; after it the model only says something. */
const REACHES: Readonly<Record<Point, readonly Reply[]>> = {
  start: [], command: [call('work', {})], result: [call('work', {})], stop: [], terminate: [call('finish', {})],
}

/** Passes, or stays at its runner. */
const OCCUPIER = { name: 'occupier', trigger: 'command', tools: ['occupy'], scriptBody: "if (vance.guard.command.args.stay) vance.llm.call('pause', 'occupied')" }
const RECIPES = { pause: { system: 'PAUSE', provider: 'scripted', model: 'scripted' } }

export async function mountFaults(row: Provoked): Promise<FaultMount> {
  const lines: string[] = []
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => { lines.push(String(text)); return true })
  let now: Now | null = null
  let pauses = 0
  const pausing = async (): Promise<void> => {
    pauses += 1
    if (now !== null) await row.onPause?.(now)
  }
  const aside = (request: AdapterRequest): Reply | null => {
    if ((request.tools ?? []).length > 0) return null
    const hold = createHold()
    if (JSON.stringify(request.messages).includes('paused')) void hold.arrived.then(pausing).finally(() => { hold.release() })
    return held(hold, say('go on'))
  }
  const host = await withGuards(await mountHost({ aside }), [OCCUPIER], { llm: { recipes: RECIPES }, ...row.config })
  let ran = 0
  let cells = 0
  host.tool('work', () => { ran += 1; return 'work ran' })
  host.tool('finish', (_args, exec) => { (exec as { concludeTurn(): void }).concludeTurn(); ran += 1; return 'finished' })
  host.tool('occupy', () => 'free')

  /** A short time limit must not pay for the start of a runner in place of one that a fault has cost. */
  const runnerReady = (): Promise<void> => expect.poll(async () => (await host.execute({ name: 'occupy' })).isError, { timeout: 60_000 }).toBe(false)

  const turnOf = async (agent: Agent, point: Point, place: Place, play: Play, readBefore: number): Promise<Seen> => {
    const occupied: Promise<unknown>[] = []
    now = {
      agent,
      async occupyRunner() {
        occupied.push(host.execute({ name: 'occupy', args: { stay: true } }))
        await setImmediate()
      },
    }
    const before = { requests: host.requests.length, decisions: host.decisions.length, ran }
    host.push(...REACHES[point])
    if (place === 0 && row.beforeFirst !== undefined) {
      await runnerReady()
      await row.beforeFirst(now)
    }
    await host.prompt(agent, play)
    await Promise.all(occupied)
    const requests = host.requests.slice(before.requests)
    const last = requests.at(-1)
    return {
      end: host.turnEnds(agent).at(-1), requests: requests.length, ran: ran - before.ran,
      result: requests.length < 2 ? null : resultIn(last), system: last?.system ?? null,
      read: ownWords(last).slice(readBefore).map(text => text.split('\n')[0] ?? ''),
      records: host.decisions.slice(before.decisions).filter(one => one.sessionId === agent.session.id && one.outcome !== 'capped').map(recordText),
    }
  }

  return {
    async run(point, place) {
      cells += 1
      const name = `faulty-${cells}`
      await runnerReady()
      const service = host.ctx.get('shooty') as ShootyService
      const remove = trio(row, name, point, place).map(entry => service.register(entry))
      const agent = await host.createAgent()
      const turns: Seen[] = []
      const paused: number[] = []
      for (const play of PLAYS[point]) {
        pauses = 0
        turns.push(await turnOf(agent, point, place, play, turns.flatMap(turn => turn.read).length))
        paused.push(pauses)
      }
      const status = host.snapshot().guards.find(guard => guard.name === name)
      for (const each of remove) each()
      return { name, turns, pauses: paused, status, told: lines.filter(line => line.includes(`guard "${name}"`)) }
    },
    recorded: () => host.decisions.filter(one => one.outcome !== 'passed').map(one => `${one.sessionId} ${one.point} ${recordText(one)}`),
    audited: () => auditOf(host).map(one => `${one.sessionId} ${one.point} ${recordText(one)}`),
    async dispose() {
      await host.dispose()
      stderr.mockRestore()
    },
  }
}

type Recorded = Pick<DecisionRecord, 'sessionId' | 'guard' | 'point' | 'outcome' | 'fault'>

function recordText({ guard, outcome, fault }: Recorded): string {
  return [guard, outcome, ...fault === null ? [] : [fault]].join(' ')
}

function auditOf(host: GuardedHost): readonly Recorded[] {
  return readFileSync(join(host.home, 'shooty', 'audit.jsonl'), 'utf8').split('\n').filter(line => line !== '').map((line) => {
    const one = JSON.parse(line) as Omit<Recorded, 'sessionId' | 'fault'> & { readonly session: string, readonly fault?: Recorded['fault'] }
    return { ...one, sessionId: one.session, fault: one.fault ?? null }
  })
}

function resultIn(request: AdapterRequest | undefined): string | null {
  const blocks = (request?.messages ?? []).flatMap(({ content }) => content as readonly { readonly type: string, readonly content?: unknown }[])
  const last = blocks.findLast(block => block.type === 'tool-result')
  return last === undefined ? null : textOf(last.content)
}

/** Kills every runner of this process. */
export function killRunners(): void {
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')) {
    const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (Number(parent) === process.pid && args.includes(join('lib', 'runner.js'))) process.kill(Number(pid), 'SIGKILL')
  }
}
