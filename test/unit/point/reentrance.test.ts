import { describe, expect, it } from 'vitest'
import { createReentrance } from '../../../src/point/reentrance.ts'

const tick = async (): Promise<void> => { await new Promise((resolve) => { setImmediate(resolve) }) }

describe('what a guard run causes', () => {
  it('is told apart inside the run, over its waits, and for its own session only', async () => {
    const runs = createReentrance()
    expect(runs.inside('s1')).toBe(false)
    const seen = await runs.enter('s1', async () => {
      await tick()
      return [runs.inside('s1'), runs.inside('s2')]
    })
    expect([seen, runs.inside('s1')]).toEqual([[true, false], false])
  })

  it('is not what runs beside it', async () => {
    const runs = createReentrance()
    let letGo = (): void => undefined
    const running = runs.enter('s1', async () => { await new Promise<void>((resolve) => { letGo = resolve }) })
    await tick()
    expect(runs.inside('s1')).toBe(false)
    letGo()
    await running
  })

  it('ends with the run: what was woken from inside it and goes on is the agent\'s own', async () => {
    const runs = createReentrance()
    let later: Promise<boolean> = Promise.resolve(true)
    await runs.enter('s1', async () => {
      later = (async () => {
        await tick()
        await tick()
        return runs.inside('s1')
      })()
    })
    expect(await later).toBe(false)
  })

  it('ends with a run that fails', async () => {
    const runs = createReentrance()
    let later: Promise<boolean> = Promise.resolve(true)
    await expect(runs.enter('s1', async () => {
      later = tick().then(tick).then(() => runs.inside('s1'))
      throw new Error('boom')
    })).rejects.toThrow('boom')
    expect(await later).toBe(false)
  })

  it('of two runs at once is each its own', async () => {
    const runs = createReentrance()
    const look = async (id: string): Promise<boolean[]> => await runs.enter(id, async () => {
      await tick()
      return [runs.inside('a'), runs.inside('b')]
    })
    expect(await Promise.all([look('a'), look('b')])).toEqual([[true, false], [false, true]])
  })

  it('of a run inside a run is the outer one\'s again when the inner one has ended', async () => {
    const runs = createReentrance()
    const seen = await runs.enter('a', async () => {
      await runs.enter('a', tick)
      return runs.inside('a')
    })
    expect(seen).toBe(true)
  })
})
