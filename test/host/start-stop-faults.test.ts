/**
 * The START and STOP columns of the failure table, each fault by a guard that really does it: the turn
 * goes on, or ends, as if the guard were not there; its neighbours work; everybody can see the fault.
 */
import { describe, expect, it } from 'vitest'
import { GATES_OFF, guardedHost, ownWords } from '../support/host/guarded-host.ts'
import { call, say } from '../support/model/model-reply.ts'
import { lastToolResult, userTexts } from '../support/model/model-server.ts'
import { testWorld } from '../support/host/test-world.ts'

interface Faulty {
  readonly name: string
  readonly body?: string
  readonly script?: string
  readonly code: string
}

const FAULTS: readonly Faulty[] = [
  { name: 'throws', body: "throw new Error('broken on purpose')", code: 'script_threw' },
  { name: 'wrong-action', body: "vance.guard.deny('not here')", code: 'wrong_action' },
  { name: 'steps', body: 'for (;;) {}', code: 'step_limit' },
  { name: 'time', body: "/^(a+)+$/.test('a'.repeat(40) + '!')", code: 'timeout' },
  { name: 'memory', body: "'x'.repeat(2 ** 28).split('')", code: '(?:memory_limit|runner_died|timeout)' },
  { name: 'never', body: 'await new Promise(() => {})', code: 'never_settled' },
  { name: 'absent', script: 'absent.js', code: 'not_found' },
  { name: 'unreadable', script: 'unreadable.js', code: 'not_parsed' },
]

function entries(trigger: 'start' | 'stop'): readonly object[] {
  return FAULTS.map(({ name, body, script }) => ({ name: `${name}-at-${trigger}`, trigger, ...script === undefined ? { scriptBody: body } : { script } }))
}

describe('faulty guards at START and at STOP', () => {
  it('change nothing, cost no neighbour anything, and are told of', async () => {
    const world = await testWorld({
      guards: { 'unreadable.js': 'const ok = 1\nif (' },
      config: {
        ...GATES_OFF, timeoutMs: 3000, sandbox: { memoryMb: 64, maxSteps: 100_000 },
        guard: [
          ...entries('start'),
          { name: 'healthy-at-start', trigger: 'start', scriptBody: "vance.guard.setTurnPrompt('healthy')" },
          { name: 'late-at-start', trigger: 'start', scriptBody: "vance.guard.notice('said before the fault')\nthrow new Error('late')" },
          ...entries('stop'),
          { name: 'late-at-stop', trigger: 'stop', maxRounds: 1, scriptBody: "vance.guard.continueWith('asked before the fault')\nthrow new Error('late')" },
          { name: 'healthy-at-stop', trigger: 'stop', maxRounds: 2, scriptBody: "vance.guard.continueWith('healthy')" },
        ],
      },
      script: [say('one'), call('guard_status', { action: 'guards' }), say('two'), say('three')],
    })
    const run = await world.run({ timeoutMs: 150_000 })
    expect(run).toMatchObject({ code: 0, stdout: 'three\n' })
    expect(run.requests.map(request => request.system)).toEqual(Array(4).fill('healthy'))
    expect(userTexts(run.requests[0]).map(text => text.split('\n\n(From')[0])).toContain('said before the fault')
    expect(userTexts(run.requests[3]).filter(text => text.startsWith('[completion-guard] ')).map(text => text.split('\n')[0]))
      .toEqual(['[completion-guard] asked before the fault', '[completion-guard] healthy'])

    const status = lastToolResult(run.requests[2])
    for (const trigger of ['start', 'stop']) {
      for (const { name, code } of FAULTS) {
        expect(status).toMatch(new RegExp(`${name}-at-${trigger}: (?:loaded|BROKEN).*\\n    runs 1: .*errors 1.*\\n    last: script_error\\n(?:.*\\n)*?    last error: `))
        expect(run.stderr).toMatch(new RegExp(`guard "${name}-at-${trigger}" failed at ${trigger} \\(${code}: .+\\); the (?:turn goes on|agent stops)`))
      }
    }
    expect(status).toContain('BROKEN: absent-at-start, unreadable-at-start, absent-at-stop, unreadable-at-stop')
    expect(run.stderr.match(/guard "throws-at-stop" failed/g)).toHaveLength(1)
  }, 240_000)

  it('that find no runner, or outlast a turn that is cancelled, leave the turn alone', async () => {
    const busy = (name: string, trigger: string): object => ({ name, trigger, scriptBody: "if (vance.guard.request === 'busy') for (;;) {}\nif (vance.guard.point === 'stop') vance.guard.continueWith('free')", maxRounds: 1 })
    const host = await guardedHost([busy('s', 'start'), busy('e', 'stop')], { config: { timeoutMs: 1500, sandbox: { maxRunners: 1, maxSteps: 0 } } })
    const agents = await Promise.all([host.createAgent(), host.createAgent()])
    await Promise.all(agents.map(agent => host.prompt(agent, 'busy')))
    expect(agents.map(agent => host.turnEnds(agent))).toEqual([['completed'], ['completed']])
    const faults = host.decisions.map(decision => `${decision.point} ${decision.fault}`)
    expect(faults.filter(fault => fault.startsWith('start')).sort()).toEqual(['start no_runner_free', 'start timeout'])
    expect(faults).toHaveLength(4)
    await host.prompt(agents[0], 'free')
    expect(ownWords(host.requests.at(-1))).toEqual([expect.stringContaining('free')])
  })
})
