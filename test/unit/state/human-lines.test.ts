import { expect, it } from 'vitest'
import { createHumanLines, MAX_HUMAN_LINES } from '../../../src/state/human-lines.ts'
import { commandWorld } from '../../support/session/guard-command.ts'
import { session, subagent } from '../../support/session/states.ts'

const line = (text: string) => ({ time: 0, level: 'warn' as const, text })

it('lines for the human are shown once, and the last ones again on request; each session has its own', () => {
  const said = createHumanLines()
  said.add('s', line('one'))
  expect(said.unseen('other')).toEqual([])
  expect(said.unseen('s')).toEqual([line('one')])
  expect(said.unseen('s')).toEqual([])
  said.add('s', line('two'))
  expect(said.all('s')).toEqual([line('one'), line('two')])
  expect(said.unseen('s')).toEqual([])
  for (let count = 0; count < 100; count += 1) said.add('s', line(String(count)))
  expect(said.unseen('s')).toHaveLength(MAX_HUMAN_LINES)
  expect(said.all('s').at(-1)).toEqual(line('99'))
})

it('the next /guard answer shows what guards said, of subagents too; the log shows it again', async () => {
  const world = commandWorld()
  world.deps.said.add('s1', line('g: look at this'))
  expect((await world.say('get', subagent('child', 's1'))).text).toMatch(/\nguards said to you:\n {2}\d\d:\d\d:\d\d warn: g: look at this$/)
  expect((await world.say('get', session())).text).not.toContain('look at this')
  expect((await world.say('log', session())).text).toContain('look at this')
})
