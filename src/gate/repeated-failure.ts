/**
 * The repeated-failure gate: counts failures of the same kind in a session and says, now and then,
 * what to do differently. Never changes a result. A turn of the user resets nothing.
 */
import { LRUCache } from 'lru-cache'
import { createBudget } from '../base/budget.ts'
import type { Clock, Counters, Gate, JudgeContext, Mode, PerSession, PointInput, Settings, Verdict } from '../types.ts'
import { failureOf } from './failure/outcome.ts'
import { createRepeatChain } from './failure/reminder.ts'
import type { HostReminder, RepeatChain } from './failure/reminder.ts'
import { signatureOf } from './failure/signature.ts'
import { repeatedText } from './failure/words.ts'
import { verdictOf } from './verdict.ts'

export interface RepeatedFailureDeps {
  readonly settings: Pick<Settings, 'repeatThreshold' | 'repeatCooldown'>
  readonly mode: Mode
  readonly clock: Clock
  readonly counters: Counters
  readonly perSession: <T extends object>(create: () => T) => PerSession<T>
  /** The host's own reminder about identical calls; null where the profile has none. */
  readonly hostReminder: () => HostReminder | null
  /** Whether the call was refused before it ran; the host gives such a result no code. */
  readonly wasRefused: (input: PointInput) => boolean
}

interface SessionState {
  /** Occurrences by signature; the least recently seen are forgotten. */
  readonly counts: LRUCache<string, number>
  readonly chain: RepeatChain
}

/** Characters of a failure that are folded without a watch. */
const UNWATCHED = 2_000
/** Different failures remembered per session. */
export const MAX_SIGNATURES = 512

export function createRepeatedFailureGate(deps: RepeatedFailureDeps): Gate {
  const { repeatThreshold: threshold, repeatCooldown: cooldown } = deps.settings
  const on = threshold > 0 && deps.mode !== 'off'
  const sessions = deps.perSession<SessionState>(() => ({ counts: new LRUCache({ max: MAX_SIGNATURES }), chain: createRepeatChain() }))
  return {
    name: 'repeated-failure',
    kind: 'gate',
    points: ['result'],
    mode: on ? deps.mode : 'off',
    hash: () => null,
    applies: input => on && input.point === 'result' && input.command !== null && input.result !== null,
    status: () => ({ active: on, detail: on ? `at ${threshold} failures of one kind${cooldown > 0 ? `, then every ${cooldown}` : ', once'}` : 'off: repeatThreshold is 0' }),
    judge: (input, run) => Promise.resolve(judge(deps, sessions.of(input.session), input, run)),
  }
}

function judge(deps: RepeatedFailureDeps, state: SessionState, input: PointInput, run: JudgeContext): Verdict {
  const began = deps.clock.now()
  const hostSpeaks = state.chain.observe(input, deps.hostReminder())
  if (input.command === null || input.result === null) return verdictOf(deps.clock, began)
  const { command, result } = input
  const timed = createBudget().run(() => {
    const failure = failureOf(command, result, deps.wasRefused(input))
    return failure === null ? null : { failure, signature: signatureOf(command.name, failure) }
  }, result.text.length + (result.error?.message.length ?? 0) > UNWATCHED)
  // A text that cannot be folded in time tells no failure apart from another.
  if (!timed.ended || timed.value === null) return verdictOf(deps.clock, began)
  const { failure, signature: { key, folded } } = timed.value
  deps.counters.add('failuresObserved')
  const count = (state.counts.get(key) ?? 0) + 1
  state.counts.set(key, count)
  // What is due while the host speaks is left out, not put off: the model has just been told to stop repeating.
  if (!isDue(count, deps.settings) || hostSpeaks) return verdictOf(deps.clock, began)
  if (run.mode === 'enforce') deps.counters.add('repeatNotices')
  return verdictOf(deps.clock, began, { actions: [{ kind: 'notice', text: repeatedText(command.name, failure.failureClass, count, folded) }] })
}

function isDue(count: number, settings: RepeatedFailureDeps['settings']): boolean {
  const beyond = count - settings.repeatThreshold
  return beyond === 0 || (beyond > 0 && settings.repeatCooldown > 0 && beyond % settings.repeatCooldown === 0)
}
