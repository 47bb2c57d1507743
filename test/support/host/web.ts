/**
 * `dsh web` as a process, driven through its HTTP API as its own user interface drives it.
 */
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChildOutcome, RunningChild } from './child.ts'
import { WEB_ROWS } from './packaging.ts'
import { readSessionLogs } from './session-log.ts'
import type { SessionLog } from './session-log.ts'
import { modelEnv } from './world.ts'
import type { World } from './world.ts'

/** A call that the host answered with an error. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string

  constructor(method: string, code: string, message: string) {
    super(`${method}: ${code}: ${message}`)
    this.code = code
  }
}

export interface CommandResult {
  readonly kind: string
  readonly text: string
}

export interface WebHost {
  readonly url: string
  readonly child: RunningChild
  /** One API call by the older hosts' name and fields, put as this host wants it; throws ApiError. */
  api(method: string, fields: object): Promise<unknown>
  /** One API call as it is. */
  send(method: string, payload: object): Promise<unknown>
  /** Creates a workspace for the world's folder and a session in it; gives the session's id. */
  /** @param preset the agent preset; default the host's own. */
  createSession(path?: string, preset?: string): Promise<string>
  /** Queues (or steers with) a prompt; does not wait for the turn. */
  prompt(session: string, text: string, mode?: 'queue' | 'steer'): Promise<void>
  cancel(session: string): Promise<void>
  /** Runs a human command such as `/guard status`; null when there is no such command. */
  command(session: string, line: string): Promise<CommandResult | null>
  history(session: string): Promise<unknown>
  /** Waits until the session's log shows `turns` ended turns, and gives the log. */
  turnsEnded(session: string, turns?: number, timeoutMs?: number): Promise<SessionLog>
  /** Ends the process: SIGTERM, or what is given. */
  stop(signal?: NodeJS.Signals): Promise<ChildOutcome>
}

interface Answer {
  readonly result?: { readonly ok: boolean, readonly value?: unknown, readonly error?: { readonly code: string, readonly message: string } }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** What a call is named and given, which differs between hosts. */
interface Dialect {
  readonly method: (name: string) => string
  readonly payload: (fields: object) => object
  readonly command: (agentId: string, line: string) => object
}

/** Older hosts take a request as it is, and the files of a command as images. */
const PLAIN: Dialect = { method: name => name, payload: fields => fields, command: (agentId, line) => ({ args: { agentId, line, images: [] } }) }

/** Hosts whose address carries a token take named arguments. */
const NAMED: Dialect = {
  method: name => name.replace('.', '/'),
  payload: request => ({ args: { request } }),
  command: (agentId, line) => ({ args: { agentId, line, submittedAttachments: [] } }),
}

/** The cookie that a host with a token in its address gives for it; none for others. */
async function cookieOf(address: string): Promise<string> {
  if (!address.includes('token=')) return ''
  const response = await fetch(address, { redirect: 'manual', headers: { connection: 'close' } })
  return response.headers.getSetCookie().map(cookie => cookie.split(';')[0]).join('; ')
}

/** Starts `dsh web` in the world's workspace. The world must have the web profile. */
export async function startWeb(world: World, options: { readonly env?: Readonly<Record<string, string>>, readonly timeoutMs?: number } = {}): Promise<WebHost> {
  const patch = join(world.home.dir, 'web-of-tests.yml')
  const isOneProgram = world.home.host.modules === null
  if (isOneProgram) await writeFile(patch, WEB_ROWS)
  const child = world.home.startDsh(['--profile', 'web', ...isOneProgram ? ['--patch', patch] : [], '--no-open', '--port', '0'], {
    cwd: world.workspace, env: { ...modelEnv(world.model), ...options.env }, timeoutMs: options.timeoutMs ?? 120_000,
  })
  const [, url = ''] = await child.saw(/dsh web: (http:\S+)/)
  const { origin } = new URL(url)
  const cookie = await cookieOf(url)
  const dialect = cookie === '' ? PLAIN : NAMED
  let calls = 0

  async function send(method: string, payload: object): Promise<unknown> {
    calls += 1
    const response = await fetch(`${origin}/api/${method}`, {
      method: 'POST',
      // A connection that stays open keeps the host from ending.
      headers: { 'content-type': 'application/json', connection: 'close', ...cookie === '' ? {} : { cookie } },
      body: JSON.stringify({ type: 'client-request', rpcId: `test-${calls}`, method, payload }),
    })
    const { result } = await response.json() as Answer
    if (result?.ok === true) return result.value
    throw new ApiError(method, result?.error?.code ?? String(response.status), result?.error?.message ?? 'no result')
  }

  const api: WebHost['api'] = (name, fields) => send(dialect.method(name), dialect.payload(fields))

  return {
    url, child, api, send,
    async createSession(path = world.workspace, preset) {
      const workspaceId = field(field(await api('workspace.create', { path }), 'workspace'), 'workspaceId')
      return String(field(await api('session.create', { workspaceId, ...preset === undefined ? {} : { agentPreset: preset } }), 'sessionId'))
    },
    async prompt(sessionId, text, mode = 'queue') {
      await api('session.prompt', { requestId: randomUUID(), sessionId, mode, content: [{ type: 'text', text }] })
    },
    async cancel(sessionId) {
      await api('session.cancel', { sessionId })
    },
    async command(agentId, line) {
      const outcome = await send('commands/execute', dialect.command(agentId, line))
      return (field(outcome, 'result') ?? null) as CommandResult | null
    },
    history: sessionId => api('session.history', { sessionId, maxMessages: 200 }),
    async turnsEnded(session, turns = 1, timeoutMs = 60_000) {
      const until = Date.now() + timeoutMs
      for (;;) {
        const log = (await readSessionLogs(world.home.dir).catch(() => [])).find(one => one.id === session)
        if (log !== undefined && log.events.filter(event => event.type === 'turn/end').length >= turns) return log
        if (Date.now() > until) throw new Error(`session ${session} did not end ${turns} turn(s) within ${timeoutMs} ms\n${child.stderr()}`)
        await new Promise((resolve) => { setTimeout(resolve, 50) })
      }
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return child.exited
    },
  }
}
