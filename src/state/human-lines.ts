/**
 * What guards said to the human of a session, for hosts whose standard error stream nobody watches. In memory;
 * a session's lines are those of its subagents too.
 */
import { LRUCache } from 'lru-cache'

export interface HumanLine {
  readonly time: number
  readonly level: 'info' | 'warn' | 'error'
  readonly text: string
}

export interface HumanLines {
  add(rootSessionId: string, line: HumanLine): void
  /** Those that were not shown yet, oldest first; they count as shown from then on. */
  unseen(rootSessionId: string): readonly HumanLine[]
  /** The last ones, shown or not, oldest first; they count as shown from then on. */
  all(rootSessionId: string): readonly HumanLine[]
}

/** Kept for each session; the oldest go first. */
export const MAX_HUMAN_LINES = 20
const MAX_SESSIONS = 256

export function createHumanLines(): HumanLines {
  const sessions = new LRUCache<string, { lines: readonly HumanLine[], fresh: number }>({ max: MAX_SESSIONS })
  const show = (id: string, count: (fresh: number) => number): readonly HumanLine[] => {
    const said = sessions.get(id)
    if (said === undefined) return []
    const shown = said.lines.slice(said.lines.length - Math.min(said.lines.length, count(said.fresh)))
    said.fresh = 0
    return shown
  }
  return {
    add(id, line) {
      const { lines, fresh } = sessions.get(id) ?? { lines: [], fresh: 0 }
      sessions.set(id, { lines: [...lines, line].slice(-MAX_HUMAN_LINES), fresh: fresh + 1 })
    },
    unseen: id => show(id, fresh => fresh),
    all: id => show(id, () => MAX_HUMAN_LINES),
  }
}
