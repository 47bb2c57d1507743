/**
 * `vance`: everything that a script can do besides plain ECMAScript. Made anew for each run and frozen
 * through and through, so that nothing of one run can be left for the next.
 */
import type { RunFrameInput } from '../protocol.ts'
import type { Channel } from './channel.ts'
import type { Expose, FacadeKit } from './facade-kit.ts'
import { createActions } from './facade-actions.ts'
import { createLog } from './facade-log.ts'
import { createLoopValues, createSessionValues } from './facade-scratch.ts'
import { createCommand, defineTurn } from './facade-knowledge.ts'
import { createDocuments, createLlm, createProcess, createTools } from './facade-services.ts'
import { freezePlain } from './freeze.ts'
import type { HostErrors } from './host-error.ts'

export function createVance(input: RunFrameInput, channel: Channel, errors: HostErrors): object {
  const expose: Expose = implementation => (...args) => {
    try {
      channel.assertOpen()
      return implementation(...args)
    } catch (error) {
      throw errors.translate(error)
    }
  }
  const kit: FacadeKit = { input, channel, expose }
  const { point, task, request, output, round, maxRounds, naturalStop, result, mode, params, session } = input
  const guard = {
    point, task, request, output, round, maxRounds, naturalStop, command: createCommand(kit), result, mode,
    ...createActions(kit),
    loopValues: createLoopValues(kit),
    sessionValues: createSessionValues(kit),
  }
  defineTurn(guard, kit)
  return freezePlain({
    guard,
    params,
    context: { ...session, point },
    log: createLog(kit),
    llm: createLlm(kit),
    documents: createDocuments(kit),
    process: createProcess(kit),
    tools: createTools(kit),
  })
}
