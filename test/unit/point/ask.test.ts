import { describe, expect, it } from 'vitest'
import { endOfAsk } from '../../../src/point/ask.ts'

const facts = { ran: false, cancelled: false, answer: null, reachable: true, modeRefuses: false }

describe('a question ended', () => {
  it.each([
    [{ answer: 'allowed-once', ran: true }, 'approved'],
    [{ answer: 'allowed-once' }, 'approved'],
    [{ answer: 'allowed-for-ever', ran: true }, 'approved'],
    [{ answer: 'not-now' }, 'rejected'],
    [{ answer: 'rejected' }, 'rejected'],
    [{ answer: 'unavailable' }, 'nobody'],
    [{ answer: 'cancelled' }, 'cancelled'],
    [{ ran: true }, 'auto-approved'],
    [{ ran: true, cancelled: true }, 'auto-approved'],
    [{ cancelled: true }, 'cancelled'],
    [{ modeRefuses: true }, 'auto-rejected'],
    [{ modeRefuses: true, reachable: false }, 'nobody'],
    [{ reachable: false }, 'nobody'],
    [{}, 'nobody'],
  ])('as %j says: %s', (seen, end) => {
    expect(endOfAsk({ ...facts, ...seen })).toBe(end)
  })
})
