/** The host's own tool pipeline, in this process, with Shooty and without it. */
import { mountHost } from '../support/host/mount.ts'
import type { MountedHost } from '../support/host/mount.ts'
import { sample, sampleBoth } from './measure.ts'
import type { Sample } from './measure.ts'

const NO_GATES = { repeatThreshold: 0, postWriteSyntax: false, tamperProtection: false, exposeStatusTool: false, destructive: { action: 'off' } }
const ALLOW = "if (vance.guard.command.args.command === 'never') vance.guard.deny('no')"

async function open(config: object | null): Promise<{ readonly host: MountedHost, readonly call: () => Promise<unknown> }> {
  const host = await mountHost()
  if (config !== null) await host.mountShooty(config)
  host.tool('bash', () => 'done')
  const agent = await host.createAgent()
  return { host, call: () => host.execute({ name: 'bash', args: { command: 'echo' }, agent }) }
}

export interface PipelineSamples {
  readonly bare: Sample
  readonly withoutGuards: Sample
  readonly gatesOnly: Sample
  readonly destructiveOnly: Sample
  readonly oneGuard: Sample
  readonly tenGuards: Sample
}

export async function measurePipeline(count: number): Promise<PipelineSamples> {
  const bare = await open(null)
  const silent = await open(NO_GATES)
  const [without, withoutGuards] = await sampleBoth(60, 1000, bare.call, silent.call)
  await silent.host.dispose()
  await bare.host.dispose()
  return {
    bare: without,
    withoutGuards,
    gatesOnly: await one({}, count),
    destructiveOnly: await one({ ...NO_GATES, destructive: { action: 'deny' } }, count),
    oneGuard: await one({ ...NO_GATES, guard: [{ scriptBody: ALLOW, trigger: 'command' }] }, count),
    tenGuards: await one({ ...NO_GATES, guard: Array.from({ length: 10 }, (_, at) => ({ name: `g${at}`, scriptBody: `${ALLOW} // ${at}`, trigger: 'command' })) }, count),
  }
}

async function one(config: object, count: number): Promise<Sample> {
  const { host, call } = await open(config)
  const result = await sample(count, call)
  await host.dispose()
  return result
}
