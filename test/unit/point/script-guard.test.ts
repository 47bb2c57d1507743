import { describe, expect, it, vi } from 'vitest'
import { compileGuard } from '../../../src/guard/compile.ts'
import { createScriptGuard } from '../../../src/point/script-guard.ts'
import type { ScriptGuardDeps } from '../../../src/point/script-guard.ts'
import type { AgentScope, GuardSettings, GuardText, JudgeContext, Point, RunJob, RunReport } from '../../../src/types.ts'
import { guardSettings } from '../../support/session/api-run.ts'
import { pointDeps, pointInput, session, subagent } from '../../support/session/states.ts'
import { runGuards } from '../../../src/point/run.ts'
import { createSessionTurns } from '../../../src/point/session-turn.ts'

const LOADED: GuardText = { state: 'loaded', file: null, hash: 'abc', compiled: { code: 'c', isAsync: false, warnings: [] }, stale: null }
const REPORT: RunReport = { actions: [], fault: null, cancelled: false, logs: [], logsDropped: 0, ms: 7 }
const context = (overrides: Partial<JudgeContext> = {}): JudgeContext => ({ signal: new AbortController().signal, mode: 'enforce', now: 42, ...overrides })

interface World {
  readonly text?: GuardText
  readonly report?: Partial<RunReport>
  readonly rounds?: number
  readonly capabilities?: ScriptGuardDeps['capabilities']
  readonly during?: (job: RunJob) => Promise<void> | void
}

function build(settings: Partial<GuardSettings> = {}, world: World = {}) {
  const jobs: RunJob[] = []
  const log = vi.fn()
  const guard = createScriptGuard(guardSettings(settings), { sessionTurn: createSessionTurns(), home: '/home/me',
    texts: { textOf: () => world.text ?? LOADED },
    runner: {
      async run(job) {
        jobs.push(job)
        await world.during?.(job)
        return { ...REPORT, ...world.report }
      },
    },
    capabilities: world.capabilities ?? [],
    timeoutMs: 1_234,
    rounds: () => world.rounds ?? 0,
    log,
  })
  return { guard, jobs, log }
}

describe('who a guard is for', () => {
  it.each<[AgentScope, boolean, boolean]>([['all', true, true], ['main', true, false], ['sub', false, true]])('agents %s: the user\'s own %s, subagents %s', (agents, main, sub) => {
    const { guard } = build({ agents })
    expect([guard.applies(pointInput()), guard.applies(pointInput({ session: subagent('x', 's1') }))]).toEqual([main, sub])
  })

  it.each<[readonly string[] | null, string, boolean]>([
    ...['bash', 'pwsh', 'terminal_send', 'bash_session', 'mcp__desk__start_process', 'mcp_shell_exec', 'shell'].map((name): [readonly string[], string, boolean] => [['shell'], name, true]), [['shell'], 'write', false], [['shell*'], 'bash', false],
    [null, 'anything', true], [['bash'], 'bash', true], [['bash'], 'bash2', false], [['mcp_*'], 'mcp_x__y', true], [['mcp_*', 'edit'], 'edit', true], [[], 'bash', false],
  ])('tools %j take %s: %s', (tools, name, applies) => {
    expect(build({ tools }).guard.applies(pointInput({ command: { name, args: {}, callId: 'c' } }))).toBe(applies)
  })

  it('does not ask for the tool where there is none', () => {
    expect(build({ tools: ['bash'] }).guard.applies(pointInput({ point: 'stop', command: null }))).toBe(true)
  })

  it('is for the workspaces of its entry, and nowhere while its script waits', () => {
    const at = (cwd: string): boolean => build({ workspaces: ['~/work/**'] }).guard.applies(pointInput({ session: { ...session(), cwd } }))
    expect([at('/home/me/work/a'), at('/home/me/play')]).toEqual([true, false])
    expect(build({}, { text: { state: 'waiting', file: null, hash: null, reason: 'x' } }).guard.applies(pointInput())).toBe(false)
  })

  it('has the hash of the text that is in force', () => {
    expect(build().guard.hash(session())).toBe('abc')
  })
})

