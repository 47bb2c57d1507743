import { describe, expect, it } from 'vitest'
import { createFaultReport } from '../../../src/point/fault-report.ts'
import type { DecisionRecord } from '../../../src/types.ts'

const fault: DecisionRecord = {
  time: 1, sessionId: 's1', guard: 'g', kind: 'script', hash: null, point: 'stop', tool: null, outcome: 'script_error', wouldBe: null, reason: 'broken', fault: 'script_threw', ms: 1,
}
function told(...decisions: readonly DecisionRecord[]): readonly string[] {
  const lines: string[] = []
  const report = createFaultReport((text) => { lines.push(text) })
  decisions.forEach(report)
  return lines
}

describe('a guard that failed and was skipped', () => {
  it.each([
    ['command' as const, /failed at command .* the call was refused/],
    ['start' as const, /failed at start \(script_threw: broken\); the turn goes on without it/],
    ['result' as const, /failed at result .* the result stays as it is/],
    ['stop' as const, /failed at stop .* the agent stops as if it were not there/],
    ['terminate' as const, /failed at terminate .* the agent stops/],
  ])('is told of at %s', (point, text) => {
    expect(told({ ...fault, point })).toEqual([expect.stringMatching(text)])
  })

  it('is told of once for each guard, Point and kind of failure', () => {
    expect(told(fault, fault, { ...fault, guard: 'h' }, { ...fault, point: 'start' }, { ...fault, fault: 'timeout' }, fault)).toHaveLength(4)
  })

  it('that is none is not told of', () => {
    expect(told({ ...fault, outcome: 'passed', fault: null })).toEqual([])
  })
})
