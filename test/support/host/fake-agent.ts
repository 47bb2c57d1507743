/** An agent of the host with nothing but what Shooty reads of it. */
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { MessageShape } from '../../../src/host/shapes.ts'

export interface FakeAgentOptions {
  readonly id?: string
  readonly sessionId?: string
  readonly header?: Readonly<Record<string, unknown>>
  readonly messages?: unknown
  readonly events?: readonly object[]
  /** Newer hosts give a snapshot in place of the list. */
  readonly snapshot?: readonly object[]
  readonly requestHeader?: object
}

export function fakeAgent(options: FakeAgentOptions = {}): Agent {
  const sessionId = options.sessionId ?? 's1'
  return {
    id: options.id ?? `agent-${sessionId}`,
    session: {
      id: sessionId,
      header: options.header ?? { cwd: '/workspace' },
      deriveMessages: () => options.messages ?? [],
      requestHeader: () => options.requestHeader,
      ...options.events === undefined ? {} : { events: options.events },
      ...options.snapshot === undefined ? {} : { snapshotEvents: () => options.snapshot },
    },
  } as unknown as Agent
}

export function message(role: string, text: string, source?: MessageShape['source'], id?: string): MessageShape {
  return { role, content: [{ type: 'text', text }], ...source === undefined ? {} : { source }, ...id === undefined ? {} : { id } }
}
