import { describe, expect, it } from 'vitest'
import { createLedger, RANKS } from '../../../src/pool/ledger.ts'

describe('what a session has had of the runners', () => {
  it('ranks it, from nothing to a second and more', () => {
    const ledger = createLedger(() => 0)
    const ranks = [0, 49, 1, 199, 1, 749, 1, 100_000].map((ms) => {
      ledger.charge('s', ms, 0)
      return ledger.rank('s')
    })
    expect(ranks).toEqual([0, 0, 1, 1, 2, 2, 3, RANKS - 1])
    expect(ledger.rank('another')).toBe(0)
  })

  it('is half forgotten after ten seconds', () => {
    let now = 0
    const ledger = createLedger(() => now)
    ledger.charge('s', 100, 0)
    now = 9_999
    expect(ledger.rank('s')).toBe(1)
    now = 10_001
    expect(ledger.rank('s')).toBe(0)
    ledger.charge('s', 1, 0)
    expect(ledger.rank('s')).toBe(1)
  })

  it('counts waiting for the host a tenth', () => {
    const ledger = createLedger(() => 0)
    ledger.charge('s', 0, 499)
    expect(ledger.rank('s')).toBe(0)
    ledger.charge('s', 0, 1)
    expect(ledger.rank('s')).toBe(1)
  })
})
