import { describe, expect, it } from 'vitest'
import {
  MAX_FAULT_TEXT, MAX_JSON_DEPTH, MAX_LOG_TEXT, MAX_SCRIPT_STRING, frameText, parseHostFrame, parseRunnerFrame, runFrameText,
  type RunnerFrame,
} from '../../src/protocol.ts'
import type { JsonValue } from '../../src/types.ts'
import { HOST_FRAMES, INPUT, RUNNER_FRAMES } from '../support/runner/frames.ts'

describe('frames to a runner', () => {
  it.each(HOST_FRAMES.map(frame => [frame.t, frame] as const))('%s comes through whole', (_name, frame) => {
    expect(parseHostFrame(frameText(frame))).toEqual(frame)
  })

  it('a run frame is the same whether its input was text already or not', () => {
    expect(JSON.parse(runFrameText(7, 'a"b', JSON.stringify(INPUT)))).toEqual({ t: 'run', run: 7, hash: 'a"b', input: INPUT })
  })

  it.each([
    ['no JSON', 'x'],
    ['a list', '[]'],
    ['null', 'null'],
    ['an unknown kind', '{"t":"other"}'],
    ['a runner frame', frameText({ t: 'ready', node: '1' })],
    ['a load without its limit', '{"t":"load","hash":"h","name":"n","code":"c","isAsync":true}'],
    ['an answer without a value', '{"t":"ret","call":1,"ok":true}'],
    ['an answer that is neither', '{"t":"ret","call":1,"ok":"yes","value":1}'],
    ['a refusal without a code', '{"t":"ret","call":1,"ok":false,"message":"m"}'],
    ['a negative number', '{"t":"ret","call":-1,"ok":true,"value":1}'],
    ['a run without input', '{"t":"run","run":1,"hash":"h"}'],
  ])('%s is not one', (_name, text) => {
    expect(parseHostFrame(text)).toBeNull()
  })

  it.each(Object.keys(INPUT))('a run whose %s is of another type is not one', (key) => {
    expect(parseHostFrame(frameText({ t: 'run', run: 1, hash: 'h', input: { ...INPUT, [key]: ['wrong'] } }))).toBeNull()
  })

  it.each([
    ['command', { name: 'bash', callId: 'c' }],
    ['result', { isError: false, text: 't', error: { message: 1, code: null }, durationMs: 1 }],
    ['session', { sessionId: 's' }],
  ])('a run whose %s lacks a part is not one', (key, value) => {
    expect(parseHostFrame(frameText({ t: 'run', run: 1, hash: 'h', input: { ...INPUT, [key]: value } }))).toBeNull()
  })

  it('drops fields that it does not know', () => {
    expect(parseHostFrame('{"t":"ret","call":1,"ok":true,"value":1,"more":2}')).toEqual({ t: 'ret', call: 1, ok: true, value: 1 })
  })
})

