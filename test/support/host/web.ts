/**
 * `dsh web` as a process, driven through its HTTP API as its own user interface drives it.
 */
import type { ChildOutcome, RunningChild } from './child.ts'
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
  /** One API call; throws ApiError. */
  api(method: string, payload: object): Promise<unknown>
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

/** Starts `dsh web` in the world's workspace. The world must have the web profile. */
export async function startWeb(world: World, options: { readonly env?: Readonly<Record<string, string>>, readonly timeoutMs?: number } = {}): Promise<WebHost> {
  const child = world.home.startDsh(['web', '--no-open', '--port', '0'], {
    cwd: world.workspace, env: { ...modelEnv(world.model), ...options.env }, timeoutMs: options.timeoutMs ?? 120_000,
  })
  const [, url = ''] = await child.saw(/dsh web: (http:\S+)/)
  let calls = 0

  async function api(method: string, payload: object): Promise<unknown> {
    calls += 1
    const response = await fetch(`${url}/api/${method}`, {
      method: 'POST',
      // A connection that stays open keeps the host from ending.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ type: 'client-request', rpcId: `test-${calls}`, method, payload }),
    })
    const { result } = await response.json() as Answer
    if (result?.ok === true) return result.value
    throw new ApiError(method, result?.error?.code ?? String(response.status), result?.error?.message ?? 'no result')
  }

  return {
    url, child, api,
    async createSession(path = world.workspace, preset) {
      const workspaceId = field(field(await api('workspace.create', { path }), 'workspace'), 'workspaceId')
      return String(field(await api('session.create', { workspaceId, ...preset === undefined ? {} : { agentPreset: preset } }), 'sessionId'))
    },
    async prompt(sessionId, text, mode = 'queue') {
      await api('session.prompt', { sessionId, mode, content: [{ type: 'text', text }] })
    },
    async cancel(sessionId) {
      await api('session.cancel', { sessionId })
    },
    async command(agentId, line) {
      const outcome = await api('commands/execute', { args: { agentId, line, images: [] } })
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
