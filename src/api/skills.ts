/**
 * `activateSkill` and `deactivateSkill`: a skill's instructions enter the conversation and stay there until the skill
 * is ended; what the host compacted away is brought back. Which messages are there is told by the caller.
 */
import { describeThrown, GuardError } from '../errors.ts'
import { skillEndedText, skillKey, skillText } from '../notice/words.ts'
import type { AgentStates } from '../state/agent-state.ts'
import type { Capability, SessionRef, SkillGuardPort, SkillsPort } from '../types.ts'
import { textArgument } from './arguments.ts'

/** UTF-16 units; a longer skill would crowd out the conversation. */
export const MAX_SKILL = 200_000
const MAX_NAME = 256
const MAX_ARGS = 4_000
/** Different skills and arguments of one session; they are remembered as long as it is. */
export const MAX_ACTIVATED = 100

export function createSkillCapability(skills: SkillsPort, states: AgentStates, guards: SkillGuardPort | null = null): Capability {
  return {
    calls: {
      'guard.activateSkill': async (args, run) => {
        const name = textArgument('activateSkill', 'name', args[0], { max: MAX_NAME, filled: true })
        const skillArgs = args[1] === null || args[1] === undefined ? '' : textArgument('activateSkill', 'args', args[1], { max: MAX_ARGS })
        if (!run.hasAgent) return false
        const key = skillKey(name, skillArgs)
        const state = states.of(run.session)
        if (state.activated.has(key)) return true
        if (state.activated.size >= MAX_ACTIVATED) {
          throw new GuardError('LIMIT', `activateSkill: this session has ${MAX_ACTIVATED} activated skills, no more can be added; activate fewer, or with fewer different arguments`)
        }
        const skill = await skills.get(run.session, name, skillArgs)
        if (skill === null) return false
        if (skill.text.length > MAX_SKILL) {
          throw new GuardError('TOO_LARGE', `activateSkill: the skill "${name}" has ${skill.text.length} characters, at most ${MAX_SKILL} can be put into a conversation; shorten it`)
        }
        if (run.signal.aborted) return false
        // Asked again: two runs may have waited for the same skill.
        if (state.activated.has(key)) return true
        if (!run.observe) {
          if (!state.notices.addSkill(run.guard.name, name, skillText(skill, skillArgs), skillArgs)) {
            throw new GuardError('LIMIT', `activateSkill: too many notices wait for the model, so the skill "${name}" cannot be added; say less, and try again at a later Point`)
          }
          state.markActivated(key)
          await guards?.join(run.session, skill)
        }
        run.effects.activated.push(name)
        return true
      },
      'guard.deactivateSkill': (args, run) => {
        const name = textArgument('deactivateSkill', 'name', args[0], { max: MAX_NAME, filled: true })
        if (!run.hasAgent) return false
        const state = states.of(run.session)
        const keys = [...state.activated].filter(key => readKey(key)?.[0] === name)
        // The host's tool or the human may have activated it: then there is nothing but its guards to end.
        const left = !run.observe && guards?.leave(run.session, name) === true
        if (keys.length === 0 && !left) return false
        run.effects.deactivated.push(name)
        if (run.observe) return true
        for (const key of keys) state.unmarkActivated(key)
        // What the model has not read need not be taken back.
        if (!state.notices.dropSkill(name)) state.notices.add(run.guard.name, skillEndedText(name))
        return true
      },
    },
  }
}

/** Who a skill is from that came back without a guard's asking. */
const RESTORER = 'shooty'

/** @returns what brings the active skills of a session back that are not among those `there`, by `skillKey`. Never rejects. */
export function createSkillKeeper(skills: SkillsPort, states: AgentStates, report: (text: string) => void): (session: SessionRef, there: ReadonlySet<string>) => Promise<void> {
  return async (session, there) => {
    const state = states.of(session)
    const waits = (name: string, args: string): boolean => state.notices.pending().some(notice => notice.skill === name && (notice.args ?? '') === args)
    for (const key of state.activated) {
      const [name, args] = readKey(key) ?? ['', '']
      if (there.has(key) || waits(name, args)) continue
      try {
        const skill = name === '' ? null : await skills.get(session, name, args)
        if (!state.activated.has(key) || waits(name, args)) continue
        // It is gone from the profile, so it is not active any more.
        if (skill === null || skill.text.length > MAX_SKILL) state.unmarkActivated(key)
        else state.notices.addSkill(RESTORER, name, skillText(skill, args), args)
      } catch (error) {
        report(`the skill "${name}" could not be brought back: ${describeThrown(error)}`)
      }
    }
  }
}

/** Names of the skills with these keys. */
export function activeNames(keys: Iterable<string>): readonly string[] {
  return [...keys].flatMap(key => readKey(key)?.[0] ?? [])
}

/** @returns name and arguments; null for what was not written by us. */
function readKey(key: string): readonly [string, string] | null {
  try {
    const value: unknown = JSON.parse(key)
    return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string' ? [value[0], value[1]] : null
  } catch {
    return null
  }
}
