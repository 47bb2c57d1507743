import { expect, it } from 'vitest'
import { createCounters } from '../../../src/state/counters.ts'

it('every counter begins at zero, counts by any step, and is not changed through a copy', () => {
  const counters = createCounters()
  expect(Object.values(counters.all()).every(value => value === 0)).toBe(true)
  counters.add('specChecks')
  counters.add('noticesDelivered', 3)
  counters.add('noticesDelivered', -1)
  Object.assign(counters.all(), { specChecks: 99 })
  expect(counters.all()).toMatchObject({ specChecks: 1, noticesDelivered: 2, repairWrites: 0 })
  expect(Object.keys(counters.all())).toHaveLength(13)
})
