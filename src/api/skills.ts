/** `activateSkill`: a skill's instructions enter the conversation, once per session and arguments. */
import { GuardError } from '../errors.ts'
import type { AgentStates } from '../state/agent-state.ts'
import { skillText } from '../notice/words.ts'
import type { Capability, SkillsPort } from '../types.ts'
import { textArgument } from './arguments.ts'

/** UTF-16 units; a longer skill would crowd out the conversation. */
export const MAX_SKILL = 200_000
const MAX_NAME = 256
const MAX_ARGS = 4_000
/** Different skills and arguments of one session; they are remembered as long as it is. */
export const MAX_ACTIVATED = 100

export function createSkillCapability(skills: SkillsPort, states: AgentStates): Capability {
  return {
    calls: {
      'guard.activateSkill': async (args, run) => {
        const name = textArgument('activateSkill', 'name', args[0], { max: MAX_NAME, filled: true })
        const skillArgs = args[1] === null || args[1] === undefined ? '' : textArgument('activateSkill', 'args', args[1], { max: MAX_ARGS })
        if (!run.hasAgent) return false
        const key = JSON.stringify([name, skillArgs])
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
          if (!state.notices.addSkill(run.guard.name, name, skillText(skill, skillArgs))) {
            throw new GuardError('LIMIT', `activateSkill: too many notices wait for the model, so the skill "${name}" cannot be added; say less, and try again at a later Point`)
          }
          state.markActivated(key)
        }
        run.effects.activated.push(name)
        return true
      },
    },
  }
}
