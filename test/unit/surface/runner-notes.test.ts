import { expect, it } from 'vitest'
import { runnerNotes } from '../../../src/surface/runner-notes.ts'

const WELL = { kills: { timeout: 0, memory: 0, cancelled: 0, protocol: 0 }, reruns: 0, startFailures: 0, lastStartFailure: null }

it('nothing is said while all is well, and a cancelled turn is no trouble', () => {
  expect(runnerNotes(WELL)).toEqual([])
  expect(runnerNotes({ ...WELL, kills: { ...WELL.kills, cancelled: 3 } })).toEqual([])
})

it('runners that were ended, begun again or not started are told with their number and the key that says so', () => {
  expect(runnerNotes({ kills: { timeout: 2, memory: 1, cancelled: 0, protocol: 1 }, reruns: 1, startFailures: 2, lastStartFailure: 'it is not Node' })).toEqual([
    'runners that were ended: 2 for their time (timeoutMs), 1 for their memory (sandbox.memoryMb), 1 for what they sent; guard_status action=recent names the guards',
    '1 run was begun again on another runner',
    '2 runners did not start, the last because it is not Node',
  ])
})
