import { describe, expect, it } from 'vitest'
import { MAX_ACTIVATED, MAX_SKILL, createSkillCapability } from '../../../src/api/skills.ts'
import { MAX_PENDING } from '../../../src/notice/queue.ts'
import type { JsonValue, SkillsPort } from '../../../src/types.ts'
import { hostCall, runContext } from '../../support/session/api-run.ts'
import { session, stateWorld, subagent } from '../../support/session/states.ts'

function mounted(texts: Readonly<Record<string, string>> = { deploy: 'BODY' }, beforeAnswer: () => void = () => undefined) {
  const { states } = stateWorld()
  const asked: string[] = []
  const skills: SkillsPort = {
    async get(of, name, args) {
      asked.push(`${of.sessionId} ${name} ${args}`)
      await Promise.resolve()
      beforeAnswer()
      return texts[name] === undefined ? null : { name, text: texts[name] }
    },
  }
  const capability = createSkillCapability(skills, states)
  return {
    states, asked,
    call: async (args: readonly JsonValue[], run = runContext({ session: session() })) => await hostCall(capability, 'guard.activateSkill', args, run),
    waiting: (id = 's1') => states.of(session(id)).notices.pending(),
  }
}

describe('activateSkill', () => {
  it('puts the instructions before the model, with their arguments, and says so in the run', async () => {
    const { call, waiting } = mounted()
    const run = runContext({ session: session() })
    expect(await call(['deploy', 'to staging'], run)).toBe(true)
    expect(waiting()).toEqual([{ guard: 'g', skill: 'deploy', args: 'to staging', count: 1, text: expect.stringMatching(/^The skill "deploy" has been activated.*\n\nArguments: to staging\n\nBODY$/) }])
    expect(run.effects.activated).toEqual(['deploy'])
  })

  it('does so once per session and arguments; the second time nothing is asked and nothing said', async () => {
    const { call, waiting, asked } = mounted()
    const again = runContext({ session: session() })
    expect([await call(['deploy']), await call(['deploy', null]), await call(['deploy', ''], again), await call(['deploy', 'x'])]).toEqual([true, true, true, true])
    expect([waiting().length, asked.length, again.effects.activated]).toEqual([2, 2, []])
    expect(await call(['deploy'], runContext({ session: subagent('child', 's1') }))).toBe(true)
    expect(waiting('child')).toHaveLength(1)
  })

  it('is false where there is no such skill, no agent, or no turn any more, and can be tried again', async () => {
    const controller = new AbortController()
    const { call, waiting } = mounted({ deploy: 'BODY' }, () => { controller.abort() })
    expect(await call(['absent'])).toBe(false)
    expect(await call(['deploy'], runContext({ hasAgent: false }))).toBe(false)
    expect(await call(['deploy'], runContext({ session: session(), signal: controller.signal }))).toBe(false)
    expect(waiting()).toEqual([])
    expect(await call(['deploy'])).toBe(true)
  })

  it('by an observing guard changes nothing', async () => {
    const { call, waiting, states } = mounted()
    const run = runContext({ session: session(), observe: true })
    expect(await call(['deploy'], run)).toBe(true)
    expect([waiting(), [...states.of(session()).activated], run.effects.activated]).toEqual([[], [], ['deploy']])
  })

  it('asked for twice at once is activated once', async () => {
    const { call, waiting } = mounted()
    expect(await Promise.all([call(['deploy']), call(['deploy'])])).toEqual([true, true])
    expect(waiting().map(notice => notice.count)).toEqual([1])
  })

  it.each([[MAX_SKILL, true], [MAX_SKILL + 1, false]])('takes a skill of %i characters: %s', async (length, taken) => {
    const { call, waiting } = mounted({ long: 'x'.repeat(length) })
    if (taken) expect(await call(['long'])).toBe(true)
    else await expect(call(['long'])).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect(waiting()).toHaveLength(taken ? 1 : 0)
  })

  it(`takes ${MAX_ACTIVATED} different ones of a session and no more`, async () => {
    const { call, states } = mounted()
    for (let number = 0; number < MAX_ACTIVATED; number += 1) {
      expect(await call(['deploy', String(number)])).toBe(true)
      states.of(session()).notices.take()
    }
    await expect(call(['deploy', 'one more'])).rejects.toMatchObject({ code: 'LIMIT' })
    expect(await call(['deploy', '0'])).toBe(true)
  })

  it('does not count as activated when there is no room to say it', async () => {
    const { call, states } = mounted()
    const { notices } = states.of(session())
    for (let number = 0; number < MAX_PENDING; number += 1) notices.add('g', `n${number}`)
    await expect(call(['deploy'])).rejects.toMatchObject({ code: 'LIMIT' })
    notices.take()
    expect(await call(['deploy'])).toBe(true)
    expect(notices.pending()).toHaveLength(1)
  })

  it.each<[readonly JsonValue[]]>([[[]], [[' ']], [[1]], [['x', 1]], [['x', 'y'.repeat(4_001)]], [['x'.repeat(257)]]])('refuses %j', async (args) => {
    await expect(mounted().call(args)).rejects.toMatchObject({ code: expect.stringMatching(/BAD_ARGUMENT|TOO_LARGE/), message: expect.stringContaining('activateSkill') })
  })
})
