/**
 * The guards of a cell of the failure table: two healthy ones that say something or decide, and a
 * faulty one among them.
 */
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { Point } from '../../../src/types.ts'

/** Where among the three the faulty guard stands. */
export type Place = 0 | 1 | 2
/** What the healthy guards do in a turn: they only say something, or they decide as far as their Point lets them. */
export type Play = 'says' | 'decides'

/** The turns of a cell. At START both can be had in one: no decision there keeps a word from the model. */
export const PLAYS: Readonly<Record<Point, readonly Play[]>> = {
  command: ['says', 'decides'], result: ['says', 'decides'], start: ['decides'], stop: ['says', 'decides'], terminate: ['says', 'decides'],
}
export const OTHERS = ['one', 'two'] as const

/** Keeps a guard waiting at its runner, so that `onPause` can do something meanwhile. */
export const PAUSE = "vance.llm.call('pause', 'paused');"

export interface Provoked {
  /** `script` or `scriptBody` of the faulty guard. */
  readonly faulty: (point: Point) => object
  readonly config?: object
  /** The guard right before the faulty one pauses. */
  readonly pauseBefore?: boolean
  /** Right before a turn in which no guard comes before the faulty one. */
  readonly beforeFirst?: (now: Now) => Promise<void>
  /** A guard pauses; it goes on when this resolves. */
  readonly onPause?: (now: Now) => Promise<void>
}

export interface Now {
  readonly agent: Agent
  /** Gives the runner to another guard until that one's time is over. */
  occupyRunner(): Promise<void>
}

const SAYS = (name: string): string => `vance.guard.notice('${name} was here')`
const DECIDES: Readonly<Record<Point, (name: string) => string>> = {
  start: name => `${SAYS(name)}; vance.guard.setTurnPrompt('prompt of ${name}')`,
  command: name => `vance.guard.deny('${name} refuses')`,
  result: name => `vance.guard.block('${name} rejects')`,
  stop: name => `vance.guard.continueWith('${name} goes on')`,
  terminate: name => `vance.guard.continueWith('${name} goes on')`,
}

/** Whether the faulty guard is run, or one before it has decided for all. */
export function isReached(point: Point, place: Place, play: Play): boolean {
  return play === 'says' || place === 0 || point === 'start' || point === 'result'
}

/** The guards of a cell in order; `name` is the faulty one's. */
export function trio(row: Provoked, name: string, point: Point, place: Place): readonly Readonly<Record<string, unknown>>[] {
  const common = { trigger: point, maxRounds: 1, ...point === 'command' || point === 'result' ? { tools: ['work'] } : {} }
  const others = OTHERS.map((other, n) => {
    const pauses = row.pauseBefore === true && n === place - 1
    const pauseIn = (play: Play): string => pauses && isReached(point, place, play) ? PAUSE : ''
    return {
      name: other, ...common,
      scriptBody: `if (vance.guard.request === 'decides') { ${pauseIn('decides')} ${DECIDES[point](other)} } else { ${pauseIn('says')} ${SAYS(other)} }`,
    }
  })
  return [...others.slice(0, place), { name, ...common, ...row.faulty(point) }, ...others.slice(place)]
}
