/** Whole runs of the real `dsh` in its headless profile: one tool call, one answer. */
import { bash, say } from '../support/model/model-reply.ts'
import { createWorld } from '../support/host/world.ts'
import { summary } from './measure.ts'
import type { Sample } from './measure.ts'

async function timed(shooty: boolean): Promise<number> {
  const world = await createWorld({
    script: [bash('true'), say('over')], shooty,
    ...shooty ? { config: { guard: [{ scriptBody: "if (vance.guard.command.args.command === 'never') vance.guard.deny('no')", trigger: 'command' }] } } : {},
  })
  const began = performance.now()
  const run = await world.run()
  const took = performance.now() - began
  if (run.code !== 0) throw new Error(`dsh failed: ${run.stderr}`)
  await world.remove()
  return took
}

export async function measureHeadless(rounds: number): Promise<{ readonly without: Sample, readonly with: Sample }> {
  const times: { without: number[], with: number[] } = { without: [], with: [] }
  for (let round = 0; round < rounds; round += 1) {
    times.without.push(await timed(false))
    times.with.push(await timed(true))
  }
  return { without: summary(times.without), with: summary(times.with) }
}
