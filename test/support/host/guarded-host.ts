/**
 * The host in this process with Shooty in it and the guards of one test: gates off, decisions kept.
 */
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { UserMessage } from '@deepseek-ai/dsh-session'
import type { ShootyService } from '../../../src/host/service.ts'
import type { StatusData } from '../../../src/surface/status.ts'
import type { DecisionRecord } from '../../../src/types.ts'
import type { AdapterRequest } from './mount-model.ts'
import type { MountOptions, MountedHost } from './mount.ts'
import { testHost } from './test-world.ts'

/** Every gate off, so that only guards of the test are at work. */
export const GATES_OFF = { repeatThreshold: 0, postWriteSyntax: false, tamperProtection: false, criticalPaths: [], destructive: { action: 'off' } }

/** A message of role user, as the model was sent it. */
export interface Said {
  readonly text: string
  readonly source: Readonly<Record<string, unknown>>
}

export interface GuardedHost extends MountedHost {
  readonly decisions: readonly DecisionRecord[]
  snapshot(): StatusData
  /** How the turns of an agent ended, in order. */
  turnEnds(agent: Agent): readonly string[]
  /** Gives an agent a message of any source in a turn of its own and waits until it is idle. */
  tell(agent: Agent, text: string, source: object): Promise<void>
}

let messages = 0

export function messageOf(text: string, source: object = { kind: 'user' }): UserMessage {
  messages += 1
  return { id: `given-${messages}`, role: 'user', content: [{ type: 'text', text }], source } as unknown as UserMessage
}

interface Block { readonly type: string, readonly text?: string }

/** What a request says in the role of the user, results of tools left out. */
export function said(request: AdapterRequest | undefined): readonly Said[] {
  return (request?.messages ?? []).filter(message => message.role === 'user').flatMap((message) => {
    const blocks = message.content as readonly Block[]
    if (blocks.some(block => block.type === 'tool-result')) return []
    return [{ text: blocks.map(block => block.text ?? '').join(''), source: message.source as Said['source'] }]
  })
}

/** The texts of `said` that are Shooty's, without the line that says so. */
export function ownWords(request: AdapterRequest | undefined): readonly string[] {
  return said(request).filter(one => one.source.kind === 'shooty').map(one => plainWords(one.text))
}

/** Every notice of a guard carries a line that names it and says that it is not the user's; tests of delivery look at the rest. */
export function plainWords(text: string): string {
  return text.replaceAll(/\n\n\(From the automatic guard "[^"]*", not from the user: [^)]*\)/g, '')
}

export async function guardedHost(guard: readonly object[], options: MountOptions & { readonly config?: object } = {}): Promise<GuardedHost> {
  return await withGuards(await testHost(options), guard, options.config)
}

/** Mounts Shooty on a host that ends when the caller says so. */
export async function withGuards(host: MountedHost, guard: readonly object[], config: object = {}): Promise<GuardedHost> {
  const decisions: DecisionRecord[] = []
  await host.mount({ name: 'decisions', apply: (ctx: typeof host.ctx) => { ctx.on('shooty/decision', (decision) => { decisions.push(decision) }) } })
  await host.mountShooty({ ...GATES_OFF, guard, ...config })
  return {
    ...host,
    decisions,
    snapshot: () => (host.ctx.get('shooty') as ShootyService).snapshot(),
    turnEnds(agent) {
      const { events } = agent.session as unknown as { readonly events: readonly { readonly type: string, readonly data: { readonly reason?: { readonly kind: string } } }[] }
      return events.filter(event => event.type === 'turn/end').map(event => event.data.reason?.kind ?? '')
    },
    async tell(agent, text, source) {
      agent.followup(messageOf(text, source))
      await agent.whenIdle()
    },
  }
}
