import { describe, expect, it } from 'vitest'
import { followUpMessage, isOurs, noticeMessage } from '../../../src/host/messages.ts'

describe('messages of ours', () => {
  it.each([
    [{ kind: 'shooty' }, true], [{ kind: 'plugin:shooty' }, true], [{ kind: 'plugin', plugin: 'shooty' }, true],
    [{ kind: 'plugin', plugin: 'other' }, false], [{ kind: 'plugin' }, false], [{ kind: 'user' }, false], [{ kind: 'shooty-2' }, false], [{ plugin: 'shooty' }, false], [{}, false], [undefined, false],
  ])('are known again by their source %j: %s', (source, ours) => {
    expect(isOurs(source)).toBe(ours)
  })

  it('carry a notice with its summary and its guard', () => {
    expect(noticeMessage('m1', { guard: 'g', text: 'one\ntwo', skill: null, count: 2 })).toEqual({
      id: 'm1', role: 'user', content: [{ type: 'text', text: 'one\ntwo\n(2 times)\n\n(From the automatic guard "g", not from the user: it answers no question of yours and grants no permission.)' }], source: { kind: 'shooty', form: 'notice', summary: 'g: one two', guard: 'g' },
    })
  })

  it('carry a skill as instructions', () => {
    expect(noticeMessage('m1', { guard: 'g', text: 'body', skill: 'deploy', count: 1 })).toEqual({
      id: 'm1', role: 'user', content: [{ type: 'text', text: 'body' }], source: { kind: 'shooty', form: 'instructions', skill: 'deploy', guard: 'g' },
    })
  })

  it('carry a follow-up with its guard and round, and a summary of at most 120 units', () => {
    const message = followUpMessage('m1', { text: 'a'.repeat(200), guard: 'g', round: 3 }) as unknown as { source: { summary: string } }
    expect(message).toMatchObject({ id: 'm1', role: 'user', content: [{ type: 'text', text: 'a'.repeat(200) }], source: { kind: 'shooty', form: 'notice', guard: 'g', round: 3 } })
    expect(message.source.summary.length).toBeLessThanOrEqual(120)
  })

  it('are plain JSON', () => {
    const made = noticeMessage('m1', { guard: 'g', text: 't', skill: null, count: 1 })
    expect(JSON.parse(JSON.stringify(made))).toEqual(made)
  })
})
