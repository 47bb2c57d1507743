/**
 * The host's own core in this process: a real cordis context with the real tool runtime, sessions,
 * system prompt and agent loop, all from the installed host. Only the model is scripted.
 *
 * Needs a Node that the host accepts; `npm test` runs under one.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context, Fiber, Plugin } from '@deepseek-ai/cordis'
import type { Agent, AgentHandle } from '@deepseek-ai/dsh-agent'
import type { ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { hostAcceptsNode } from '../install/host-pins.mjs'
import { importableHost, readInstalled, repository } from '../install/installed.ts'
import type { InstalledHost } from '../install/installed.ts'
import { adapterOf } from './mount-model.ts'
import type { AdapterRequest, Aside } from './mount-model.ts'
import type { Reply } from '../model/model-reply.ts'

export interface MountOptions {
  /** Version of the host; default the main one. */
  readonly host?: string
  /** Replies to the agents' requests, in order. */
  readonly script?: readonly Reply[]
  /** Answers requests that are not an agent's; those are not among `requests`. */
  readonly aside?: Aside
}

export interface AgentSpec {
  readonly sessionId?: string
  readonly cwd?: string
  /** Makes it a subagent of this one. */
  readonly parent?: Agent
}

export interface CallSpec {
  readonly name: string
  /** An object, or the raw text of a malformed call. */
  readonly args?: unknown
  readonly agent?: Agent
  readonly callId?: string
  readonly signal?: AbortSignal
}

export interface MountedHost {
  readonly ctx: Context
  /** The requests that the model was sent. */
  readonly requests: readonly AdapterRequest[]
  push(...replies: readonly Reply[]): void
  /** `DSH_HOME` of this host, temporary. */
  readonly home: string
  /** Mounts Shooty as built, with the row's config. */
  mountShooty(config?: object): Promise<Fiber>
  /** Mounts a plugin module (its `name`, `inject`, `Config`, `apply`) or a class. */
  mount(plugin: object, config?: unknown): Promise<Fiber>
  createAgent(spec?: AgentSpec): Promise<Agent>
  /** Gives the agent a user's prompt and waits until it is idle again. */
  prompt(agent: Agent, text: string): Promise<void>
  /** Registers a tool in the global layer. */
  tool(name: string, run: (args: unknown, exec: unknown) => unknown, extra?: object): void
  /** One call through the whole pipeline. */
  execute(call: CallSpec): Promise<ToolExecutionResult>
  /** How many listeners an event has. */
  listeners(event: string): number
  /** Disposes every agent and the context. */
  dispose(): Promise<void>
}

type Module = Readonly<Record<string, unknown>>

/** Imports a package of the installed host, the very copy that the host itself uses; of the main host for one that is one program. */
export async function importHostPackage(host: InstalledHost, name: string): Promise<Module> {
  const { modules } = host.modules === null ? importableHost(readInstalled()) : { modules: host.modules }
  const dir = realpathSync(join(modules, ...name.split('/')))
  const manifest = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { readonly main?: string, readonly exports?: { readonly '.'?: { readonly default?: string } } }
  const entry = manifest.exports?.['.']?.default ?? manifest.main ?? './lib/index.js'
  return await import(/* @vite-ignore */ pathToFileURL(join(dir, entry)).href) as Module
}

const CORE = ['llm', 'session', 'system-prompt', 'tools', 'agent'] as const

async function openContext(host: InstalledHost): Promise<Context> {
  const cordis = await importHostPackage(host, '@deepseek-ai/cordis')
  const ctx = new (cordis.Context as new () => Context)()
  for (const name of CORE) {
    const service = await importHostPackage(host, `@deepseek-ai/dsh-${name}`)
    await ctx.plugin(service.default as Plugin, {})
  }
  const loop = await importHostPackage(host, '@deepseek-ai/dsh-agent-loop')
  await ctx.plugin(loop.default as Plugin, { agents: [] })
  return ctx
}

function plainTool(name: string, run: (args: unknown, exec: unknown) => unknown, extra: object): object {
  return {
    name,
    description: `${name} of a test`,
    parameters: { type: 'object', properties: {}, additionalProperties: true },
    output: { schema: {}, render: (_args: unknown, value: unknown) => [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] },
    execute: async (args: unknown, exec: unknown) => await run(args, exec) ?? null,
    ...extra,
  }
}

/** @throws Error on a Node that the host does not accept. */
export async function mountHost(options: MountOptions = {}): Promise<MountedHost> {
  if (!hostAcceptsNode(process.versions.node)) throw new Error(`the host does not run on Node ${process.versions.node}; run the tests through \`npm test\``)
  const host = importableHost(readInstalled(), options.host)
  const ctx = await openContext(host)
  const llm = await importHostPackage(host, '@deepseek-ai/dsh-llm')
  const model = adapterOf(llm.LlmAdapter as new () => object, options.script ?? [], options.aside)
  ctx.llm.registerAdapter(['scripted'], model.adapter as never)
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'shooty-mount-')))
  ctx.provide('dshHomePath', (...parts: readonly string[]) => join(home, ...parts))
  const handles: AgentHandle[] = []
  let ids = 0
  const nextId = (prefix: string): string => { ids += 1; return `${prefix}-${ids}` }

  return {
    ctx,
    home,
    requests: model.requests,
    push(...replies) { model.push(...replies) },
    mount: async (plugin, config) => await ctx.plugin(plugin as Plugin, config),
    async mountShooty(config = {}) {
      const shooty = await import(/* @vite-ignore */ pathToFileURL(join(repository, 'lib', 'index.js')).href) as object
      return await ctx.plugin(shooty as Plugin, config)
    },
    async createAgent(spec = {}) {
      const parent = spec.parent?.session
      const handle = await ctx.agents.create({
        sessionId: (spec.sessionId ?? nextId('session')) as never,
        meta: {
          cwd: spec.cwd ?? '/',
          ...parent === undefined ? {} : { parentSession: parent.id, origin: 'subagent' as const, delegationDepth: (parent.header.delegationDepth ?? 0) + 1 },
        },
        agentOptions: { provider: 'scripted', model: 'scripted' },
      })
      handles.push(handle)
      await handle.agent.whenIdle()
      return handle.agent
    },
    async prompt(agent, text) {
      agent.followup({ id: nextId('message') as never, role: 'user', content: [{ type: 'text', text }], source: { kind: 'user' } })
      await agent.whenIdle()
    },
    tool(name, run, extra = {}) {
      ctx.tools.register(plainTool(name, run, extra) as never)
    },
    execute: async ({ name, args = {}, agent, callId, signal }) => await ctx.tools.execute({
      callId: (callId ?? nextId('call')) as never,
      name,
      arguments: args,
      signal: signal ?? new AbortController().signal,
      ...agent === undefined ? {} : { agent },
    }),
    listeners(event) {
      const { _hooks: hooks } = ctx.events as unknown as { readonly _hooks: Readonly<Record<string, Iterable<unknown> | undefined>> }
      return [...hooks[event] ?? []].length
    },
    async dispose() {
      for (const handle of handles.splice(0)) await handle.dispose()
      await ctx.fiber.dispose()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
