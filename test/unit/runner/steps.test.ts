import { describe, expect, it } from 'vitest'
import { createSteps } from '../../../src/runner/steps.ts'

function take(steps: ReturnType<typeof createSteps>, count: number): void {
  for (let taken = 0; taken < count; taken += 1) steps.tick()
}

describe('the step limit', () => {
  it('lets a run take exactly as many steps as it may', () => {
    const steps = createSteps()
    steps.begin(1000)
    take(steps, 1000)
    expect(steps.exceeded()).toBeNull()
    expect(() => { steps.tick() }).toThrow('the guard took more than 1000 steps')
  })

  it('throws again at every further step, and remembers the first', () => {
    const steps = createSteps()
    steps.begin(1)
    take(steps, 1)
    for (let again = 0; again < 3; again += 1) expect(() => { steps.tick() }).toThrow(/more than 1 steps/)
    const first = steps.exceeded()
    expect(() => { steps.tick() }).toThrow()
    expect(steps.exceeded()).toBe(first)
  })

  it('starts anew with each run', () => {
    const steps = createSteps()
    steps.begin(1)
    take(steps, 1)
    expect(() => { steps.tick() }).toThrow()
    steps.begin(2)
    expect(steps.exceeded()).toBeNull()
    take(steps, 2)
    expect(() => { steps.tick() }).toThrow(/more than 2 steps/)
  })

  it('is off with 0', () => {
    const steps = createSteps()
    steps.begin(0)
    take(steps, 100_000)
    expect(steps.exceeded()).toBeNull()
  })

  it('does not reach a guard before a run', () => {
    expect(() => { createSteps().tick() }).toThrow()
  })
})