describe('a script that was written for another Point', () => {
  const textOf = (body: string): GuardText => {
    const outcome = compileGuard(body, { name: 'g', language: 'js' })
    if (!outcome.ok) throw new Error(outcome.reason)
    return { state: 'loaded', file: null, hash: 'abc', compiled: outcome.compiled, stale: null }
  }
  const DENY = 'if (/push/.test(vance.guard.command.args.command)) vance.guard.deny("no")'
  const FORGOTTEN = { trigger: 'stop', points: ['stop'], triggerWritten: false } as const

  it.each<[string, Partial<GuardSettings>, string, RegExp]>([
    ['forgot its trigger', FORGOTTEN, DENY, /^vance\.guard\.deny is for command alone, and it has no trigger, which means stop: set guard\[0\]\.trigger to command$/],
    ['returns its decision', { trigger: 'command', points: ['command'], triggerWritten: true }, 'return !/push/.test(vance.guard.command.args.command)', /^what a script returns decides nothing: call vance\.guard\.deny\(reason\) to refuse a call$/],
  ])('and %s refuses calls until it is mended', async (_title, settings, body, message) => {
    const { guard, jobs } = build(settings, { text: textOf(body) })
    expect(guard.points).toContain('command')
    expect((await guard.judge(pointInput(), context())).fault).toMatchObject({ code: 'wrong_action', message: expect.stringMatching(message) as unknown, position: { line: 1 } })
    expect(jobs).toEqual([])
  })

  it.each<[string, Partial<GuardSettings>, string]>([
    ['says stop', { ...FORGOTTEN, triggerWritten: true }, DENY], ['asks for its Point', FORGOTTEN, `if (vance.guard.point === 'command') { ${DENY} }`], ['hands vance on', FORGOTTEN, `const f = v => v.guard.deny("no"); f(vance)`],
    ['sends the agent on', FORGOTTEN, 'vance.guard.continueWith("more")'],
  ])('and %s is left at its Points', (_title, settings, body) => {
    expect(build(settings, { text: textOf(body) }).guard.points).toEqual(['stop'])
  })

  it.each([['vance.log.info("seen"); return 1'], ['vance.guard.sessionValues.set("n", 1); return true'], ['return']])('does not count as one that decides by returning: %s', async (body) => {
    const { guard, jobs } = build({ trigger: 'command', points: ['command'] }, { text: textOf(body) })
    await guard.judge(pointInput(), context())
    expect(jobs).toHaveLength(1)
  })
})

describe('the cap', () => {
  const stop = (point: Point) => pointInput({ point, command: point === 'command' ? pointInput().command : null })
  it.each<[Point, number, number, boolean]>([
    ['stop', 1, 2, true], ['stop', 2, 2, false], ['stop', 3, 2, false], ['terminate', 2, 2, false], ['stop', 0, 0, false], ['command', 9, 2, true], ['result', 9, 2, true], ['start', 9, 0, true],
  ])('at %s with %i rounds used of %i: runs %s', async (point, rounds, maxRounds, runs) => {
    const { guard, jobs } = build({ maxRounds }, { rounds })
    const verdict = await guard.judge(stop(point), context())
    expect([jobs.length === 1, verdict.capped]).toEqual([runs, !runs])
  })
})

