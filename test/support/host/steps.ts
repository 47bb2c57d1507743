/**
 * A session as a list of steps: one reply of the model each, and what it then read: the result of its
 * call and the messages that came along with it.
 */
import { userTexts, lastToolResult } from '../model/model-server.ts'
import { say } from '../model/model-reply.ts'
import type { Reply } from '../model/model-reply.ts'
import type { Run, RunOptions, World } from './world.ts'

export interface Step {
  readonly result: string
  /** Texts of messages that are new since the request before; not the model's and not the tool's. */
  readonly said: readonly string[]
}

export interface Steps {
  readonly run: Run
  /** One for each reply, in order. */
  readonly steps: readonly Step[]
}

/** @param replies each with one tool call. @throws Error when the session ended before all steps were done. */
export async function runSteps(world: World, replies: readonly Reply[], options: RunOptions = {}): Promise<Steps> {
  world.model.push(...replies, say('over'))
  const run = await world.run({ timeoutMs: 170_000, ...options })
  if (run.requests.length !== replies.length + 1) {
    throw new Error(`${run.requests.length} requests for ${replies.length} steps (exit ${run.code ?? run.signal}):\n${run.stderr}`)
  }
  const steps = replies.map((_reply, n) => {
    const before = userTexts(run.requests[n]).length
    return { result: lastToolResult(run.requests[n + 1]), said: userTexts(run.requests[n + 1]).slice(before) }
  })
  return { run, steps }
}

/** All texts of a step in one. */
export function allOf(step: Step | undefined): string {
  return step === undefined ? '' : [step.result, ...step.said].join('\n')
}
