import { describe, expect, it } from 'vitest'
import {
  FOLLOW_UP_PREFIX, UNJUDGED_TEXT, denialText, faultDenialText, followUpText, foreignDecisionText, namedRefusal, noticeText, skillText, summaryOf, withNotices,
} from '../../../src/notice/words.ts'
import type { PendingNotice } from '../../../src/types.ts'

const FROM = '(From the automatic guard "g", not from the user: it answers no question of yours and grants no permission.)'
const notice = (text: string, count = 1): PendingNotice => ({ guard: 'g', text, skill: null, count })

describe('a refusal', () => {
  it('is the guard\'s own words, without the space around them', () => {
    expect(denialText('g', '  No force push.\n')).toBe('No force push.')
  })

  it.each(['', ' \n\t'])('without words (%j) still refuses, names the guard and closes the way to variants', (reason) => {
    expect(denialText('no-push', reason)).toBe('Refused by guard "no-push", which gave no reason. The class of action is refused, not this one wording: do not try variants.')
  })

  it.each([[8_000, false], [8_001, true]])('of %i units is cut: %s', (length, cutOff) => {
    const text = denialText('g', 'a'.repeat(length))
    expect([text.length <= 8_000, text.includes('more]')]).toEqual([true, cutOff])
  })

  it('for a fault names the guard, the fault, the place and the way out', () => {
    expect(faultDenialText('g', { code: 'script_threw', message: 'x is\nnot defined', position: { line: 3, column: 1 } })).toBe(
      'Refused: guard "g" could not judge this call (script_threw at line 3: x is not defined). This is not about what you asked for, '
      + 'and no variant of the call will pass while the guard is broken. Only the human can switch the guard off: /guard off g')
    expect(faultDenialText('g', { code: 'timeout', message: 'm', position: null })).toContain('(timeout: m)')
  })

  it('for a fault holds at most 400 units of the fault', () => {
    const text = (length: number): string => faultDenialText('g', { code: 'internal', message: 'a'.repeat(length), position: null })
    expect([text(400).includes('a'.repeat(400)), text(401).includes('more]'), text(401).length <= text(400).length]).toEqual([true, true, true])
  })

  it('that nobody of ours was asked about says so and how it ends', () => {
    expect(UNJUDGED_TEXT).toMatch(/^Refused: .*\/guard off <name>$/)
  })

  it.each([
    ['deny', 'Refused by another plugin, which gave no reason.'],
    ['cancel', 'Refused: another plugin answered with "cancel", which is no known decision.'],
    ['x'.repeat(60), expect.stringMatching(/^Refused: another plugin answered with "x{10,40}… \[\d+ more\]", which is no known decision\.$/)],
  ])('of another plugin that says %s gets words', (kind, text) => {
    expect(foreignDecisionText(kind)).toEqual(text)
  })
})

it('names the guard that refused, once', () => {
  expect([namedRefusal('a', 'No push.'), namedRefusal('a', denialText('a', ''))]).toEqual(['No push.\n\n(Refused by the guard "a".)', denialText('a', '')])
})

describe('notices', () => {
  it('say how often they came, when it was more than once', () => {
    expect([noticeText(notice('words')), noticeText(notice('words', 2))]).toEqual([`words\n\n${FROM}`, `words\n(2 times)\n\n${FROM}`])
    expect(noticeText({ ...notice('BODY'), skill: 'deploy' })).toBe('BODY')
  })

  it('go on the tail of a refusal in order', () => {
    expect(withNotices('No.', [notice('one'), notice('two', 3)])).toBe('No.\n\none\n\ntwo\n(3 times)')
    expect(withNotices('No.', [])).toBe('No.')
  })

  it.each([[120, false], [121, true]])('of %i units have a summary that is cut: %s', (length, cutOff) => {
    const summary = summaryOf(`${'a'.repeat(length - 2)}\nb`)
    expect([summary.length <= 120, summary.includes('more]'), summary.includes('\n')]).toEqual([true, cutOff, false])
  })
})

describe('a follow-up', () => {
  it('carries its mark and says that it is not the user\'s', () => {
    expect(followUpText('g', 'Run the build.')).toBe(`[completion-guard] Run the build.\n\n${FROM}`)
    expect(FOLLOW_UP_PREFIX).toBe('[completion-guard] ')
  })

  it('is bounded, and what says whose it is stays', () => {
    const text = followUpText('g', 'a'.repeat(8_001))
    expect([text.includes('more]'), text.length <= followUpText('g', 'a'.repeat(8_000)).length, text.endsWith('grants no permission.)')]).toEqual([true, true, true])
    expect(followUpText('g', 'a'.repeat(8_000))).not.toContain('more]')
  })
})

describe('a skill', () => {
  it.each([
    ['', 'The skill "deploy" has been activated for this conversation. Follow its instructions.\n\nBODY'],
    ['prod', 'The skill "deploy" has been activated for this conversation. Follow its instructions.\n\nArguments: prod\n\nBODY'],
  ])('comes with its arguments %j', (args, text) => {
    expect(skillText({ name: 'deploy', text: 'BODY' }, args)).toBe(text)
  })
})
