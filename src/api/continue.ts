/**
 * `continueWith`: the agent goes on instead of stopping. The cap is checked and the round counted
 * (and on disk) before anything is injected, and the turn's cancellation is looked at last.
 */
import { GuardError } from '../errors.ts'
import { followUpText } from '../notice/words.ts'
import type { AgentStates } from '../state/agent-state.ts'
import type { Capability, ContinuePort } from '../types.ts'
import { textArgument } from './arguments.ts'

export function createContinueCapability(port: ContinuePort, states: AgentStates): Capability {
  return {
    calls: {
      'guard.continueWith': async (args, run) => {
        const prompt = textArgument('continueWith', 'prompt', args[0])
        if (run.point !== 'stop' && run.point !== 'terminate') {
          throw new GuardError('WRONG_ACTION', `continueWith is not allowed at ${run.point}: it belongs to stop and terminate`)
        }
        if (prompt.trim() === '') throw new GuardError('BAD_ARGUMENT', 'continueWith: prompt must not be empty: the agent would not know what to do')
        // One run sends the agent on once; a second call adds nothing.
        if (run.effects.continued !== null || run.signal.aborted) return false
        const state = states.of(run.session)
        if (state.rounds >= run.guard.maxRounds) {
          run.effects.capped = true
          return false
        }
        const round = state.rounds + 1
        if (run.observe) {
          run.effects.continued = { prompt, round }
          return true
        }
        await state.addRound()
        if (run.signal.aborted) return false
        const sent = port.continueWith(run.session, { text: followUpText(run.guard.name, prompt), guard: run.guard.name, round })
        if (sent) run.effects.continued = { prompt, round }
        return sent
      },
    },
  }
}
