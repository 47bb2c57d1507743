import { expect, it } from 'vitest'
import { guardedHost } from '../support/host/guarded-host.ts'

const NOTE = expect.stringContaining('guards run in threads of the host (sandbox.runner is worker): a guard that uses up its memory can end the host')

it.each([['worker', [NOTE]], ['process', []]])('a host with runners of kind %s says what does not hold', async (runner, notes) => {
  const host = await guardedHost([{ name: 'g', trigger: 'command', scriptBody: "vance.guard.deny('judged')" }], { config: { sandbox: { runner } } })
  host.tool('work', () => 'done')
  const agent = await host.createAgent()
  expect(await host.execute({ name: 'work', agent })).toMatchObject({ isError: true, error: { message: 'judged' } })
  if (process.platform === 'linux') expect(host.snapshot().notes).toEqual(notes)
  expect(JSON.stringify(await host.execute({ name: 'guard_status', args: { action: 'status' }, agent })).includes('threads of the host')).toBe(runner === 'worker')
})
