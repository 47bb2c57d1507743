import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { describe, expect, it } from 'vitest'
import { createAnchorCheck } from '../../../src/host/anchors.ts'
import type { Point } from '../../../src/types.ts'

interface Emitter { emit(name: string): void }

class Tools {
  guard(): void { /* there */ }
  run(emit: (name: string) => void): void {
    emit('tools/pre-execute')
    emit('tools/post-execute')
    emit('tools/result')
  }
}
class ToolsWithoutResult {
  guard(): void { /* there */ }
  run(emit: (name: string) => void): void { emit('tools/pre-execute'); emit('tools/post-execute') }
}
class ToolsWithoutGuard {
  run(emit: (name: string) => void): void { emit('tools/pre-execute') }
}
class Wrapped {
  readonly session = { deriveMessages: () => [] }
  steer(): void { /* there */ }
  guard(): void { /* there */ }
  run(inner: Emitter): void { inner.emit('elsewhere') }
}
class Prompt {
  run(emit: (name: string) => void): void { emit('system-prompt/assemble') }
}
class OtherPrompt {
  run(emit: (name: string) => void): void { emit('system-prompt/section') }
}
class Driver {
  readonly session = { deriveMessages: () => [] }
  steer(): void { /* there */ }
  run(emit: (name: string) => void): void { emit('agent/inbox/claimed'); emit('agent/pre-step'); emit('agent/turn-stopping') }
}
class OldDriver {
  readonly session = { deriveMessages: () => [] }
  steer(): void { /* there */ }
  run(emit: (name: string) => void): void { emit('agent/pre-step') }
}

const check = (tools: object, prompt?: object) => createAnchorCheck({ tools, get: (name: string) => name === 'systemPrompt' ? prompt : undefined } as unknown as Context)
const POINTS: readonly Point[] = ['start', 'command', 'result', 'stop', 'terminate']
const missing = (anchors: ReturnType<typeof check>): Record<string, readonly string[]> =>
  Object.fromEntries(POINTS.map(point => [point, anchors.missing(point)] as const).filter(([, events]) => events.length > 0))

describe('the anchors on the host', () => {
  it('are all there on a host that names them all', () => {
    const anchors = check(new Tools(), new Prompt())
    anchors.driver(new Driver() as unknown as Agent)
    expect(missing(anchors)).toEqual({})
  })

  it('are reported by Point where the emitter does not name them', () => {
    const anchors = check(new ToolsWithoutResult(), new OtherPrompt())
    anchors.driver(new OldDriver() as unknown as Agent)
    expect(missing(anchors)).toEqual({
      start: ['system-prompt/assemble', 'agent/inbox/claimed'],
      result: ['tools/result'],
      stop: ['agent/turn-stopping'],
      terminate: ['tools/result', 'agent/turn-stopping'],
    })
  })

  it('are not called missing before there is anything to look at', () => {
    expect(missing(check(new Tools()))).toEqual({})
  })

  it('are not called missing where the code names no event of the family, since somebody else may emit them', () => {
    const anchors = check(new Wrapped(), new Wrapped())
    anchors.driver(new Wrapped() as unknown as Agent)
    expect(missing(anchors)).toEqual({})
  })

  it('are proven by having been called, whatever the code says', () => {
    const anchors = check(new ToolsWithoutResult())
    anchors.seen('tools/result')
    expect(missing(anchors)).toEqual({})
  })

  it('need the synchronous guard for COMMAND', () => {
    expect(check(new ToolsWithoutGuard()).missing('command')).toEqual(['tools.guard'])
  })

  it('are read from the first driver that is met', () => {
    const anchors = check(new Tools())
    anchors.driver(new Driver() as unknown as Agent)
    anchors.driver(new OldDriver() as unknown as Agent)
    expect(missing(anchors)).toEqual({})
  })

  it('need of an agent what STOP asks of it', () => {
    const anchors = check(new Tools())
    anchors.driver({ session: {} } as unknown as Agent)
    expect(missing(anchors)).toEqual({ stop: ['steer', 'session.deriveMessages'], terminate: ['steer', 'session.deriveMessages'] })
  })
})
