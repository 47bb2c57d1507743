/** A skill stays in the conversation until a guard ends it. */
import { describe, expect, it } from 'vitest'
import { createSkillCapability, createSkillKeeper } from '../../../src/api/skills.ts'
import { skillKey } from '../../../src/notice/words.ts'
import type { JsonValue, SkillsPort } from '../../../src/types.ts'
import { hostCall, runContext } from '../../support/session/api-run.ts'
import { session, stateWorld } from '../../support/session/states.ts'

function mounted() {
  const { states } = stateWorld()
  const texts = new Map([['deploy', 'BODY']])
  const reported: string[] = []
  const skills: SkillsPort = {
    async get(_of, name) {
      const text = texts.get(name)
      if (text === 'unreadable') throw new Error('no such disk')
      return text === undefined ? null : { name, text }
    },
  }
  const capability = createSkillCapability(skills, states)
  const restore = createSkillKeeper(skills, states, (text) => { reported.push(text) })
  const run = runContext({ session: session() })
  return {
    texts, reported, run,
    notices: states.of(session()).notices,
    activated: () => [...states.of(session()).activated],
    call: async (what: 'activateSkill' | 'deactivateSkill', ...args: readonly JsonValue[]) => await hostCall(capability, `guard.${what}`, args, run),
    restore: (...there: readonly string[]) => restore(session(), new Set(there)),
  }
}

describe('a skill that is active', () => {
  it('comes again when its instructions are nowhere any more, with its arguments; while they are there, or wait, nothing is added', async () => {
    const { call, restore, notices } = mounted()
    await call('activateSkill', 'deploy', 'to staging')
    await restore()
    expect(notices.pending()).toHaveLength(1)
    notices.take()
    await restore(skillKey('deploy', 'to staging'))
    expect(notices.pending()).toEqual([])
    await restore(skillKey('deploy', ''))
    expect(notices.pending()).toEqual([{ guard: 'shooty', skill: 'deploy', args: 'to staging', count: 1, text: expect.stringContaining('Arguments: to staging\n\nBODY') }])
    expect(await call('activateSkill', 'deploy', 'to staging')).toBe(true)
    expect(notices.pending()).toHaveLength(1)
  })

  it('is not active any more when the profile has it no more, and says so', async () => {
    const { call, restore, notices, texts, activated } = mounted()
    await call('activateSkill', 'deploy')
    notices.take()
    texts.delete('deploy')
    await restore()
    expect([notices.pending(), activated()]).toEqual([[], []])
    expect(await call('activateSkill', 'deploy')).toBe(false)
  })

  it('that cannot be read at the moment is tried again, and reported', async () => {
    const { call, restore, notices, texts, reported } = mounted()
    await call('activateSkill', 'deploy')
    notices.take()
    texts.set('deploy', 'unreadable')
    await restore()
    expect(reported).toEqual([expect.stringContaining('no such disk')])
    texts.set('deploy', 'BODY')
    await restore()
    expect(notices.pending()).toHaveLength(1)
  })
})

describe('deactivateSkill', () => {
  it('ends a skill with every arguments, and tells the model', async () => {
    const { call, restore, notices, activated, run } = mounted()
    await call('activateSkill', 'deploy')
    await call('activateSkill', 'deploy', 'x')
    notices.take()
    expect(await call('deactivateSkill', 'deploy')).toBe(true)
    expect(run.effects.deactivated).toEqual(['deploy'])
    await restore()
    expect(activated()).toEqual([])
    expect(notices.pending()).toEqual([{ guard: 'g', skill: null, count: 1, text: 'The skill "deploy" is no longer active: its instructions no longer apply.' }])
    expect(await call('deactivateSkill', 'deploy')).toBe(false)
  })

  it('takes out what the model has not read, without a word, and the skill can be activated again', async () => {
    const { call, notices } = mounted()
    await call('activateSkill', 'deploy')
    expect(await call('deactivateSkill', 'deploy')).toBe(true)
    expect(notices.pending()).toEqual([])
    expect(await call('activateSkill', 'deploy')).toBe(true)
    expect(notices.pending()).toHaveLength(1)
  })
})
