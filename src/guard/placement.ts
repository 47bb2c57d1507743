/**
 * Whether a script can do at its Points what its text wants to do. Owns the words of it; a script that asks
 * for its Point, or hands `vance` on, is left alone: one script may serve several entries. Pure.
 */
import type { GuardSettings, GuardText, Point, Position } from '../types.ts'

export interface Misplaced {
  readonly text: string
  readonly position: Position
  /** It was written to refuse calls and can refuse none: calls are refused until it is mended. */
  readonly refuses: boolean
}

type Uses = NonNullable<Extract<GuardText, { state: 'loaded' }>['compiled']['uses']>

/** Members of `vance.guard` that are for some Points alone. */
const ONLY_AT: Readonly<Record<string, readonly Point[]>> = {
  deny: ['command'], ask: ['command'], block: ['result'], replace: ['result'], continueWith: ['stop', 'terminate'], setTurnPrompt: ['start'],
  command: ['command', 'result'], result: ['result'], output: ['stop', 'terminate'], naturalStop: ['stop', 'terminate'],
}
const ACTIONS: ReadonlySet<string> = new Set(['deny', 'ask', 'block', 'replace', 'continueWith', 'setTurnPrompt', 'activateSkill', 'deactivateSkill', 'notice', 'loopValues', 'sessionValues'])
const REFUSING: ReadonlySet<string> = new Set(['deny', 'ask'])

/** What is to be said of a loaded script at the Points of its entry; in the order of the text. */
export function misplacedUses(settings: Pick<GuardSettings, 'points' | 'trigger' | 'triggerWritten' | 'key'>, uses: Uses | undefined): readonly Misplaced[] {
  if (uses === undefined || uses.opaque || uses.members.some(member => member.name === 'point')) return []
  const wrong = uses.members.flatMap(({ name, position }): Misplaced[] => {
    const allowed = ONLY_AT[name]
    if (allowed === undefined || allowed.some(point => settings.points.includes(point))) return []
    const trigger = settings.triggerWritten ? `its trigger is ${settings.trigger}` : `it has no trigger, which means ${settings.trigger}`
    const words = `vance.guard.${name} is for ${allowed.join(' and ')} alone, and ${trigger}: set ${settings.key}.trigger to ${allowed.join(' or ')}`
    return [{ text: words, position, refuses: !settings.triggerWritten && REFUSING.has(name) }]
  })
  return [...wrong, ...returning(settings, uses)]
}

/** A script that does nothing but give back a value meant that value as its decision. */
function returning({ points }: Pick<GuardSettings, 'points'>, uses: Uses): readonly Misplaced[] {
  const acts = uses.touches || uses.members.some(member => ACTIONS.has(member.name))
  if (uses.returned === null || acts) return []
  const instead = points.includes('command') ? 'vance.guard.deny(reason) to refuse a call' : 'an action of vance.guard'
  return [{ text: `what a script returns decides nothing: call ${instead}`, position: uses.returned, refuses: points.includes('command') }]
}

/** Why calls are refused although the script runs; null: they are not. */
export function refusesUntilMended(settings: GuardSettings, text: GuardText): Misplaced | null {
  return text.state === 'loaded' ? misplacedUses(settings, text.compiled.uses).find(one => one.refuses) ?? null : null
}
