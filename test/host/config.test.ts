/**
 * A wrong configuration on the real host: nothing runs, dsh exits non-zero, and the message names the
 * key path and what was expected.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bash, say } from '../support/model/model-reply.ts'
import { lastToolResult } from '../support/model/model-server.ts'
import { testWorld } from '../support/host/test-world.ts'

const entry = { scriptBody: 'return', trigger: 'command' }

/** One kind of error each: what stands in the row, and what the message must say. */
const WRONG: readonly (readonly [what: string, config: object, said: readonly string[]])[] = [
  ['an unknown key', { timeoutMS: 5 }, ['timeoutMS', 'timeoutMs']],
  ['an unknown trigger', { guard: [{ ...entry, trigger: 'before' }] }, ['guard[0].trigger', '"before"', 'start', 'command', 'result', 'stop', 'terminate', 'both']],
  ['both script and scriptBody', { guard: [{ ...entry, script: 'a.js' }] }, ['guard[0]', 'both script and scriptBody', 'exactly one']],
  ['neither script nor scriptBody', { guard: [{ trigger: 'command' }] }, ['guard[0]', 'neither script nor scriptBody', 'exactly one']],
  ['a negative number', { repeatThreshold: -1 }, ['repeatThreshold', '-1']],
  ['a value of the wrong type', { timeoutMs: 'soon' }, ['timeoutMs', '"soon"', 'number']],
  ['a duplicate name', { guard: [{ ...entry, name: 'twice' }, { ...entry, name: 'twice' }] }, ['guard[1].name', '"twice"', 'guard[0]']],
  ['an invalid glob', { criticalPaths: ['src/**', ''] }, ['criticalPaths[1]', 'glob']],
]

/** Many errors in one row, of which each has its own line. */
const ALL_WRONG = {
  guard: [
    { ...entry, tool: ['bash'], mode: 'on', agents: 'some', maxRounds: -2 },
    { ...entry, name: 'critical-paths', tools: [] },
  ],
  sandbox: { memory: 5, runner: 'thread' },
  specChecker: ['lean'],
  llm: { recipes: { safe: {} } },
  maxSessions: 0,
}

const ALL_NAMED = [
  'guard[0].tool', 'guard[0].mode', 'guard[0].agents', 'guard[0].maxRounds', 'guard[1].name', 'guard[1].tools', 'sandbox.memory', 'sandbox.runner',
  'specChecker', 'llm.recipes.safe.system', 'maxSessions',
]

describe('a wrong configuration', () => {
  it.each(WRONG)('with %s stops dsh with a message that names the key', async (_what, config, said) => {
    const world = await testWorld({ config, script: [say('must not run')] })
    const run = await world.run()
    expect(run.code).toBe(1)
    expect(run.stdout).toBe('')
    expect(run.requests).toEqual([])
    for (const word of said) expect(run.stderr).toContain(word)
  })

  it('has every problem in one message', async () => {
    const world = await testWorld({ config: ALL_WRONG })
    const run = await world.run()
    expect(run.code).toBe(1)
    for (const key of ALL_NAMED) expect(run.stderr).toContain(key)
  })
})

describe('what is not a configuration error', () => {
  it('no configuration at all runs with the defaults', async () => {
    const world = await testWorld({ script: [bash('touch made'), say('over')] })
    expect(await world.run()).toMatchObject({ code: 0, stdout: 'over\n' })
    expect(await readFile(join(world.workspace, 'made'), 'utf8')).toBe('')
  })

  it('a script that is not there is a broken guard, which refuses and says so', async () => {
    const world = await testWorld({ config: { guard: [{ script: 'absent.js', trigger: 'command' }] }, script: [bash('touch made'), say('over')] })
    const run = await world.run()
    expect(run).toMatchObject({ code: 0, stdout: 'over\n' })
    expect(lastToolResult(run.requests[1])).toContain('absent')
    await expect(readFile(join(world.workspace, 'made'))).rejects.toThrow('ENOENT')
  })
})
