import { expect, it } from 'vitest'
import { commandOf } from '../../support/gate/gate-world.ts'
import { commandWorld } from '../../support/session/guard-command.ts'
import { session } from '../../support/session/states.ts'

const call = commandOf('bash', { command: 'rm -rf ../x' })

it('/guard log shows the code, /guard allow takes it once, and each says what is true afterwards', async () => {
  const world = commandWorld()
  expect(await world.say('allow')).toEqual({ ok: false, text: 'allow takes the code of a refused call; none was refused in this session within the hour' })
  world.refusals.refused(session(), call, 'destructive')
  world.deps.metrics.record({ time: 0, sessionId: session().sessionId, guard: 'destructive', kind: 'gate', hash: null, point: 'command', tool: 'bash', outcome: 'denied', wouldBe: null, reason: 'r', fault: null, ms: 1 })
  const log = (await world.say('log')).text
  const code = /\/guard allow (\w{5}): bash rm -rf \.\.\/x \(refused by destructive\)/.exec(log)?.[1] ?? ''
  expect(code).toHaveLength(5)
  expect((await world.say('allow nope')).text).toContain('no refused call of this session has the code "nope"; nothing was allowed')
  expect((await world.say('allow')).text).toContain(code)
  expect(await world.say(`allow ${code}`)).toEqual({ ok: true, text: expect.stringContaining('allowed once: bash rm -rf ../x (refused by destructive)') as string })
  expect(world.refusals.take(session(), call)).toBe('destructive')
  expect((await world.say(`allow ${code}`)).text).toContain('was let through already')
})
