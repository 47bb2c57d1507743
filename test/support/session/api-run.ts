/** What the tests of capabilities share: a run, a scripted model, a workspace on the real disk. */
import { mkdir, readFile, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { createLlmCapability } from '../../../src/api/llm.ts'
import type { LlmDeps } from '../../../src/api/llm.ts'
import type { Capability, FilesPort, GuardSettings, JsonValue, ModelPort, RunContext, SessionRef, Settings } from '../../../src/types.ts'

export const SESSION: SessionRef = { sessionId: 's1', agentId: 'a1', rootSessionId: 's1', cwd: '/workspace', isSubagent: false }

export function guardSettings(overrides: Partial<GuardSettings> = {}): GuardSettings {
  return {
    name: 'g', source: { kind: 'inline', body: '' }, trigger: 'stop', points: ['stop'], params: {}, maxRounds: 3, allowTools: false, tools: null, agents: 'all', mode: 'enforce',
    key: 'guard[0]', triggerWritten: true, namesake: null, workspaces: null, required: false,
    ...overrides,
  }
}

export function runContext(overrides: Partial<RunContext> = {}): RunContext {
  return {
    guard: guardSettings(), point: 'stop', session: SESSION, command: null, hasAgent: true, signal: new AbortController().signal, observe: false,
    effects: { continued: null, capped: false, activated: [], deactivated: [], fault: null },
    ...overrides,
  }
}

/** Calls one host call as the pool does. */
export async function hostCall(capability: Capability, method: string, args: readonly JsonValue[], run: RunContext = runContext()): Promise<JsonValue> {
  const call = capability.calls[method]
  if (call === undefined) throw new Error(`no host call ${method}`)
  return await call(args, run)
}

export const LLM_SETTINGS: Settings['llm'] = { provider: null, model: null, maxAttempts: 2, timeoutMs: 5_000, recipes: {} }

type ModelRequest = Parameters<ModelPort['complete']>[1]
type ModelOutcome = Awaited<ReturnType<ModelPort['complete']>>
/** A text, a whole outcome, or null for an answer that never comes. */
export type ScriptedAnswer = string | ModelOutcome | null

/** Answers requests in order and keeps them; a request too many is a failure of the test. */
export function scriptedModel(answers: readonly ScriptedAnswer[]): { readonly port: ModelPort, readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  const port: ModelPort = {
    async complete(_session, request) {
      requests.push(request)
      const answer = answers[requests.length - 1]
      if (answer === undefined) throw new Error(`request ${requests.length} was not expected`)
      if (answer === null) return await new Promise<never>(() => undefined)
      return typeof answer === 'string' ? { kind: 'text', text: answer, truncated: false, inputTokens: 10, outputTokens: 5 } : answer
    },
  }
  return { port, requests }
}

export function llmCapability(model: ModelPort, overrides: Partial<LlmDeps> = {}): Capability {
  let count = 0
  return createLlmCapability({ model, settings: LLM_SETTINGS, usage: () => undefined, boundary: () => `b${count += 1}`, ...overrides })
}

/** The workspace as the operating system has it. */
export function diskFiles(): FilesPort {
  const at = (session: SessionRef, path: string): string => isAbsolute(path) ? path : join(session.cwd, path)
  const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
      throw error
    }
  }
  const kindOf = (entry: { isFile(): boolean, isDirectory(): boolean }): 'file' | 'directory' | 'other' => entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'other'
  return {
    async read(session, path, maxBytes) {
      const bytes = await orNull(readFile(at(session, path)))
      return bytes === null ? null : { bytes: bytes.subarray(0, maxBytes), truncated: bytes.length > maxBytes }
    },
    async stat(session, path) {
      const found = await orNull(stat(at(session, path)))
      return found === null ? null : { kind: kindOf(found), size: found.size, mtimeMs: found.mtimeMs }
    },
    async list(session, path) {
      return (await readdir(at(session, path), { withFileTypes: true })).map(entry => ({ name: entry.name, kind: kindOf(entry) }))
    },
    realpath: async (session, path) => await orNull(realpath(at(session, path))),
    async write(session, path, text) {
      await mkdir(dirname(at(session, path)), { recursive: true })
      await writeFile(at(session, path), text)
    },
    async remove(session, path) { await rm(at(session, path)) },
  }
}
