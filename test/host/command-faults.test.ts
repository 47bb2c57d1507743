/**
 * The COMMAND column of the failure table, each fault by a guard that really does it: the call is
 * refused with a reason that names the guard, the fault and the way out, the host is unharmed, and the
 * guards and calls after it are judged as if nothing had been.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bash, call, say } from '../support/model/model-reply.ts'
import { lastToolResult } from '../support/model/model-server.ts'
import { testHost, testWorld } from '../support/host/test-world.ts'

const FOREVER = { maxSteps: 0 }

/** One faulty body each, and the code of its fault. */
const FAULTS: readonly (readonly [does: string, body: string, code: RegExp])[] = [
  ['throws', "throw new Error('broken on purpose')", /script_threw/],
  ['throws a value that cannot be printed', 'throw { toString() { throw 1 } }', /script_threw/],
  ['throws a huge error', "throw new Error('x'.repeat(1e8))", /script_threw|memory_limit|runner_died/],
  ['acts for another Point', "vance.guard.continueWith('go on')", /wrong_action/],
  ['recurses for ever', 'const f = () => f() + 1; f()', /script_threw|step_limit/],
  ['awaits a promise that never settles', 'await new Promise(() => {})', /never_settled/],
  ['reads a name that is not there', 'vance.nowhere.at.all', /script_threw/],
]

const SLOW_FAULTS: readonly (readonly [does: string, body: string, code: RegExp])[] = [
  ['loops for ever', 'for (;;) {}', /timeout/],
  ['waits for a regular expression', "/^(a+)+$/.test('a'.repeat(40) + '!')", /timeout/],
]

/** The shapes of memory exhaustion that ended a whole process when a thread ran them. */
const MEMORY: readonly string[] = [
  'const a = []; for (let i = 0; ; i++) a.push(i)',
  'const a = new Array(1e8).fill(0); a.length',
  'Array.from({ length: 1e8 })',
  "'x'.repeat(2 ** 28).split('')",
  "JSON.stringify('x'.repeat(2 ** 28))",
  'Math.max(...new Array(1e7).fill(1))',
  "const m = {}; for (let i = 0; ; i++) m['k' + i] = i",
  'const m = new Map(); for (let i = 0; ; i++) m.set(i, i)',
]

/** A guard that does one faulty thing for each command `fault-<n>`, and nothing for any other. */
function faulty(name: string, bodies: readonly string[]): object {
  const cases = bodies.map((body, n) => `if (command === 'touch fault-${n}') {\n${body}\n}`)
  return { name, trigger: 'command', tools: ['bash'], scriptBody: `const { command } = vance.guard.command.args\n${cases.join('\n')}` }
}

const canary = { name: 'canary', trigger: 'command', tools: ['bash'], scriptBody: "if (vance.guard.command.args.command === 'touch caught') vance.guard.deny('the canary sings')" }

async function runFaults(list: readonly string[], config: object): Promise<{ readonly results: readonly string[], readonly code: number | null, readonly made: readonly string[] }> {
  const world = await testWorld({
    script: [...list.flatMap((_body, n) => [bash(`touch fault-${n}`), bash('touch caught')]), bash('touch last'), say('over')],
    config: { guard: [faulty('faulty', list), canary], ...config },
  })
  const run = await world.run({ timeoutMs: 150_000 })
  return { results: run.requests.slice(1).map(lastToolResult), code: run.code, made: readdirSync(world.workspace) }
}

/** Each faulty call is refused in full words, each call after it is judged by the next guard, and the last call runs. */
function expectRefused(faults: readonly (readonly [string, RegExp])[], seen: Awaited<ReturnType<typeof runFaults>>): void {
  expect(seen.code).toBe(0)
  for (const [n, [does, code]] of faults.entries()) {
    const text = seen.results[2 * n] ?? ''
    expect(text, does).toMatch(code)
    expect(text, does).toContain('guard "faulty"')
    expect(text, does).toContain('/guard off faulty')
    expect(seen.results[2 * n + 1], `after one that ${does}`).toBe('Error: the canary sings')
  }
  expect(seen.made).toEqual(['last'])
}

