import { describe, expect, it } from 'vitest'
import { MAX_SIGNATURES, createRepeatedFailureGate } from '../../../src/gate/repeated-failure.ts'
import type { RepeatedFailureDeps } from '../../../src/gate/repeated-failure.ts'
import type { HostReminder } from '../../../src/gate/failure/reminder.ts'
import type { CommandView, Gate, JsonValue, JudgeContext, PointInput, ResultView } from '../../../src/types.ts'
import { commandOf, countingCounters, inputAt, judging, noticesOf, perSession, resultOf, scriptedClock, sessionAt } from '../../support/gate/gate-world.ts'

interface World {
  readonly gate: Gate
  readonly counters: ReturnType<typeof countingCounters>
  readonly result: (command: CommandView, result: ResultView, more?: Partial<PointInput> & { readonly run?: JudgeContext, readonly in?: string }) => Promise<readonly string[]>
  /** Judges failures in a row. @returns the 1-based places at which something was said. */
  readonly said: (failures: readonly (readonly [CommandView, ResultView])[]) => Promise<readonly number[]>
}

function world(more: Partial<RepeatedFailureDeps> = {}): World {
  const counters = countingCounters()
  const gate = createRepeatedFailureGate({
    settings: { repeatThreshold: 3, repeatCooldown: 3 }, mode: 'enforce', clock: scriptedClock(), counters, perSession, hostReminder: () => null, wasRefused: () => false, ...more,
  })
  const result: World['result'] = async (command, view, options = {}) => {
    const { run, in: session, ...input } = options
    return noticesOf(await gate.judge(inputAt(sessionAt('/w', session), command, view, input), run ?? judging()))
  }
  return {
    gate, counters, result,
    async said(failures) {
      const places: number[] = []
      for (const [index, [command, view]] of failures.entries()) {
        if ((await result(command, view)).length > 0) places.push(index + 1)
      }
      return places
    },
  }
}

const failed = (message: string, code: string | null = null): ResultView => resultOf(`Error: ${message}`, { message, code })
const bash = (command: string): CommandView => commandOf('bash', { command })
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_unused, index) => make(index))
const REMINDER: HostReminder = { thresholds: [3, 5, 8], tracks: () => true }

describe('the count', () => {
  it('of one failure in five dresses leads to a notice at the third, the next at the sixth, none between', async () => {
    const dresses = ["'/tmp/a b/c.txt'", '/home/u/x', 'C:\\x\\y.txt', '"./src/a.ts"', '/tmp/tmp.Xa31/run-1700000000']
    const { said, counters } = world()
    expect(await said(times(12, index => [bash(`cat ${index}`), resultOf(`\u001b[31mcat\u001b[0m: ${dresses[index % 5]}: No such file or directory at 12:0${index % 10}:00\n[exit code: 1]`)]))).toEqual([3, 6, 9, 12])
    expect(counters.counts).toEqual({ failuresObserved: 12, repeatNotices: 4 })
  })

  it('of different failures does not', async () => {
    const { said, counters } = world()
    expect(await said(times(12, index => [bash('x'), resultOf(`module part${'abcdefghijkl'[index]} is broken\n[exit code: 1]`)]))).toEqual([])
    expect(await said(times(4, index => [bash('x'), resultOf(`broken\n[exit code: ${index + 1}]`)]))).toEqual([])
    expect(counters.counts).toEqual({ failuresObserved: 16 })
  })

  it('is kept per tool, per class and per session', async () => {
    const { result } = world()
    for (const tool of ['a', 'b', 'c']) expect(await result(commandOf(tool, {}), failed('x', 'FS_NOT_FOUND'))).toEqual([])
    for (const code of ['FS_NOT_FOUND', 'FS_PERMISSION_DENIED', null]) expect(await result(commandOf('d', {}), failed('x', code))).toEqual([])
    for (const session of ['1', '2', '3']) expect(await result(commandOf('e', {}), failed('x'), { in: session })).toEqual([])
  })

  it('goes on over successes, other failures and turns of the user', async () => {
    const { result } = world()
    const command = bash('x')
    await result(command, failed('broken'), { request: 'first', round: 0 })
    await result(command, resultOf('fine'), { request: 'first' })
    await result(command, failed('else'), { request: 'second' })
    await result(command, failed('broken'), { request: 'second' })
    expect(await result(command, failed('broken'), { request: 'third' })).toHaveLength(1)
  })

  it('leaves out cancellations', async () => {
    const { said, counters } = world()
    expect(await said(times(9, index => [bash('x'), failed('tool call aborted', index % 2 === 0 ? 'ABORTED' : null)]))).toEqual([])
    expect(counters.counts).toEqual({})
  })

  it('takes in refused calls, whose class is refused', async () => {
    const { result } = world({ wasRefused: input => input.command?.name === 'write' })
    const notices = await Promise.all(times(3, index => result(commandOf('write', { file_path: `/w/${index}` }), failed(`"/w/src/core/${index}.ts" is protected`))))
    expect(notices[2]?.[0]).toContain('(refused): <path> is protected\nThe class of action is refused, not this one wording: do not try variants of it.')
  })

  it('is not lost when calls run side by side', async () => {
    const { result } = world()
    const notices = await Promise.all(times(7, index => result(commandOf('x', {}, `call-${index}`), failed('broken'))))
    expect(notices.map(list => list.length)).toEqual([0, 0, 1, 0, 0, 1, 0])
  })

  it.each([[MAX_SIGNATURES - 1, 1], [MAX_SIGNATURES, 0]])('of a failure is remembered over %i others', async (others, count) => {
    const { result } = world({ settings: { repeatThreshold: 2, repeatCooldown: 0 } })
    await result(bash('x'), failed('the first'))
    for (let index = 0; index < others; index += 1) await result(bash('x'), failed(`other ${index.toString(36).replace(/\d/g, digit => 'ABCDEFGHIJ'[Number(digit)] ?? '')}`))
    expect(await result(bash('x'), failed('the first'))).toHaveLength(count)
  })
})

