/** `activateSkill`: a skill's instructions enter the conversation, once per session and arguments. */
import { GuardError } from '../errors.ts'
import type { AgentStates } from '../state/agent-state.ts'
import { skillText } from '../notice/words.ts'
import type { Capability, SkillsPort } from '../types.ts'
import { textArgument } from './arguments.ts'

/** UTF-16 units; a longer skill would crowd out the conversation. */
const MAX_SKILL = 200_000

export function createSkillCapability(skills: SkillsPort, states: AgentStates): Capability {
  return {
    calls: {
      'guard.activateSkill': async (args, run) => {
        const name = textArgument('activateSkill', 'name', args[0])
        const skillArgs = args[1] === null || args[1] === undefined ? '' : textArgument('activateSkill', 'args', args[1])
        if (!run.hasAgent) return false
        const key = JSON.stringify([name, skillArgs])
        const state = states.of(run.session)
        if (state.activated.has(key)) return true
        const skill = await skills.get(run.session, name, skillArgs)
        if (skill === null) return false
        if (skill.text.length > MAX_SKILL) {
          throw new GuardError('TOO_LARGE', `activateSkill: the skill "${name}" has ${skill.text.length} characters, at most ${MAX_SKILL} can be put into a conversation`)
        }
        // Asked again: two runs may have waited for the same skill.
        if (run.signal.aborted || state.activated.has(key)) return !run.signal.aborted
        run.effects.activated.push(name)
        if (run.observe) return true
        state.markActivated(key)
        state.notices.addSkill(run.guard.name, name, skillText(skill, skillArgs))
        return true
      },
    },
  }
}
