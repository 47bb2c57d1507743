import type { UserMessage } from '@deepseek-ai/dsh-session'
import type { PostToolDecision, PreToolDecision, ToolExecution, ToolExecutionResult } from '@deepseek-ai/dsh-tools'
import { describe, expect, it } from 'vitest'
import { commandOf, denialOf, foldQuestion, foldResult, refusedResult, speaking, viewOf } from '../../../src/host/tool-decisions.ts'
import { UNCHANGED } from '../../../src/point/judge.ts'

const words = (text: string) => ({ type: 'text' as const, text })
const fine = { isError: false, content: [words('one'), { type: 'image' }, words('two')], value: 'v' } as unknown as ToolExecutionResult
const failed = { isError: true, content: [words('Error: no')], error: { message: 'no', info: { name: 'x', code: 'E_NO' } } } as unknown as ToolExecutionResult
const context = (id: string) => ({ id }) as UserMessage
const accept: PostToolDecision = { kind: 'accept' }
const block = (feedback: string, ...ids: string[]): PostToolDecision => ({ kind: 'block', feedback: [words(feedback)], additionalContexts: ids.map(context) })

describe('a call', () => {
  it.each([[{ a: 1 }, { a: 1 }], ['{"a":', '{"a":'], [undefined, null]])('with the arguments %j is seen with %j', (given, seen) => {
    expect(commandOf({ name: 'bash', arguments: given, callId: 7 } as unknown as ToolExecution)).toEqual({ name: 'bash', args: seen, callId: '7' })
  })
})

describe("another plugin's decision", () => {
  it.each<[unknown, object]>([
    [{ kind: 'allow' }, { kind: 'allow' }],
    [{ kind: 'ask', reason: '' }, { kind: 'ask', reason: '' }],
    [{ kind: 'deny', reason: 'theirs', info: 1 }, { kind: 'deny', reason: 'theirs', info: 1 }],
    [{ kind: 'deny', info: 1 }, { kind: 'deny', info: 1, reason: expect.stringContaining('gave no reason') }],
    [{ kind: 'deny', reason: '' }, { kind: 'deny', reason: expect.stringContaining('gave no reason') }],
    [{ kind: 'perhaps' }, { kind: 'perhaps', reason: expect.stringContaining('"perhaps"') }],
    [undefined, { kind: 'deny', reason: expect.stringContaining('undefined') }],
  ])('%j becomes %j', (given, spoken) => {
    expect(speaking(given as PreToolDecision)).toEqual(spoken)
  })
})

describe('a result', () => {
  it.each<[string, ToolExecutionResult, PostToolDecision, object]>([
    ['that is fine', fine, accept, { isError: false, text: 'one\ntwo', error: null }],
    ['that failed', failed, accept, { isError: true, text: 'Error: no', error: { message: 'no', code: 'E_NO' } }],
    ['that another plugin replaced', fine, { kind: 'accept', content: [words('new')] }, { isError: false, text: 'new', error: null }],
    ['that another plugin blocked', fine, block('bad'), { isError: true, text: 'bad', error: { message: 'bad', code: null } }],
    ['that failed and was blocked', failed, block('bad'), { isError: true, text: 'bad', error: { message: 'no', code: 'E_NO' } }],
  ])('%s is seen as it will be', (_name, result, decision, seen) => {
    expect(viewOf(result, decision, 5)).toEqual({ ...seen, durationMs: 5 })
  })

  it('of a refusal is an error with its reason', () => {
    expect(refusedResult('no')).toEqual({ isError: true, error: { message: 'no' }, content: [words('Error: no')] })
  })
})

describe('our words on a result', () => {
  const deferred = { ...fine, additionalContexts: [context('deferred')] }
  it('leave it alone when there are none', () => {
    expect(foldResult(accept, fine, UNCHANGED, [])).toBe(accept)
  })
  it.each<[string, PostToolDecision, string | null, string[], object]>([
    ['notices come behind those of others', { ...accept, additionalContexts: [context('theirs')] }, null, ['ours'], { kind: 'accept', additionalContexts: [{ id: 'theirs' }, { id: 'ours' }] }],
    ['feedback blocks, and keeps what the call deferred', accept, 'bad', ['ours'], { kind: 'block', feedback: [words('bad')], additionalContexts: [{ id: 'deferred' }, { id: 'ours' }] }],
    ["feedback comes behind another plugin's", block('theirs', 'c'), 'bad', ['ours'], { kind: 'block', feedback: [words('theirs'), words('bad')], additionalContexts: [{ id: 'c' }, { id: 'ours' }] }],
    ["notices leave another plugin's block as it is", block('theirs', 'c'), null, ['ours'], { kind: 'block', feedback: [words('theirs')], additionalContexts: [{ id: 'c' }, { id: 'ours' }] }],
  ])('%s', (_name, decision, feedback, ids, folded) => {
    expect(foldResult(decision, deferred, { feedback, replacement: null }, ids.map(context))).toEqual(folded)
  })

  const picture = { type: 'image', data: 'x' }
  const withPicture = { ...fine, content: [words('old'), picture] } as unknown as typeof fine
  it.each<[string, PostToolDecision, string | null, string[], object]>([
    ['a replacement takes the place of every text, and a picture stays', accept, null, [], { kind: 'accept', content: [words('new'), picture] }],
    ['of the content of another plugin too', { kind: 'accept', content: [words('theirs')] }, null, ['ours'], { kind: 'accept', content: [words('new')], additionalContexts: [{ id: 'ours' }] }],
    ['a value of another plugin gives way: the host takes one of the two', { kind: 'accept', value: { a: 1 } }, null, [], { kind: 'accept', content: [words('new'), picture] }],
    ["another plugin's block stays one, with the new text", block('theirs', 'c'), null, [], { kind: 'block', feedback: [words('new')], additionalContexts: [{ id: 'c' }] }],
    ['feedback wins over a replacement: the result is gone anyway', accept, 'bad', [], { kind: 'block', feedback: [words('bad')], additionalContexts: [] }],
  ])('%s', (_name, decision, feedback, ids, folded) => {
    expect(foldResult(decision, withPicture, { feedback, replacement: 'new' }, ids.map(context))).toEqual(folded)
  })
})

describe('a question of ours', () => {
  it.each<[string, PreToolDecision, object]>([
    ['is put where others allow', { kind: 'allow' }, { kind: 'ask', reason: 'ours' }],
    ['gives way to a refusal', { kind: 'deny', reason: 'theirs' }, { kind: 'deny', reason: 'theirs' }],
    ["is put together with another plugin's", { kind: 'ask', reason: 'theirs' }, { kind: 'ask', reason: 'ours\n\nAnother plugin asks: theirs' }],
    ["stands alone where another plugin's has no words", { kind: 'ask' }, { kind: 'ask', reason: 'ours' }],
    ['is in every language that is shown', { kind: 'ask', reason: 'theirs', displayReason: { en: 'theirs', zh: '他们的' } } as PreToolDecision, {
      kind: 'ask', reason: 'ours\n\nAnother plugin asks: theirs', displayReason: { en: 'ours\n\nAnother plugin asks: theirs', zh: 'ours\n\nAnother plugin asks: 他们的' },
    }],
  ])('%s', (_name, theirs, folded) => {
    expect(foldQuestion('ours', theirs)).toEqual(folded)
  })
})

it('a refusal by a guard says for other plugins what it is, beside its reason', () => {
  expect(denialOf('not here')).toEqual({ kind: 'deny', reason: 'not here', info: { name: 'guard', code: 'denied_by_guard', reason: 'not here' } })
})
