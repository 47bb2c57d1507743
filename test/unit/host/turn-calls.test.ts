import type { Context } from '@deepseek-ai/cordis'
import { describe, expect, it } from 'vitest'
import { createAgentBook } from '../../../src/host/agents.ts'
import { runningJobs } from '../../../src/host/ports/jobs.ts'
import { callsOfHistory, turnOutcome } from '../../../src/host/turn-calls.ts'
import { turnView } from '../../../src/host/turn-view.ts'
import { createSessionRegistry } from '../../../src/state/per-session.ts'
import { createTurnLog, emptyTurn } from '../../../src/state/turn-log.ts'
import type { CommandView } from '../../../src/types.ts'
import { fakeAgent } from '../../support/host/fake-agent.ts'

const BASH: CommandView = { name: 'bash', args: { command: 'x' }, callId: 'c' }
const ended = { refused: false, cancelled: false, isError: false, text: 'ok' }
const noEffects = () => Promise.resolve({ writes: [], commands: [] })

describe('how a call ended', () => {
  it.each([
    [ended, 'done'], [{ ...ended, isError: true }, 'failed'], [{ ...ended, text: 'out\n[exit code: 1]' }, 'failed'], [{ ...ended, text: '[timed out after 5ms]' }, 'failed'],
    [{ ...ended, text: '[killed by signal: SIGINT]' }, 'cancelled'], [{ ...ended, cancelled: true, isError: true }, 'cancelled'], [{ ...ended, refused: true, isError: true, cancelled: true }, 'refused'],
  ] as const)('%o is %s', (end, outcome) => {
    expect(turnOutcome(BASH, end)).toBe(outcome)
  })
})

const user = (text: string, kind = 'user') => ({ role: 'user', content: [{ type: 'text', text }], source: { kind } })
const assistant = (id: string, name: string, args: unknown) => ({ role: 'assistant', content: [{ type: 'text', text: 'I do' }, { type: 'tool-call', id, name, arguments: args }] })
const oldResult = (id: string, text: string, isError = false) => ({ role: 'user', source: { kind: 'tool' }, content: [{ type: 'tool-result', toolCallId: id, content: [{ type: 'text', text }], isError }] })
const newResult = (id: string, text: string, isError = false) => ({ role: 'tool', toolCallId: id, isError, content: [{ type: 'text', text }] })

describe('the calls of a history', () => {
  it.each([['of an old host', oldResult], ['of a newer host', newResult]] as const)('%s, since the last input of the user', (_host, result) => {
    const messages = [
      user('first'), assistant('0', 'write', '{}'), result('0', 'ok'),
      user('second'), assistant('1', 'bash', '{"command":"npm test"}'), result('1', '2 failed\n[exit code: 1]'), user('a notice', 'shooty'),
      assistant('2', 'write', { file_path: 'a' }), result('2', 'no', true), assistant('3', 'bash', '{broken'), result('3', 'ok'), assistant('4', 'bash', '{}'),
    ]
    expect(callsOfHistory(messages as never, noEffects).map(({ command, outcome, isError }) => [command.name, command.args, outcome, isError])).toEqual([
      ['bash', { command: 'npm test' }, 'failed', false], ['write', { file_path: 'a' }, 'failed', true], ['bash', '{broken', 'done', false],
    ])
  })

  it('that has none is none', () => {
    expect(callsOfHistory([], noEffects)).toEqual([])
    expect(callsOfHistory([user('x')] as never, noEffects)).toEqual([])
  })
})

describe('background work', () => {
  const contextWith = (jobs: unknown): Context => ({ get: (name: string) => name === 'jobs' ? jobs : undefined }) as unknown as Context
  const agent = fakeAgent()

  it('is what has not ended', () => {
    const jobs = { list: () => [{ id: 'bash-1', kind: 'bash', label: 'sleep\n9', status: 'running' }, { id: 'bash-2', kind: 'bash', label: 'x', status: 'completed' }, { id: 's-1', kind: 'subagent', label: 'y', status: 'stopping' }] }
    expect(runningJobs(contextWith(jobs), agent)).toEqual([{ id: 'bash-1', kind: 'bash', label: 'sleep 9' }, { id: 's-1', kind: 'subagent', label: 'y' }])
  })

  it.each([undefined, {}, { list: 1 }, { list: () => null }])('of a host with %o is none', (jobs) => {
    expect(runningJobs(contextWith(jobs), agent)).toEqual([])
  })
})

it('a turn that began before a restart is told from the history, once', async () => {
  const registry = createSessionRegistry(4)
  const agents = createAgentBook(registry)
  const agent = fakeAgent({ messages: [user('go'), assistant('1', 'write', '{}'), newResult('1', 'ok')] })
  const session = agents.see(agent)
  const log = createTurnLog(registry.store(emptyTurn))
  const parts = { ctx: { get: () => undefined } as unknown as Context, agents, log, effects: noEffects }
  expect((await turnView(parts, session)).calls.map(call => call.name)).toEqual(['write'])
  expect((await turnView(parts, session)).calls).toHaveLength(1)
})