describe('a faulty COMMAND guard refuses and harms nobody', () => {
  it('whatever its script does', async () => {
    const seen = await runFaults(FAULTS.map(([, body]) => body), {})
    expectRefused(FAULTS.map(([does, , code]) => [does, code]), seen)
  })

  it('when it runs out of time', async () => {
    const seen = await runFaults(SLOW_FAULTS.map(([, body]) => body), { timeoutMs: 1500, sandbox: FOREVER })
    expectRefused(SLOW_FAULTS.map(([does, , code]) => [does, code]), seen)
  })

  it('when it runs out of steps', async () => {
    const seen = await runFaults(['for (;;) {}', 'const f = () => { try { f() } finally { f() } }; f()'], { sandbox: { maxSteps: 10_000 } })
    expectRefused([['loops', /step_limit/], ['recurses', /step_limit|script_threw/]], seen)
  })

  it('in each way of using up memory', async () => {
    const seen = await runFaults(MEMORY, { timeoutMs: 4000, sandbox: { maxSteps: 0, memoryMb: 64 } })
    expectRefused(MEMORY.map(body => [body, /memory_limit|runner_died|timeout|script_threw/]), seen)
  }, 240_000)

  it('when its script is missing, does not parse, or closes its wrapper', async () => {
    const world = await testWorld({
      guards: { 'bad.js': 'const ok = 1\nif (', 'closes.js': '}; vance; {' },
      script: [call('glob', { pattern: '*' }), call('grep', { pattern: 'x' }), call('todo_write', { todos: [] }), bash('touch made'), say('over')],
      config: {
        guard: [
          { script: 'absent.js', trigger: 'command', tools: ['glob'] },
          { script: 'bad.js', trigger: 'command', tools: ['grep'] },
          { script: 'closes.js', trigger: 'command', tools: ['todo_write'] },
          canary,
        ],
      },
    })
    const run = await world.run()
    expect(run).toMatchObject({ code: 0, stdout: 'over\n' })
    const [absent, bad, closes] = run.requests.slice(1).map(lastToolResult)
    expect(absent).toMatch(/guard "absent".*not_found.*absent\.js.*\/guard off absent/s)
    expect(bad).toMatch(/guard "bad".*line 2.*\/guard off bad/s)
    expect(closes).toMatch(/guard "closes".*\/guard off closes/s)
    expect(existsSync(join(world.workspace, 'made'))).toBe(true)
  })
})

/** Pids of a dsh process's runners that have been computing for two seconds: busy with a guard, not starting. */
function busyRunnersOf(dsh: number): readonly number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,cputimes=,args='], { encoding: 'utf8' }).split('\n')
  return lines.map(line => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter(match => match !== null && Number(match[2]) === dsh && Number(match[3]) >= 2 && (match[4] ?? '').includes('runner'))
    .map(match => Number(match?.[1]))
}

describe.skipIf(process.platform !== 'linux')('a runner that is killed from outside', () => {
  it('refuses the call that it was judging, and the next call is judged by a new one', async () => {
    const world = await testWorld({
      script: [bash('touch fault-0'), bash('touch caught'), bash('touch last'), say('over')],
      config: { guard: [faulty('faulty', ['for (;;) {}']), canary], timeoutMs: 60_000, sandbox: FOREVER },
    })
    const running = world.start()
    // A run may be started over once after its runner died, so the next runner is killed as well.
    const killing = setInterval(() => {
      for (const pid of busyRunnersOf(running.pid)) process.kill(pid, 'SIGKILL')
    }, 300)
    const run = await running.finish().finally(() => { clearInterval(killing) })
    expect(run).toMatchObject({ code: 0, stdout: 'over\n' })
    expect(lastToolResult(run.requests[1])).toMatch(/runner_died.*\/guard off faulty/s)
    expect(lastToolResult(run.requests[2])).toBe('Error: the canary sings')
    expect(readdirSync(world.workspace)).toEqual(['last'])
  })
})

describe('more runs than runners', () => {
  it('a run that finds no runner in its time refuses, and the ones that found one are judged', async () => {
    const host = await testHost()
    host.tool('work', () => 'done')
    await host.mountShooty({
      guard: [{ name: 'busy', trigger: 'command', scriptBody: 'if (vance.guard.command.args.busy) for (;;) {}' }],
      timeoutMs: 1500,
      sandbox: { maxRunners: 1, maxSteps: 0 },
    })
    const calls = await Promise.all([{ busy: true }, { busy: true }, { busy: true }].map(args => host.execute({ name: 'work', args })))
    expect(calls.map(result => result.isError)).toEqual([true, true, true])
    const texts = calls.map(result => result.isError ? result.error.message : '')
    for (const text of texts) expect(text).toContain('/guard off busy')
    expect(texts.filter(text => /no_runner_free/.test(text)).length).toBeGreaterThan(0)
    expect(await host.execute({ name: 'work', args: {} })).toMatchObject({ isError: false, value: 'done' })
  })
})
