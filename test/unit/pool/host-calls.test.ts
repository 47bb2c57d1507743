import { describe, expect, it } from 'vitest'
import { GuardError } from '../../../src/errors.ts'
import type { JsonValue } from '../../../src/types.ts'
import { createJob, createScriptedWorld, settle, type JobOptions, type ScriptedRunner } from '../../support/runner/scripted-runners.ts'

/** A run in progress on a ready runner. */
function running(options: JobOptions = {}) {
  const world = createScriptedWorld()
  const report = world.pool.run(createJob(options))
  world.latest().ready()
  return { ...world, report, runner: world.latest() }
}

function ask(runner: ScriptedRunner, call: number, args: JsonValue[] = []): void {
  runner.send({ t: 'call', run: runner.lastRun(), call, method: 'm', args })
}

function answers(runner: ScriptedRunner): unknown[] {
  return runner.got.filter(frame => frame.t === 'ret')
}

describe('host calls of a run', () => {
  it('are answered with the number of the call', async () => {
    const { runner, report } = running({ call: async (method, args) => ({ method, args: [...args] }) })
    ask(runner, 7, ['a', 1])
    await settle()
    expect(answers(runner)).toEqual([{ t: 'ret', call: 7, ok: true, value: { method: 'm', args: ['a', 1] } }])
    runner.done()
    expect(await report).toMatchObject({ fault: null })
  })

  it.each([
    ['a GuardError keeps its code', new GuardError('NOT_FOUND', 'no such file'), { code: 'NOT_FOUND', message: 'no such file' }],
    ['any other error is internal', new TypeError('oops'), { code: 'INTERNAL', message: 'oops' }],
    ['so is what is no error', 'text' as unknown as Error, { code: 'INTERNAL', message: 'text' }],
    ['a long message is cut and on one line', new GuardError('LIMIT', `${'x'.repeat(5000)}\n`), { code: 'LIMIT', message: expect.stringMatching(/^x{100,2000}… \[\d+ more\]$/) }],
  ])('a refused call: %s', async (_name, error, expected) => {
    const { runner } = running({ call: () => Promise.reject(error) })
    ask(runner, 1)
    await settle()
    expect(answers(runner)).toEqual([{ t: 'ret', call: 1, ok: false, ...expected }])
  })

  it('a call that throws at once is a refusal too', async () => {
    const { runner } = running({ call: () => { throw new GuardError('LIMIT', 'no') } })
    ask(runner, 1)
    await settle()
    expect(answers(runner)).toMatchObject([{ ok: false, code: 'LIMIT' }])
  })

  it.each([
    ['larger than a frame', 'x'.repeat((16 << 20) + 1), 'TOO_LARGE'],
    ['nested deeper than can be written', JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as JsonValue, 'INTERNAL'],
  ])('an answer that is %s becomes a refusal', async (_name, value, code) => {
    const { runner } = running({ call: async () => value })
    ask(runner, 1)
    await settle()
    expect(answers(runner)).toMatchObject([{ ok: false, code }])
  })

  it('no answer at all is null', async () => {
    const { runner } = running({ call: async () => undefined as unknown as JsonValue })
    ask(runner, 1)
    await settle()
    expect(answers(runner)).toEqual([{ t: 'ret', call: 1, ok: true, value: null }])
  })

  it.each([
    ['the time runs out', 'TIMEOUT', (world: ReturnType<typeof running>) => { world.pass(1000) }],
    ['the turn is cancelled', 'CANCELLED', (_world: ReturnType<typeof running>, turn: AbortController) => { turn.abort() }],
    ['the runner dies', 'CANCELLED', (world: ReturnType<typeof running>) => { world.runner.end() }],
    ['the pool is disposed', 'CANCELLED', (world: ReturnType<typeof running>) => { void world.pool.dispose() }],
  ])('are aborted when %s, and their late answer goes nowhere', async (_name, code, happen) => {
    const turn = new AbortController()
    let seen: AbortSignal | null = null
    let answer: (value: JsonValue) => void = () => undefined
    const world = running({
      signal: turn.signal,
      call: (_method, _args, signal) => {
        seen = signal
        return new Promise((resolve) => { answer = resolve })
      },
    })
    ask(world.runner, 1)
    expect(seen).toMatchObject({ aborted: false })
    happen(world, turn)
    expect(seen).toMatchObject({ aborted: true, reason: expect.objectContaining({ code }) })
    answer(1)
    await settle()
    expect(answers(world.runner)).toEqual([])
  })

  it('are aborted when the run is over', async () => {
    let seen: AbortSignal | null = null
    const { runner, report } = running({ call: async (_method, _args, signal) => {
      seen = signal
      return 1
    } })
    ask(runner, 1)
    await settle()
    runner.done()
    await report
    expect(seen).toMatchObject({ aborted: true })
  })

  it('that are one-way reach the host in order, at once', () => {
    const told: unknown[] = []
    const { runner } = running({ tell: (method, args) => { told.push([method, ...args]) } })
    runner.send({ t: 'tell', run: 1, method: 'a', args: [1] })
    runner.send({ t: 'tell', run: 1, method: 'b', args: [2] })
    expect(told).toEqual([['a', 1], ['b', 2]])
  })

  it('that are one-way and fail are a fault of the run, the first one', async () => {
    const { runner, report } = running({ tell: (method) => { throw new GuardError('TOO_LARGE', `${method} failed`) } })
    runner.send({ t: 'tell', run: 1, method: 'a', args: [] })
    runner.send({ t: 'tell', run: 1, method: 'b', args: [] })
    runner.done()
    expect((await report).fault).toEqual({ code: 'script_threw', message: 'a failed', position: null })
  })

  it('that are one-way do not hide what the script itself came to', async () => {
    const { runner, report } = running({ tell: () => { throw new Error('x') } })
    runner.send({ t: 'tell', run: 1, method: 'a', args: [] })
    runner.done({ code: 'wrong_action', message: 'w', position: null })
    expect((await report).fault).toMatchObject({ code: 'wrong_action' })
  })
})

describe('the place of a fault', () => {
  it('is told in the guard\'s own columns', async () => {
    const { runner, report } = running({ compiled: { code: 'x', isAsync: false, warnings: [], columns: [[2, 1, 1], [2, 30, 15]] } })
    runner.done({ code: 'script_threw', message: 'm', position: { line: 2, column: 33 } })
    expect((await report).fault?.position).toEqual({ line: 2, column: 18 })
  })
})