describe('a silent command', () => {
  it('that is another each time is no repetition, one that is the same is', async () => {
    const { said } = world()
    expect(await said(['foo', 'bar', 'baz', 'qux'].map(word => [bash(`grep -r ${word} src`), resultOf('(no output)\n[exit code: 1]')]))).toEqual([])
    expect(await said(times(3, index => [bash(`test -f /w/${'x'.repeat(index + 1)}`), resultOf('(no output)\n[exit code: 1]')]))).toEqual([3])
  })
})

describe('the settings', () => {
  it.each<[number, number, readonly number[]]>([
    [1, 1, [1, 2, 3, 4, 5, 6, 7]],
    [1, 0, [1]],
    [2, 3, [2, 5]],
    [3, 3, [3, 6]],
    [4, 1, [4, 5, 6, 7]],
    [8, 3, []],
  ])('threshold %i, cooldown %i', async (repeatThreshold, repeatCooldown, places) => {
    const { said } = world({ settings: { repeatThreshold, repeatCooldown } })
    expect(await said(times(7, () => [bash('x'), failed('broken')]))).toEqual(places)
  })

  it('threshold 0 and mode off turn the gate off', () => {
    const input = inputAt(sessionAt('/w'), bash('x'), failed('broken'))
    for (const { gate } of [world({ settings: { repeatThreshold: 0, repeatCooldown: 3 } }), world({ mode: 'off' })]) {
      expect([gate.mode, gate.applies(input), gate.status().active]).toEqual(['off', false, false])
    }
    const { gate } = world()
    expect([gate.name, gate.kind, gate.points, gate.mode, gate.applies(input), gate.hash(null)]).toEqual(['repeated-failure', 'gate', ['result'], 'enforce', true, null])
    expect(gate.status()).toEqual({ active: true, detail: 'at 3 failures of one kind, then every 3' })
    expect(gate.applies(inputAt(sessionAt('/w'), bash('x'), null))).toBe(false)
  })

  it('observing counts failures and no notices', async () => {
    const { result, counters } = world()
    for (let index = 0; index < 3; index += 1) await result(bash('x'), failed('broken'), { run: judging('observe') })
    expect(counters.counts).toEqual({ failuresObserved: 3 })
  })
})

