/**
 * A façade over a host that the test scripts: the runner's own parts in this realm, without SES and
 * without a process. What SES adds is tested with real runners.
 */
import { openChannel, type Channel } from '../../../src/runner/channel.ts'
import { createVance } from '../../../src/runner/facade.ts'
import { createHostErrors, type HostErrors } from '../../../src/runner/host-error.ts'
import type { RunnerPort } from '../../../src/runner/port.ts'
import { frameText, parseRunnerFrame, type RunFrameInput, type RunnerFrame } from '../../../src/protocol.ts'
import type { JsonValue } from '../../../src/types.ts'

export type Answer = { readonly value: JsonValue } | { readonly refuse: string, readonly message: string }

export interface ScriptedHost {
  readonly vance: Record<string, Record<string, unknown>>
  readonly channel: Channel
  readonly errors: HostErrors
  readonly sent: RunnerFrame[]
  /** The method and arguments of every call, tell and action, in order. */
  asked(): unknown[]
}

export function createScriptedHost(input: Partial<RunFrameInput> = {}, answer: (method: string, args: readonly JsonValue[]) => Answer = () => ({ value: null })): ScriptedHost {
  const sent: RunnerFrame[] = []
  const answers: string[] = []
  const port: RunnerPort = {
    read() {
      const text = answers.shift()
      if (text === undefined) throw new Error('the script waits, and the host says nothing')
      return text
    },
    write(text) {
      const frame = parseRunnerFrame(text)
      if (frame === null) throw new Error(`not a frame: ${text.slice(0, 200)}`)
      sent.push(frame)
      if (frame.t === 'call') answers.push(answerText(frame.call, answer(frame.method, frame.args)))
    },
  }
  const errors = createHostErrors(value => value)
  const channel = openChannel(1, port, errors, () => { throw new Error('the runner would have ended') })
  const vance = createVance({
    point: 'command', task: 't', request: 'r', output: 'o', round: 1, maxRounds: 3, naturalStop: true, command: null, result: null,
    mode: 'enforce', params: { p: 1 }, allowTools: false, now: 0, loopScratch: {},
    session: { sessionId: 's', agentId: 'a', rootSessionId: 'root', cwd: '/project', isSubagent: true },
    ...input,
  }, channel, errors) as ScriptedHost['vance']
  return {
    vance, channel, errors, sent,
    asked: () => sent.map((frame) => {
      switch (frame.t) {
        case 'act': return frame.action
        case 'tell':
        case 'call': return [frame.method, ...frame.args]
        case 'log': return frame.line
        case 'ready':
        case 'done': return frame.t
      }
    }),
  }
}

function answerText(call: number, answer: Answer): string {
  if ('refuse' in answer) return frameText({ t: 'ret', call, ok: false, code: answer.refuse, message: answer.message })
  return frameText({ t: 'ret', call, ok: true, value: answer.value })
}

/** Calls `vance.<path>` as a script would. */
export function callOf({ vance }: ScriptedHost, path: string): (...args: unknown[]) => unknown {
  const found = path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], vance)
  return found as (...args: unknown[]) => unknown
}

/** What a call throws. */
export function thrownBy(call: () => unknown): { readonly name: string, readonly code?: string, readonly message: string } {
  try {
    call()
  } catch (error) {
    return error as Error & { code?: string }
  }
  throw new Error('nothing was thrown')
}
