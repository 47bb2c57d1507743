import { describe, expect, it } from 'vitest'
import { frameText, type HostFrame } from '../../../src/protocol.ts'
import { openChannel } from '../../../src/runner/channel.ts'
import { createHostErrors } from '../../../src/runner/host-error.ts'

/** A channel whose host sends these texts, whatever is asked. */
function open(answers: readonly string[]) {
  const written: string[] = []
  const left = [...answers]
  const channel = openChannel(1, {
    read: () => left.shift() ?? '',
    write: (text) => { written.push(text) },
  }, createHostErrors(value => value), () => { throw new Error('gone') })
  return { channel, written }
}

const answer = (call: number, value: string): string => frameText({ t: 'ret', call, ok: true, value } satisfies HostFrame)

describe('the channel of a run', () => {
  it('passes over the answer to a call that was cut off', () => {
    expect(open([answer(0, 'old'), answer(1, 'right')]).channel.call('m', [])).toBe('right')
  })

  it.each([
    ['says nothing that is a frame', 'x'],
    ['sends a run in between', frameText({ t: 'load', hash: 'h', name: 'n', code: 'c', isAsync: false, maxSteps: 0 })],
  ])('ends the runner when the host %s', (_name, text) => {
    expect(() => open([text]).channel.call('m', [])).toThrow('gone')
  })

  it('numbers its calls without using a number twice', () => {
    const { channel, written } = open([answer(1, 'a'), answer(3, 'b')])
    channel.call('m', [])
    channel.tell('m', [])
    channel.call('m', [])
    expect(written.map(text => (JSON.parse(text) as { call?: number }).call)).toEqual([1, undefined, 3])
  })

  it('is never cut off in the middle of an exchange, however deep the script is', () => {
    let begun = 0
    let finished = 0
    const deep = (levels: number): number => levels === 0 ? 0 : deep(levels - 1) + 1
    const channel = openChannel(1, {
      read: () => '',
      write() {
        begun += 1
        deep(30)
        finished += 1
      },
    }, createHostErrors(value => value), () => { throw new Error('gone') })
    let failures = 0
    const descend = (): void => {
      try {
        descend()
      } catch {
        try {
          channel.act({ kind: 'notice', text: 't' })
        } catch (error) {
          // No call here: there may be no stack left for one.
          failures += 1
          throw error
        }
      }
    }
    descend()
    expect(failures).toBeGreaterThan(0)
    expect([begun, finished]).toEqual([1, 1])
  })
})
