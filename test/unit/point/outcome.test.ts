import { describe, expect, it } from 'vitest'
import { find, noticesOf, outcomeOf } from '../../../src/point/outcome.ts'
import type { Fault, Mode, Verdict } from '../../../src/types.ts'
import { fakeGuard, verdict } from '../../support/session/states.ts'

const fault: Fault = { code: 'timeout', message: 'too slow', position: null }
const deny = { kind: 'deny' as const, reason: 'no' }

describe('what one evaluation came to', () => {
  it.each<[string, Partial<Verdict>, string, string | null]>([
    ['nothing', {}, 'passed', null],
    ['a refusal', { actions: [deny] }, 'denied', 'no'],
    ['a refusal without words', { actions: [{ kind: 'deny', reason: ' ' }] }, 'denied', expect.stringMatching(/^Refused by guard "g"/)],
    ['a refusal after a notice', { actions: [{ kind: 'notice', text: 'n' }, deny] }, 'denied', 'no'],
    ['a question', { actions: [{ kind: 'ask', reason: 'may it?' }] }, 'asked', 'may it?'],
    ['a question after a notice', { actions: [{ kind: 'notice', text: 'n' }, { kind: 'ask', reason: 'may it?' }] }, 'asked', 'may it?'],
    ['a refusal after a question', { actions: [{ kind: 'ask', reason: 'may it?' }, deny] }, 'denied', 'no'],
    ['feedback', { actions: [{ kind: 'block', feedback: 'bad' }] }, 'fired', 'bad'],
    ['a notice', { actions: [{ kind: 'notice', text: 'n' }] }, 'fired', 'n'],
    ['a prompt', { actions: [{ kind: 'setTurnPrompt', text: 'p' }] }, 'fired', 'p'],
    ['a continuation', { continued: { prompt: 'go on', round: 1 } }, 'fired', 'go on'],
    ['a skill', { activated: ['x', 'y'] }, 'fired', 'activated x, y'],
    ['a continuation that another action came before', { actions: [{ kind: 'notice', text: 'n' }], continued: { prompt: 'go on', round: 1 } }, 'fired', 'go on'],
    ['the cap', { capped: true }, 'capped', 'the cap of follow-up rounds is reached'],
    ['the cap, and a notice', { capped: true, actions: [{ kind: 'notice', text: 'n' }] }, 'fired', 'n'],
    ['a fault', { fault }, 'script_error', 'too slow'],
    ['a fault after a refusal', { fault, actions: [deny] }, 'script_error', 'too slow'],
    ['a fault after a continuation', { fault, continued: { prompt: 'go on', round: 1 } }, 'script_error', 'too slow'],
  ])('%s', (_name, given, outcome, reason) => {
    expect(outcomeOf(verdict(given), 'enforce', 'g')).toEqual({ outcome, wouldBe: null, reason })
    const observed = outcomeOf(verdict(given), 'observe', 'g')
    expect(observed).toEqual(outcome === 'script_error' ? { outcome, wouldBe: null, reason } : { outcome: 'observed', wouldBe: outcome, reason })
  })
})

describe('actions', () => {
  it('are found by kind, the first of several', () => {
    const given = verdict({ actions: [{ kind: 'notice', text: 'a' }, deny, { kind: 'deny', reason: 'second' }] })
    expect([find(given, 'deny'), find(given, 'ask')]).toEqual([deny, undefined])
  })

  it.each<[Mode, object[]]>([['enforce', [{ guard: 'g', text: 'a' }, { guard: 'g', text: 'b' }]], ['observe', []], ['off', []]])('that are notices are said in mode %s: %j', (mode, said) => {
    const judged = { guard: fakeGuard('g'), mode, verdict: verdict({ actions: [{ kind: 'notice', text: 'a' }, deny, { kind: 'notice', text: 'b' }] }) }
    expect(noticesOf([judged])).toEqual(said)
  })
})
