/**
 * Runs guard scripts in a real runner against a session of which only the model, the skills and the
 * human are scripted. Cases of bundled guards and the snippets of the manual run through it.
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createDocumentsCapability } from '../../../src/api/documents.ts'
import { createKnowledgeCapability } from '../../../src/api/knowledge.ts'
import { createProcessCapability } from '../../../src/api/process.ts'
import { createScratchCapability } from '../../../src/api/scratch.ts'
import { createSpawn } from '../../../src/api/spawn.ts'
import { createToolsCapability } from '../../../src/api/tools.ts'
import { isShellTool } from '../../../src/base/tool-names.ts'
import { createEffectReader } from '../../../src/gate/effects.ts'
import { localFiles } from '../files/local-files.ts'
import { compileGuard } from '../../../src/guard/compile.ts'
import { createScriptGuard } from '../../../src/point/script-guard.ts'
import { createScriptRunner } from '../../../src/pool/create.ts'
import type { ScriptRunner } from '../../../src/pool/create.ts'
import { createScratch } from '../../../src/state/scratch.ts'
import type { Capability, GuardSettings, JsonObject, JsonValue, PointInput, SessionRef, Settings, ToolsPort, TurnView, Verdict } from '../../../src/types.ts'
import { LLM_SETTINGS, SESSION, diskFiles, guardSettings, llmCapability, scriptedModel } from './api-run.ts'
import type { ScriptedAnswer } from './api-run.ts'
import { createSessionTurns } from '../../../src/point/session-turn.ts'

/** Runs nothing of the host's own; `dispose` it. */
export function startRunner(): ScriptRunner {
  return createScriptRunner({
    sandbox: { runner: 'process', maxRunners: 1, memoryMb: 128, nodePath: null, maxSteps: 10_000_000 },
    timeoutMs: 30_000,
    libDir: fileURLToPath(new URL('../../../lib', import.meta.url)),
    host: { execPath: process.execPath, versions: process.versions, isSingleExecutable: false, findNode: () => null },
    onHostExit: () => () => undefined,
  })
}

export interface GuardSessionOptions {
  readonly settings?: Partial<GuardSettings>
  readonly answers?: readonly ScriptedAnswer[]
  readonly skills?: readonly string[]
  readonly llm?: Partial<Settings['llm']>
  readonly tools?: ToolsPort
  readonly cwd?: string
  readonly language?: 'js' | 'ts'
}

/** What one run did, as far as anybody outside can tell. */
export interface GuardOutcome {
  readonly denied: string | null
  readonly asked: string | null
  readonly blocked: string | null
  readonly replaced: string | null
  readonly continued: string | null
  readonly turnPrompt: string | null
  readonly notices: readonly string[]
  readonly activated: readonly string[]
  readonly fault: string | null
  readonly faultLine: number | null
  readonly said: readonly string[]
  readonly logs: readonly string[]
}

export interface GuardSession {
  readonly requests: ReturnType<typeof scriptedModel>['requests']
  /** A real user turn: rounds and loop values begin anew. */
  beginTurn(): void
  run(script: string, input: Partial<PointInput>, settings?: Partial<GuardSettings>, turn?: Partial<TurnView>): Promise<GuardOutcome>
}

