/**
 * Shooty as a row of an agent preset, on the real web host: it covers the sessions of that preset, and
 * no other, beside a mount for everybody that has guards of its own.
 */
import { copyFileSync, mkdirSync, readFileSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { hostOf, readInstalled } from '../support/install/installed.ts'
import { bash, say } from '../support/model/model-reply.ts'
import { lastToolResult } from '../support/model/model-server.ts'
import { testWeb, testWorld } from '../support/host/test-world.ts'

const refusing = (word: string, reason: string): object => ({ name: word, trigger: 'command', tools: ['bash'], scriptBody: `if (vance.guard.command.args.command.includes('${word}')) vance.guard.deny('${reason}')` })

it('covers exactly the sessions of its preset, beside a mount for all', async () => {
  const world = await testWorld({
    profiles: ['web'],
    config: { guard: [refusing('one', 'refused for all')] },
    script: [bash('touch one'), bash('touch two'), say('over'), bash('touch one'), bash('touch two'), say('over')],
  })
  const shipped = join(dirname(realpathSync(hostOf(readInstalled()).command.at(-1) ?? '')), '..', 'config', 'agent-presets', 'standard')
  const folder = join(world.home.dir, '.agent-presets', 'guarded')
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(shipped)) copyFileSync(join(shipped, name), join(folder, name))
  const row = { id: 'preset-guards', name: join(world.home.dir, 'profiles', 'web', 'node_modules', 'dsh-shooty', 'lib', 'index.js'), config: { guard: [refusing('two', 'refused in the preset')], exposeStatusTool: false } }
  writeFileSync(join(folder, 'agent.cordis.yml'), `${readFileSync(join(shipped, 'agent.cordis.yml'), 'utf8')}\n${stringify([row])}`)

  const web = await testWeb(world)
  const guarded = await web.createSession(world.workspace, 'guarded')
  await web.prompt(guarded, 'work')
  await web.turnsEnded(guarded, 1)
  expect(lastToolResult(world.model.requests[1])).toBe('Error: refused for all')
  expect(lastToolResult(world.model.requests[2])).toBe('Error: refused in the preset')

  const plain = await web.createSession()
  await web.prompt(plain, 'work')
  await web.turnsEnded(plain, 1)
  expect(lastToolResult(world.model.requests[4])).toBe('Error: refused for all')
  expect(readdirSync(world.workspace)).toEqual(['two'])
})
