/**
 * `vance.process`: a word to the human, and subagents. Nothing here reaches the model's conversation.
 * Owns how often and how much; how a text is shown is HumanPort, how an agent starts is SubagentPort.
 */
import { LRUCache } from 'lru-cache'
import { oneLine } from '../base/text.ts'
import type { Capability, Clock, HumanPort, JsonValue, RunContext } from '../types.ts'
import { badArgument, textArgument } from './arguments.ts'
import type { Spawn } from './spawn.ts'
import { createRateLimit } from './token-bucket.ts'

/** UTF-16 units of one line for the human. */
export const MAX_LINE = 500
/** Lines at once per session; after that one a second. */
export const NOTIFY_BURST = 20
const NOTIFY_REFILL_MS = 1_000
const LEVELS = ['info', 'warn', 'error'] as const
type Level = typeof LEVELS[number]

export interface ProcessDeps {
  readonly human: HumanPort
  readonly clock: Clock
  readonly spawn: Spawn
}

export function createProcessCapability(deps: ProcessDeps): Capability {
  const say = createVoice(deps.human, deps.clock)
  return {
    calls: {
      'process.notify': (args, run) => say(run, levelOf(args[1]), textArgument('process.notify', 'text', args[0], { filled: true })),
      'process.progress': (args, run) => say(run, 'info', textArgument('process.progress', 'text', args[0], { filled: true })),
      'process.spawn': (args, run) => deps.spawn('process.spawn', args[0], run),
    },
  }
}

/** Lines beyond the rate are dropped; the next one says how many were. */
function createVoice(human: HumanPort, clock: Clock): (run: RunContext, level: Level, text: string) => null {
  const rate = createRateLimit(clock, NOTIFY_BURST, NOTIFY_REFILL_MS)
  const dropped = new LRUCache<string, number>({ max: 1_000 })
  return (run, level, text) => {
    if (run.observe) return null
    const { sessionId } = run.session
    const missed = dropped.get(sessionId) ?? 0
    if (!rate.take(sessionId)) {
      dropped.set(sessionId, missed + 1)
      return null
    }
    dropped.delete(sessionId)
    human.say(run.session, level, `${run.guard.name}: ${oneLine(text, MAX_LINE)}${missed === 0 ? '' : ` [${missed} lines before this one were dropped: too many at once]`}`)
    return null
  }
}

function levelOf(value: JsonValue | undefined): Level {
  if (value === undefined || value === null) return 'info'
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  const level = word === 'warning' ? 'warn' : LEVELS.find(known => known === word)
  if (level === undefined) throw badArgument('process.notify', 'level', 'info, warn or error')
  return level
}