describe('the notice', () => {
  it('names the class, the count, the tool, what to do differently, and that something has to change', async () => {
    const { result } = world()
    const notices = await Promise.all(times(3, index => result(commandOf('edit', { n: index }), failed(`old_string was not found in "/w/${index}.ts"`, 'FS_EDIT_NOT_FOUND'))))
    expect(notices[2]).toEqual([
      'Repeated failure: "edit" has failed 3 times in this session in the same way (edit does not match the file): old_string was not found in <path>\n'
      + 'Your picture of the file is out of date. Read the file again and copy the text to be replaced from what you read, with enough lines around it to be unique. '
      + 'Change something before the next call: the same step will end the same way.',
    ])
  })

  it('advises to wait where a service is at fault, also when the call claims success', async () => {
    const { result } = world()
    const notices = await Promise.all(times(3, () => result(commandOf('web_fetch', {}), resultOf('Fetched https://x.io (HTTP 503)\n\nbusy'))))
    expect(notices[2]?.[0]).toMatch(/rate limit, overload or network fault\).*\n.*Wait before you try again/)
  })

  it('is bounded and holds no key, whatever failed', async () => {
    const { result } = world()
    const message = `api_key=sk-${'a'.repeat(40)} ${'x'.repeat(100_000)}\u0007\n`
    const notices = await Promise.all(times(3, () => result(commandOf('t'.repeat(5_000), {}), failed(message))))
    expect(notices[2]?.[0]?.length).toBeLessThan(1_000)
    expect(notices[2]?.[0]).not.toContain('sk-aaaa')
    expect(notices[2]?.[0]?.split('\n')).toHaveLength(2)
  })
})

describe('what the host\'s own reminder has just said', () => {
  const args = (index: number): JsonValue => index % 2 === 0 ? { a: 1, b: [{ c: 2, d: 3 }] } : { b: [{ d: 3, c: 2 }], a: 1 }
  const same = times(9, index => [commandOf('x', args(index)), failed('broken')] as const)

  it('is not said again: of byte-identical calls the host speaks at 3, 5 and 8, we at 6 and 9', async () => {
    expect(await world({ hostReminder: () => REMINDER }).said(same)).toEqual([6, 9])
  })

  it('is said where the host has no reminder, or does not look at the tool', async () => {
    expect(await world({ hostReminder: () => null }).said(same)).toEqual([3, 6, 9])
    expect(await world({ hostReminder: () => ({ ...REMINDER, tracks: tool => tool !== 'x' }) }).said(same)).toEqual([3, 6, 9])
  })

  it('leaves calls with other arguments alone', async () => {
    expect(await world({ hostReminder: () => REMINDER }).said(times(6, index => [commandOf('x', { index }), failed('broken')]))).toEqual([3, 6])
  })

  it('is predicted over calls of other tools, tools that are not looked at, and successes, as the host counts them', async () => {
    const other = commandOf('y', {})
    const x = commandOf('x', { a: 1 })
    const broken = world({ hostReminder: () => REMINDER })
    expect(await broken.said([[x, failed('broken')], [other, resultOf('fine')], [x, failed('broken')], [x, failed('broken')]])).toEqual([4])
    const transparent = world({ hostReminder: () => ({ ...REMINDER, tracks: tool => tool !== 'y' }) })
    expect(await transparent.said([[x, failed('broken')], [other, resultOf('fine')], [x, failed('broken')], [x, failed('broken')]])).toEqual([])
  })

  it('begins anew with a message of the user, and never counts for a call without an agent', async () => {
    const x = commandOf('x', {})
    const { result } = world({ hostReminder: () => REMINDER })
    await result(x, failed('broken'), { request: 'one' })
    await result(x, failed('broken'), { request: 'one' })
    expect(await result(x, failed('broken'), { request: 'two' })).toHaveLength(1)
    const without = world({ hostReminder: () => REMINDER })
    const notices = []
    for (let index = 0; index < 3; index += 1) notices.push(...await without.result(x, failed('broken'), { hasAgent: false }))
    expect(notices).toHaveLength(1)
  })

  it('is not predicted for arguments that cannot be written', async () => {
    let deep: JsonValue = 1
    for (let index = 0; index < 50_000; index += 1) deep = [deep]
    expect(await world({ hostReminder: () => REMINDER }).said(times(3, () => [commandOf('x', deep), failed('broken')]))).toEqual([3])
  })
})
