import type { Agent } from '@deepseek-ai/dsh-agent'
import { describe, expect, it } from 'vitest'
import { createAgentBook } from '../../../src/host/agents.ts'
import { createCallers } from '../../../src/host/callers.ts'
import { createJudge } from '../../../src/point/judge.ts'
import type { Judge } from '../../../src/point/judge.ts'
import { createRoster } from '../../../src/point/roster.ts'
import type { PointGuard } from '../../../src/types.ts'
import { fakeAgent, message } from '../../support/host/fake-agent.ts'
import { fakeGuard, pointDeps, session, stateWorld, verdict } from '../../support/session/states.ts'

const never = new AbortController().signal
const call = { name: 'bash', args: { command: 'ls' }, callId: 'c1' }
const result = { isError: false, text: 'x', error: null, durationMs: 2 }
const tick = async (): Promise<void> => { await new Promise((resolve) => { setImmediate(resolve) }) }
const notice = (text: string) => verdict({ actions: [{ kind: 'notice', text }] })

type Rest<K extends keyof Judge> = Parameters<Judge[K]> extends [unknown, ...infer R] ? R : never

function open(...guards: readonly PointGuard[]) {
  const { states, registry } = stateWorld()
  const points = pointDeps()
  let number = 0
  const callers = createCallers(createAgentBook(registry), () => `nobody-${number += 1}`)
  const inner = createJudge({
    states, points,
    roster: createRoster({ first: guards, scripts: [], last: [], runtimeGuard: () => null, runtimeGuardPossible: () => false, switchedOn: () => false }),
  })
  const judge = {
    command: (agent: Agent | undefined, ...rest: Rest<'command'>) => inner.command(callers(agent), ...rest),
    result: (agent: Agent | undefined, ...rest: Rest<'result'>) => inner.result(callers(agent), ...rest),
    start: (agent: Agent, ...rest: Rest<'start'>) => inner.start(callers(agent), ...rest),
    stop: (agent: Agent, ...rest: Rest<'stop'>) => inner.stop(callers(agent), ...rest),
  }
  return { judge, states, records: points.records, waiting: (id = 's1') => states.of(session(id)).notices.pending().map(one => [one.guard, one.text]) }
}
const agentWith = (...messages: object[]): Agent => fakeAgent({ messages })

describe('the input of a Point', () => {
  it('has the identity, the conversation and the call', async () => {
    const guard = fakeGuard('g')
    const { judge } = open(guard)
    await judge.command(agentWith(message('user', 'first', { kind: 'user' }), message('user', 'second', { kind: 'user' })), call, never)
    expect(guard.seen[0]).toEqual({
      point: 'command', session: session(), hasAgent: true, task: 'first', request: 'second', round: 0, output: '', naturalStop: false, command: call, result: null,
    })
  })

  it('has what is known of the conversation rather than what the history says', async () => {
    const guard = fakeGuard('g')
    const { judge, states } = open(guard)
    Object.assign(states.of(session()), { task: 'T', request: 'R' })
    await states.of(session()).addRound()
    await judge.result(agentWith(message('user', 'other', { kind: 'user' })), call, result, never)
    expect(guard.seen[0]).toMatchObject({ point: 'result', task: 'T', request: 'R', round: 1, command: call, result })
  })

  it.each([['stop' as const, true], ['terminate' as const, false]])('at %s has the final answer; natural: %s', async (point, naturalStop) => {
    const guard = fakeGuard('g')
    await open(guard).judge.stop(agentWith(message('assistant', 'done')), point, never)
    expect(guard.seen[0]).toMatchObject({ point, output: 'done', naturalStop, command: null, result: null })
  })

  it('at START has this turn\'s input as task and request', async () => {
    const guard = fakeGuard('g')
    await open(guard).judge.start(agentWith(message('user', 'old', { kind: 'user' })), 'new', never)
    expect(guard.seen[0]).toMatchObject({ point: 'start', task: 'new', request: 'new', output: '' })
  })

  it('without an agent is nobody\'s, another nobody for each call, and leaves no words behind', async () => {
    const guard = fakeGuard('g', async () => notice('n'))
    const { judge, states } = open(guard)
    expect(await judge.command(undefined, call, never)).toEqual({ kind: 'allow' })
    await judge.result(undefined, call, result, never)
    expect(guard.seen.map(one => [one.session.sessionId, one.hasAgent, one.task])).toEqual([['nobody-1', false, ''], ['nobody-2', false, '']])
    expect([states.peek('nobody-1'), states.peek('nobody-2')]).toEqual([undefined, undefined])
  })
})