export function guardSession(runner: ScriptRunner, options: GuardSessionOptions = {}): GuardSession {
  const session: SessionRef = { ...SESSION, cwd: options.cwd ?? SESSION.cwd }
  const model = scriptedModel(options.answers ?? [])
  const loop = createScratch()
  const reader = createEffectReader({ files: localFiles(), protectedTools: ['write', 'edit', 'str_replace_editor'], home: null, variables: {}, budgetMs: 5_000 })
  const shared = createScratch()
  const said: string[] = []
  let time = 1_000_000
  let rounds = 0
  let turnNow: TurnView = { calls: [], files: [], running: [] }
  const clock = { now: () => time }
  const spawn = createSpawn({ available: true, spawn: async () => Promise.resolve('child-1') }, clock)
  const refuse: ToolsPort = { list: () => [], has: () => false, call: () => { throw new Error('no tools in this session') } }
  const capabilities: readonly Capability[] = [
    createScratchCapability({ loop: () => loop, session: () => shared }),
    llmCapability(model.port, { settings: { ...LLM_SETTINGS, ...options.llm } }),
    createDocumentsCapability({ files: diskFiles(), isProtected: () => false }),
    createProcessCapability({ human: { say: (_session, level, text) => { said.push(`${level}: ${text}`) } }, clock, spawn }),
    createToolsCapability({ tools: options.tools ?? refuse, spawn }),
    createKnowledgeCapability({ reading: (command, of) => reader.readCall(command, of), isShell: command => isShellTool(command.name), turn: async () => Promise.resolve(turnNow) }),
    conversation(options.skills ?? [], () => { rounds += 1 }, () => rounds),
  ]
  return {
    requests: model.requests,
    beginTurn() {
      loop.clear()
      rounds = 0
    },
    async run(script, input, overrides, turn = {}) {
      turnNow = { calls: [], files: [], running: [], ...turn }
      time += 1_000
      const point = input.point ?? 'stop'
      const settings = guardSettings({ points: [point], trigger: point, ...options.settings, ...overrides })
      const compiled = compileGuard(script, { name: settings.name, language: options.language ?? 'js' })
      if (!compiled.ok) throw new Error(`${compiled.reason} ${JSON.stringify(compiled.position)}`)
      const logs: string[] = []
      const hash = createHash('sha256').update(script).digest('hex')
      const guard = createScriptGuard(settings, { sessionTurn: createSessionTurns(), home: '/home/me',
        texts: { textOf: () => ({ state: 'loaded', file: null, hash, compiled: compiled.compiled, stale: null }) },
        runner, capabilities, timeoutMs: 20_000,
        rounds: () => rounds,
        log: (_guard, _input, level, text) => { logs.push(`${level}: ${text}`) },
      })
      said.length = 0
      const full = { point, session, task: '', request: '', output: '', round: 0, naturalStop: point === 'stop', command: null, result: null, hasAgent: true, ...input }
      const verdict = await guard.judge(full, { signal: new AbortController().signal, mode: 'enforce', now: time })
      return outcomeOf(verdict, said, logs)
    },
  }
}

function conversation(skills: readonly string[], addRound: () => void, rounds: () => number): Capability {
  const text = (value: JsonValue | undefined): string => typeof value === 'string' ? value : ''
  return {
    calls: {
      'guard.continueWith': (args, run) => {
        if (rounds() >= run.guard.maxRounds) return false
        addRound()
        run.effects.continued = { prompt: text(args[0]), round: rounds() }
        return true
      },
      'guard.activateSkill': (args, run) => {
        if (!skills.includes(text(args[0]))) return false
        run.effects.activated.push([text(args[0]), text(args[1])].join(' ').trim())
        return true
      },
    },
  }
}

function outcomeOf(verdict: Verdict, said: readonly string[], logs: readonly string[]): GuardOutcome {
  const textOf = (kind: 'deny' | 'ask' | 'block' | 'replace' | 'setTurnPrompt'): string | null => {
    const action = verdict.actions.findLast(candidate => candidate.kind === kind) as JsonObject | undefined
    const value = action?.reason ?? action?.feedback ?? action?.text
    return typeof value === 'string' ? value : null
  }
  return {
    denied: textOf('deny'), asked: textOf('ask'), blocked: textOf('block'), replaced: textOf('replace'), turnPrompt: textOf('setTurnPrompt'),
    continued: verdict.continued?.prompt ?? null,
    notices: verdict.actions.flatMap(action => action.kind === 'notice' ? [action.text] : []),
    activated: verdict.activated,
    fault: verdict.fault?.message ?? null,
    faultLine: verdict.fault?.position?.line ?? null,
    said: [...said], logs,
  }
}
