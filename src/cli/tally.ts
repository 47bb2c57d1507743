/** What a replay counts, in bounded memory: by guard, the most frequent refusals, and where versions differ. */
import { LRUCache } from 'lru-cache'
import { maskSecrets, oneLine } from '../base/text.ts'
import type { Judgment } from '../compose/workbench.ts'
import { describeCall } from './describe-call.ts'
import type { CommandView, Outcome } from '../types.ts'

export interface Place {
  readonly session: string
  readonly seq: number
}

export interface Frequent {
  readonly guard: string
  readonly reason: string
  /** A call that met it, with secrets masked. */
  readonly example: string
  count: number
  readonly first: Place
}

export interface Difference extends Place {
  readonly call: string
  readonly outcomes: Readonly<Record<string, Outcome>>
}

export interface Tally {
  add(judgment: Judgment, call: CommandView | null, place: Place): void
  byGuard(): Readonly<Record<string, Readonly<Partial<Record<Outcome, number>>>>>
  /** The ten most frequent things that would be refused or sent back. */
  frequent(): readonly Frequent[]
  differences(): { readonly total: number, readonly first: readonly Difference[] }
}

const MAX_KINDS = 10_000
const MAX_DIFFERENCES = 100
const TOP = 10
const ACTED: ReadonlySet<string> = new Set(['denied', 'fired', 'asked', 'observed', 'script_error'])

/** @param versions names of the guards whose verdicts are compared; fewer than two: none. */
export function createTally(versions: readonly string[]): Tally {
  const guards = new Map<string, Partial<Record<Outcome, number>>>()
  const kinds = new LRUCache<string, Frequent>({ max: MAX_KINDS })
  const differing: Difference[] = []
  let differences = 0

  const count = (guard: string, outcome: Outcome): void => {
    const counts = guards.get(guard) ?? {}
    counts[outcome] = (counts[outcome] ?? 0) + 1
    guards.set(guard, counts)
  }

  return {
    add({ parts }, call, place) {
      const shown = call === null ? 'the end of a turn' : describeCall(call)
      for (const { guard, outcome, reason } of parts) {
        count(guard, outcome)
        if (!ACTED.has(outcome)) continue
        const words = oneLine(reason ?? '', 200)
        const key = `${guard}\n${words}`
        const known = kinds.get(key)
        if (known === undefined) kinds.set(key, { guard, reason: words, example: shown, count: 1, first: place })
        else known.count++
      }
      const compared = parts.filter(part => versions.includes(part.guard))
      if (compared.length < 2 || new Set(compared.map(part => part.outcome)).size < 2) return
      differences++
      if (differing.length < MAX_DIFFERENCES) differing.push({ ...place, call: shown, outcomes: Object.fromEntries(compared.map(part => [part.guard, part.outcome])) })
    },
    byGuard: () => Object.fromEntries(guards),
    frequent: () => [...kinds.values()].sort((a, b) => b.count - a.count).slice(0, TOP).map(one => ({ ...one, reason: maskSecrets(one.reason) })),
    differences: () => ({ total: differences, first: differing }),
  }
}