describe('a run', () => {
  it('gets the text, the input and the bounds', async () => {
    const { guard, jobs } = build({ params: { p: 1 }, maxRounds: 5, allowTools: true }, { rounds: 2 })
    const given = context({ mode: 'observe' })
    const input = pointInput({ point: 'stop', command: null, round: 0 })
    await guard.judge(input, given)
    expect(jobs[0]).toEqual({
      hash: 'abc', guardName: 'g', compiled: LOADED.state === 'loaded' ? LOADED.compiled : null, input: { ...input, round: 2 }, mode: 'observe', params: { p: 1 },
      maxRounds: 5, allowTools: true, now: 42, loopScratch: null, timeoutMs: 1_234, signal: given.signal, host: expect.anything() as unknown,
    })
  })

  it('does not happen for a text that is broken, which is the guard\'s fault', async () => {
    const missing: GuardText = { state: 'broken', file: null, hash: null, reason: 'no such file', position: null }
    const { guard, jobs } = build({}, { text: missing })
    expect((await guard.judge(pointInput(), context())).fault).toEqual({ code: 'not_found', message: 'no such file', position: null })
    const bad = build({}, { text: { ...missing, hash: 'abc', position: { line: 1, column: 2 } } })
    expect((await bad.guard.judge(pointInput(), context())).fault).toEqual({ code: 'not_parsed', message: 'no such file', position: { line: 1, column: 2 } })
    expect([jobs, bad.jobs]).toEqual([[], []])
  })

  it('gives back what it asked for and what its host calls brought about', async () => {
    const { guard } = build({}, {
      report: { actions: [{ kind: 'notice', text: 'n' }], ms: 9 },
      capabilities: [{ calls: { go: (_args, run) => {
        run.effects.continued = { prompt: 'p', round: 1 }
        run.effects.activated.push('s')
        run.effects.capped = true
        return true
      } } }],
      during: async (job) => { await job.host.call('go', [], job.signal) },
    })
    expect(await guard.judge(pointInput(), context())).toEqual({
      actions: [{ kind: 'notice', text: 'n' }], fault: null, cancelled: false, continued: { prompt: 'p', round: 1 }, activated: ['s'], deactivated: [], capped: true, ms: 9, hash: 'abc',
    })
  })

  it('has the hash of the text that judged, whatever has been loaded meanwhile', async () => {
    const world: { text: GuardText, during(): void } = { text: LOADED, during: () => { world.text = { ...LOADED, hash: 'new' } } }
    const { guard } = build({ points: ['command'] }, world)
    const deps = pointDeps()
    await runGuards(deps, [guard], pointInput(), new AbortController().signal, () => false)
    expect([deps.records[0]?.decision.hash, guard.hash(null)]).toEqual(['abc', 'new'])
  })

  it('has the fault of its script before one of a one-way call', async () => {
    const during = (job: RunJob): void => { job.host.tell('unknown', []) }
    const own = { code: 'script_threw' as const, message: 'boom', position: null }
    expect((await build({}, { during, report: { fault: own } }).guard.judge(pointInput(), context())).fault).toEqual(own)
    expect((await build({}, { during }).guard.judge(pointInput(), context())).fault).toMatchObject({ code: 'internal', message: expect.stringContaining('unknown') as string })
  })

  it('knows its guard, Point and session, and observes only where it does', async () => {
    const seen: unknown[] = []
    const capabilities = [{ calls: { look: (_args: unknown, run: { observe: boolean, point: Point, hasAgent: boolean }) => {
      seen.push([run.observe, run.point, run.hasAgent])
      return null
    } } }]
    const during = async (job: RunJob): Promise<void> => { await job.host.call('look', [], job.signal) }
    const { guard } = build({}, { capabilities, during })
    await guard.judge(pointInput(), context())
    await guard.judge(pointInput({ hasAgent: false }), context({ mode: 'observe' }))
    expect(seen).toEqual([[false, 'command', true], [true, 'command', false]])
  })

  it('brings its log lines and how many were dropped', async () => {
    const { guard, log } = build({}, { report: { logs: [{ level: 'info', text: 'a', data: null }, { level: 'warn', text: 'b', data: { c: 1 } }], logsDropped: 3 } })
    const input = pointInput()
    await guard.judge(input, context())
    expect(log.mock.calls).toEqual([['g', input, 'info', 'a'], ['g', input, 'warn', 'b {"c":1}'], ['g', input, 'warn', '3 further log lines were dropped']])
  })
})