describe('frames from a runner', () => {
  it.each(RUNNER_FRAMES.map(frame => [JSON.stringify(frame).slice(0, 50), frame] as const))('%s comes through whole', (_name, frame) => {
    expect(parseRunnerFrame(frameText(frame))).toEqual(frame)
  })

  it.each([
    ['no JSON', '{'],
    ['a number', '1'],
    ['an unknown kind', '{"t":"eval","run":1}'],
    ['a host frame', frameText({ t: 'ret', call: 1, ok: true, value: 1 })],
    ['a frame without a run', '{"t":"act","action":{"kind":"deny","reason":"r"}}'],
    ['a run that is no whole number', '{"t":"done","run":1.5,"fault":null,"logsDropped":0,"cpuMs":null}'],
    ['a run beyond the safe numbers', '{"t":"done","run":9007199254740993,"fault":null,"logsDropped":0,"cpuMs":null}'],
    ['a processor time below nothing', '{"t":"done","run":1,"fault":null,"logsDropped":0,"cpuMs":-1}'],
    ['an end without a processor time', '{"t":"done","run":1,"fault":null,"logsDropped":0}'],
    ['an unknown action', '{"t":"act","run":1,"action":{"kind":"allow","reason":"r"}}'],
    ['an action without its text', '{"t":"act","run":1,"action":{"kind":"deny"}}'],
    ['an action with an object for a text', '{"t":"act","run":1,"action":{"kind":"notice","text":{"length":1}}}'],
    ['an unknown fault', '{"t":"done","run":1,"fault":{"code":"timeout","message":"m","position":null},"logsDropped":0,"cpuMs":null}'],
    ['a fault without a position', '{"t":"done","run":1,"fault":{"code":"internal","message":"m"},"logsDropped":0,"cpuMs":null}'],
    ['a position before the first line', '{"t":"done","run":1,"fault":{"code":"internal","message":"m","position":{"line":0,"column":1}},"logsDropped":0,"cpuMs":null}'],
    ['an unknown log level', '{"t":"log","run":1,"line":{"level":"error","text":"t","data":null}}'],
    ['arguments that are no list', '{"t":"tell","run":1,"method":"m","args":{}}'],
    ['more arguments than any call has', frameText({ t: 'tell', run: 1, method: 'm', args: [1, 2, 3, 4, 5, 6, 7, 8, 9] })],
    ['an argument that JSON cannot write', '{"t":"tell","run":1,"method":"m","args":["k",{"a":[-1e999]}]}'],
    ['log data that JSON cannot write', '{"t":"log","run":1,"line":{"level":"info","text":"t","data":1e999}}'],
    ['a method that is no name', frameText({ t: 'tell', run: 1, method: 'm'.repeat(65), args: [] })],
  ])('%s is not one', (_name, text) => {
    expect(parseRunnerFrame(text)).toBeNull()
  })

  it('drops fields that it does not know, and a prototype is only a key', () => {
    const frame = parseRunnerFrame('{"t":"act","run":1,"action":{"kind":"deny","reason":"r","__proto__":{"x":1}},"extra":1}')
    expect(frame).toEqual({ t: 'act', run: 1, action: { kind: 'deny', reason: 'r' } })
    expect(Object.keys((frame as Extract<RunnerFrame, { t: 'act' }>).action)).toEqual(['kind', 'reason'])
  })

  it('gives log data without an own field for it as null', () => {
    expect(parseRunnerFrame('{"t":"log","run":1,"line":{"level":"info","text":"t"}}')).toEqual({ t: 'log', run: 1, line: { level: 'info', text: 't', data: null } })
  })

  const nested = (levels: number): JsonValue => {
    let value: JsonValue = 0
    for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value }
    return value
  }
  it.each([
    ['an argument', (size: number) => frameText({ t: 'call', run: 1, call: 1, method: 'm', args: [nested(size)] }), MAX_JSON_DEPTH],
    ['log data', (size: number) => frameText({ t: 'log', run: 1, line: { level: 'info', text: 't', data: nested(size) } }), MAX_JSON_DEPTH],
    ['a reason', (size: number) => frameText({ t: 'act', run: 1, action: { kind: 'deny', reason: 'x'.repeat(size) } }), MAX_SCRIPT_STRING],
    ['a reason outside ASCII', (size: number) => frameText({ t: 'act', run: 1, action: { kind: 'deny', reason: 'é'.repeat(size) } }), MAX_SCRIPT_STRING],
    ['a log text', (size: number) => frameText({ t: 'log', run: 1, line: { level: 'info', text: 'x'.repeat(size), data: null } }), MAX_LOG_TEXT],
    ['a fault', (size: number) => frameText({ t: 'done', run: 1, fault: { code: 'internal', message: 'x'.repeat(size), position: null }, cpuMs: null, logsDropped: 0 }), MAX_FAULT_TEXT],
  ])('%s is taken at its limit and refused one over', (_name, frameOf, limit) => {
    expect(parseRunnerFrame(frameOf(limit))).not.toBeNull()
    expect(parseRunnerFrame(frameOf(limit + 1))).toBeNull()
  })

  it('survives nesting that no recursion could', () => {
    const text = `{"t":"tell","run":1,"method":"m","args":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
    expect(parseRunnerFrame(text)).toBeNull()
  })
})
