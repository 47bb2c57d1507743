import { describe, expect, it } from 'vitest'
import { finalText, isSubagent, lastFinish, messagesOf, sentSystemPrompt, sessionRef, textOf, userInputs } from '../../../src/host/shapes.ts'
import { meaningOf } from '../../../src/point/turn-rules.ts'
import { fakeAgent, message } from '../../support/host/fake-agent.ts'

const USER = { kind: 'user' }

describe('a real user turn', () => {
  it.each<[string, object, object, boolean]>([
    ['a prompt', USER, {}, true],
    ['a prompt of the web page', { kind: 'user', rpcId: '1' }, {}, true],
    ['a prompt in a resumed session', USER, { delegationDepth: 0 }, true],
    ['a prompt in a fork', USER, { parentSession: 'p' }, true],
    ['a subagent\'s task', USER, { origin: 'subagent' }, false],
    ['a subagent\'s task where only the depth says it', USER, { delegationDepth: 1 }, false],
    ['a notice of a plugin', { kind: 'plugin', plugin: 'tool-jobs' }, {}, false],
    ['a goal round', { kind: 'goal' }, {}, false],
    ['a subagent\'s report', { kind: 'subagent-settled' }, {}, false],
    ['a skill', { kind: 'skill-invocation' }, {}, false],
    ['a follow-up of ours', { kind: 'shooty', guard: 'g' }, {}, false],
    ['a source without a kind', {}, {}, false],
  ])('begins with %s: %s %s %s', (_name, source: { kind?: string }, header, begins) => {
    expect(meaningOf(source.kind, isSubagent(fakeAgent({ header: { ...header } }))) === 'turn').toBe(begins)
  })

  it('does not begin with a message that has no source', () => {
    expect(meaningOf(message('user', 'x').source?.kind, false)).toBe('other')
  })
})

describe('a subagent', () => {
  it.each([[{ origin: 'subagent' }, true], [{ delegationDepth: 2 }, true], [{ delegationDepth: 0 }, false], [{}, false], [{ origin: 'fork' }, false]])('is told by its header %j: %s', (header, sub) => {
    expect(isSubagent(fakeAgent({ header }))).toBe(sub)
  })
})

describe('identity', () => {
  const none = (): undefined => undefined

  it('of the user\'s own agent is its own root', () => {
    expect(sessionRef(fakeAgent({ sessionId: 's1', header: { cwd: '/w', parentSession: 'forked-from' } }), none)).toEqual({ sessionId: 's1', agentId: 'agent-s1', rootSessionId: 's1', cwd: '/w', isSubagent: false })
  })

  it('of a subagent is the root of its parent, or the parent itself where that was never seen', () => {
    const sub = fakeAgent({ sessionId: 'c', header: { cwd: '/w', origin: 'subagent', parentSession: 'p' } })
    expect(sessionRef(sub, id => id === 'p' ? 'top' : undefined).rootSessionId).toBe('top')
    expect(sessionRef(sub, none)).toMatchObject({ rootSessionId: 'p', isSubagent: true })
    expect(sessionRef(fakeAgent({ sessionId: 'c', header: { origin: 'subagent' } }), none).rootSessionId).toBe('c')
  })

  it('without a workspace is in the folder of the process', () => {
    expect(sessionRef(fakeAgent({ header: {} }), none).cwd).toBe(process.cwd())
  })
})

describe('the history', () => {
  const history = [
    message('user', 'snapshot', { kind: 'plugin' }), message('user', 'first', USER), message('assistant', 'a1'), message('user', 'second', USER),
    message('assistant', 'a2'), message('user', 'follow-up', { kind: 'shooty' }),
  ]

  it('tells the first and the last input of the user', () => {
    expect(userInputs(fakeAgent({ messages: history }))).toEqual({ first: 'first', last: 'second' })
    expect(userInputs(fakeAgent({ messages: [message('user', 'x', { kind: 'goal' })] }))).toEqual({ first: '', last: '' })
  })

  it('tells the last answer, and nothing where that was tool calls alone', () => {
    expect(finalText(fakeAgent({ messages: history }))).toBe('a2')
    expect(finalText(fakeAgent({ messages: [...history, { role: 'assistant', content: [{ type: 'tool-call' }] }] }))).toBe('')
    expect(finalText(fakeAgent({ messages: [] }))).toBe('')
  })

  it('is empty where a host cannot say', () => {
    expect(messagesOf(fakeAgent({ messages: 'something else' }))).toEqual([])
  })

  it('gives the text blocks of a message and nothing else', () => {
    expect(textOf({ role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'thinking', text: 'no' }, { type: 'text' }, { type: 'text', text: 'b' }] })).toBe('a\nb')
  })
})

describe('how an answer ended', () => {
  const finish = (kind: string) => ({ type: 'assistant/chunk', data: { chunk: { type: 'finish', reason: { kind } } } })
  const start = { type: 'step/start', data: {} }
  const delta = { type: 'assistant/chunk', data: { chunk: { type: 'text-delta' } } }

  it.each<[string, readonly object[], string | null]>([
    ['the last step\'s answer', [start, finish('stop'), start, delta, finish('max-tokens'), { type: 'assistant/message', data: {} }], 'max-tokens'],
    ['nothing of an earlier step', [start, finish('max-tokens'), start, delta], null],
    ['nothing of a finish without a reason', [start, { type: 'assistant/chunk', data: { chunk: { type: 'finish' } } }], null],
    ['nothing of an empty log', [], null],
  ])('is %s', (_name, events, kind) => {
    expect(lastFinish(fakeAgent({ events }))).toBe(kind)
    expect(lastFinish(fakeAgent({ snapshot: events }))).toBe(kind)
  })

  it('is not known where a host has no log to look at', () => {
    expect(lastFinish(fakeAgent())).toBeNull()
  })
})

describe('the system prompt that was sent', () => {
  it.each([[{ system: 'S' }, 'S'], [{}, null], [{ system: 1 }, null], [undefined, null]])('of the request header %j is %j', (requestHeader, prompt) => {
    expect(sentSystemPrompt(fakeAgent(requestHeader === undefined ? {} : { requestHeader }))).toBe(prompt)
  })
})