describe('what guards say', () => {
  it('waits in the session\'s queue, in order, with the guard that said it', async () => {
    const { judge, waiting } = open(fakeGuard('a', async input => notice(`a at ${input.point}`)), fakeGuard('b', { actions: [{ kind: 'notice', text: 'b' }] }))
    const agent = agentWith()
    await judge.start(agent, 'x', never)
    await judge.command(agent, call, never)
    await judge.result(agent, call, result, never)
    await judge.stop(agent, 'stop', never)
    expect(waiting().filter(([guard]) => guard === 'a')).toEqual([['a', 'a at start'], ['a', 'a at command'], ['a', 'a at result'], ['a', 'a at stop']])
    expect(waiting('s2')).toEqual([])
  })

  it('sets the prompt of the turn at START, and keeps the last one when no guard sets any', async () => {
    const { judge, states } = open(fakeGuard('g', async input => verdict(input.request === 'set' ? { actions: [{ kind: 'setTurnPrompt', text: 'P' }] } : {})))
    await judge.start(agentWith(), 'set', never)
    expect(states.of(session()).turnPrompt).toEqual({ text: 'P', guard: 'g' })
    await judge.start(agentWith(), 'other', never)
    expect(states.of(session()).turnPrompt).toEqual({ text: 'P', guard: 'g' })
  })

  it('gives the verdict of COMMAND and the feedback of RESULT', async () => {
    const { judge } = open(fakeGuard('g', async input => verdict({ actions: [input.point === 'command' ? { kind: 'deny', reason: 'no' } : { kind: 'block', feedback: 'bad' }] })))
    expect(await judge.command(agentWith(), call, never)).toEqual({ kind: 'deny', reason: 'no', guard: 'g' })
    expect(await judge.result(agentWith(), call, result, never)).toMatchObject({ feedback: 'bad', replacement: null })
  })
})

describe('calls of one session at once', () => {
  function held() {
    const began: string[] = []
    const letGo = new Map<string, () => void>()
    const guard = fakeGuard('g', async (input) => {
      const name = `${input.session.sessionId}:${input.point}:${input.command?.callId ?? ''}`
      began.push(name)
      await new Promise<void>((resolve) => { letGo.set(name, resolve) })
      return verdict()
    })
    return { guard, began, end: async (name: string) => { letGo.get(name)?.(); await tick() } }
  }
  const of = (id: string) => ({ ...call, callId: id })

  it('are judged side by side, COMMAND and RESULT alike', async () => {
    const { guard, began, end } = held()
    const { judge } = open(guard)
    const one = fakeAgent({ sessionId: 'a' })
    const done = Promise.all([judge.command(one, of('1'), never), judge.result(one, of('0'), result, never), judge.command(one, of('2'), never)])
    await tick()
    expect(began).toEqual(['a:command:1', 'a:result:0', 'a:command:2'])
    for (const name of began) await end(name)
    await done
  })

  it('that are cancelled leave undecided at once, and leave no decision', async () => {
    const { guard, end } = held()
    const { judge, records } = open(guard)
    const agent = fakeAgent({ sessionId: 'a' })
    const controller = new AbortController()
    const first = judge.command(agent, of('1'), never)
    const second = judge.command(agent, of('2'), controller.signal)
    await tick()
    controller.abort()
    expect(await second).toEqual({ kind: 'undecided' })
    await end('a:command:1')
    expect([await first, records.length]).toEqual([{ kind: 'allow' }, 1])
  })
})
