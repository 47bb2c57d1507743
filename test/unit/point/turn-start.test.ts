import { describe, expect, it } from 'vitest'
import { createStarting, openBatch, requestOf, waitFor } from '../../../src/point/turn-start.ts'

describe('a batch of input', () => {
  it('is open until the host has claimed it, which it does in one go', async () => {
    const batch = openBatch('one')
    batch.texts.push('two')
    expect([batch.open, requestOf(batch)]).toEqual([true, 'one\n\ntwo'])
    await Promise.resolve()
    expect(batch.open).toBe(false)
  })
})

describe('waiting for START', () => {
  it('runs it once, however many wait', async () => {
    let runs = 0
    const starting = createStarting(async () => { runs += 1 })
    await Promise.all([waitFor(starting, undefined), waitFor(starting, new AbortController().signal), starting.begin()])
    expect(runs).toBe(1)
  })

  it.each([['before', true], ['meanwhile', false]])('ends with a turn that is cancelled %s', async (_when, early) => {
    const controller = new AbortController()
    if (early) controller.abort('user')
    const starting = createStarting(signal => new Promise((resolve) => {
      if (signal.aborted) resolve()
      signal.addEventListener('abort', () => { resolve() })
    }))
    const waiting = waitFor(starting, controller.signal)
    controller.abort('user')
    await waiting
  })
})
