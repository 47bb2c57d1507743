import { describe, expect, it } from 'vitest'
import { meaningOf, pointOfEnd, stepHappens } from '../../../src/point/turn-rules.ts'

describe('a claimed message', () => {
  it.each([
    ['user', false, 'turn'], ['user', true, 'request'], ['shooty', false, 'other'], ['goal', true, 'other'], [undefined, false, 'other'],
  ] as const)('of kind %s in a subagent: %s means %s', (kind, sub, meaning) => {
    expect(meaningOf(kind, sub)).toBe(meaning)
  })
})

describe('a step', () => {
  const step = { messages: 0, step: 2, ending: false, concluded: false }
  it.each([
    ['with a message', { messages: 1, step: 1 }, true],
    ['with a message after the end was reached', { messages: 1, ending: true }, true],
    ['with a message after a tool ended the turn', { messages: 1, concluded: true }, true],
    ['after a call', {}, true],
    ['that is the first and has nothing to say', { step: 1 }, false],
    ['at the end of the turn', { ending: true }, false],
    ['behind the tool that ends the turn', { concluded: true }, false],
  ])('%s: %j happens: %s', (_name, of, happens) => {
    expect(stepHappens({ ...step, ...of })).toBe(happens)
  })
})

describe('the end of a turn', () => {
  const end = { cancelled: false, finish: null, concluded: false }
  it.each([
    [{}, 'stop'], [{ finish: 'stop' }, 'stop'], [{ concluded: true }, 'terminate'], [{ concluded: true, finish: 'tool-calls' }, 'terminate'],
    [{ finish: 'max-tokens' }, null], [{ finish: 'max-tokens', concluded: true }, null], [{ cancelled: true }, null], [{ cancelled: true, concluded: true }, null],
  ])('%j reaches %s', (of, point) => {
    expect(pointOfEnd({ ...end, ...of })).toBe(point)
  })
})
