import { describe, expect, it } from 'vitest'
import type { Point } from '../../../src/types.ts'
import { callOf, createScriptedHost, thrownBy } from '../../support/runner/scripted-host.ts'

const POINTS: readonly Point[] = ['start', 'command', 'result', 'stop', 'terminate']
const ALLOWED: Record<string, readonly Point[]> = {
  deny: ['command'],
  ask: ['command'],
  block: ['result'],
  replace: ['result'],
  continueWith: ['stop', 'terminate'],
  setTurnPrompt: ['start'],
  activateSkill: POINTS,
  notice: POINTS,
}
const cells = Object.entries(ALLOWED).flatMap(([action, allowed]) => POINTS.map(point => [action, point, allowed.includes(point)] as const))

describe('what a script sees', () => {
  it('is the run\'s own data', () => {
    const { vance } = createScriptedHost({ command: { name: 'bash', args: 'raw', callId: 'c' }, mode: 'observe' })
    expect(vance['guard']).toMatchObject({ point: 'command', task: 't', request: 'r', output: 'o', round: 1, maxRounds: 3, naturalStop: true, command: { name: 'bash', args: 'raw', callId: 'c' }, result: null, mode: 'observe' })
    expect(vance['params']).toEqual({ p: 1 })
    expect(vance['context']).toEqual({ sessionId: 's', agentId: 'a', rootSessionId: 'root', cwd: '/project', isSubagent: true, point: 'command' })
  })

  it('is this surface and nothing more', () => {
    const { vance } = createScriptedHost()
    expect(Object.fromEntries(Object.entries(vance).map(([name, part]) => [name, Object.keys(part).sort()]))).toEqual({
      guard: ['activateSkill', 'ask', 'block', 'command', 'continueWith', 'deactivateSkill', 'deny', 'loopValues', 'maxRounds', 'mode', 'naturalStop', 'notice', 'output', 'point', 'replace', 'request', 'result', 'round', 'sessionValues', 'setTurnPrompt', 'task'],
      params: ['p'],
      context: ['agentId', 'cwd', 'isSubagent', 'point', 'rootSessionId', 'sessionId'],
      log: ['info', 'warn'],
      llm: ['call', 'callForJson'],
      documents: ['delete', 'exists', 'list', 'meta', 'read', 'write'],
      process: ['notify', 'progress', 'spawn'],
      tools: ['call', 'has', 'list'],
    })
    expect(Object.keys(vance['guard']?.['loopValues'] as object).sort()).toEqual(['get', 'has', 'remove', 'set'])
    expect(Object.keys(vance['guard']?.['sessionValues'] as object).sort()).toEqual(['get', 'has', 'remove', 'set'])
  })
})

describe('actions', () => {
  it.each(cells)('%s at %s: allowed is %s', (action, point, allowed) => {
    const host = createScriptedHost({ point }, () => ({ value: true }))
    const call = callOf(host, `guard.${action}`)
    if (allowed) {
      call('text')
      expect(host.sent).toHaveLength(1)
      return
    }
    const error = thrownBy(() => call('text'))
    expect(error).toMatchObject({ name: 'ScriptHostError', code: 'WRONG_ACTION' })
    expect(error.message).toBe(`${action} cannot be used at the Point "${point}"; it is allowed at ${ALLOWED[action]?.map(name => `"${name}"`).join(' and ')} only`)
    expect(host.sent).toHaveLength(0)
  })

  it.each([
    ['deny', 'command', { kind: 'deny', reason: '' }],
    ['ask', 'command', { kind: 'ask', reason: '' }],
    ['block', 'result', { kind: 'block', feedback: '' }],
  ] as const)('%s without a text still counts', (action, point, expected) => {
    for (const args of [[], [undefined], [null], ['']]) {
      const host = createScriptedHost({ point })
      callOf(host, `guard.${action}`)(...args)
      expect(host.asked()).toEqual([expected])
    }
  })

  it.each([
    ['deny', 'command', Symbol('x')], ['deny', 'command', new String('x')], ['deny', 'command', { toString: () => 'x' }], ['ask', 'command', 1],
    ['block', 'result', []], ['replace', 'result', null], ['notice', 'start', undefined], ['setTurnPrompt', 'start', null], ['continueWith', 'stop', undefined], ['activateSkill', 'stop', 1],
  ] as const)('%s at %s takes no %s', (action, point, value) => {
    const host = createScriptedHost({ point })
    expect(thrownBy(() => callOf(host, `guard.${action}`)(value))).toMatchObject({ name: 'ScriptHostError', code: 'BAD_ARGUMENT' })
    expect(host.sent).toHaveLength(0)
  })

  it.each([
    [true, true], [false, false], [null, false], ['yes', false],
  ])('the host\'s answer %s to continueWith and activateSkill is %s', (answer, expected) => {
    const host = createScriptedHost({ point: 'stop' }, () => ({ value: answer }))
    expect(callOf(host, 'guard.continueWith')('go on')).toBe(expected)
    expect(callOf(host, 'guard.activateSkill')('skill')).toBe(expected)
    expect(callOf(host, 'guard.activateSkill')('skill', 'args')).toBe(expected)
    expect(host.asked()).toEqual([['guard.continueWith', 'go on'], ['guard.activateSkill', 'skill', null], ['guard.activateSkill', 'skill', 'args']])
  })

  it.each(['x', 'é', '\u0000'])('a text of 65,536 times %j is taken, one more is not', (unit) => {
    const host = createScriptedHost()
    callOf(host, 'guard.deny')(unit.repeat(65_536))
    expect(host.sent).toHaveLength(1)
    expect(thrownBy(() => callOf(host, 'guard.deny')(unit.repeat(65_537)))).toMatchObject({ code: 'TOO_LARGE', message: 'the reason of deny has 65537 characters, at most 65536 are allowed' })
  })
})

describe('host calls', () => {
  it.each([
    ['llm.call', ['recipe', 'prompt'], ['llm.call', 'recipe', 'prompt', null]],
    ['llm.callForJson', ['recipe', 'prompt', { a: 1 }], ['llm.callForJson', 'recipe', 'prompt', { a: 1 }]],
    ['documents.read', ['a.txt'], ['documents.read', 'a.txt']],
    ['documents.exists', ['a.txt'], ['documents.exists', 'a.txt']],
    ['documents.list', ['src'], ['documents.list', 'src']],
    ['documents.meta', ['a.txt'], ['documents.meta', 'a.txt']],
    ['process.notify', ['text'], ['process.notify', 'text', null]],
    ['process.notify', ['text', 'warn'], ['process.notify', 'text', 'warn']],
    ['process.progress', ['text'], ['process.progress', 'text']],
    ['process.spawn', [{ task: 'x' }], ['process.spawn', { task: 'x' }]],
    ['tools.call', ['process_spawn', { a: 1 }], ['tools.call', 'process_spawn', { a: 1 }]],
    ['tools.list', [], ['tools.list']],
    ['tools.has', ['process_spawn'], ['tools.has', 'process_spawn']],
  ])('%s is asked of the host with checked arguments', (path, args, expected) => {
    const host = createScriptedHost()
    callOf(host, path)(...args)
    expect(host.asked()).toEqual([expected])
  })

  it.each([
    ['llm.call', [1, 'p'], 'BAD_ARGUMENT'], ['llm.call', ['r'], 'BAD_ARGUMENT'], ['llm.call', ['r', 'p', [1]], 'BAD_ARGUMENT'], ['llm.call', ['r', 'p', { f: () => 1 }], 'NOT_JSON'],
    ['llm.call', ['r'.repeat(257), 'p'], 'TOO_LARGE'],
    ['documents.read', [], 'BAD_ARGUMENT'], ['documents.read', ['a'.repeat(4097)], 'TOO_LARGE'],
    ['process.notify', ['t', 'shout'], 'BAD_ARGUMENT'], ['process.notify', [], 'BAD_ARGUMENT'], ['process.spawn', [], 'BAD_ARGUMENT'], ['process.spawn', ['task'], 'BAD_ARGUMENT'],
    ['tools.call', ['process_spawn', { n: Number.NaN }], 'NOT_JSON'], ['tools.call', ['process_spawn', 1n], 'NOT_JSON'], ['tools.call', [], 'BAD_ARGUMENT'],
  ])('%s refuses arguments that are not what it takes', (path, args, code) => {
    const host = createScriptedHost()
    expect(thrownBy(() => callOf(host, path)(...args))).toMatchObject({ name: 'ScriptHostError', code })
    expect(host.sent).toHaveLength(0)
  })

  it('give the host\'s answer, and its refusal as an error with its code', () => {
    const host = createScriptedHost({}, (_method, args) => args[0] === 'good' ? { value: { a: [1] } } : { refuse: 'OUTSIDE_WORKSPACE', message: 'not there' })
    expect(callOf(host, 'documents.meta')('good')).toEqual({ a: [1] })
    expect(thrownBy(() => callOf(host, 'documents.meta')('bad'))).toMatchObject({ name: 'ScriptHostError', code: 'OUTSIDE_WORKSPACE', message: 'not there' })
  })

  it.each([
    ['documents.write', ['a.txt', 'text'], ['documents.write', 'a.txt', 'text']],
    ['documents.delete', ['a.txt'], ['documents.delete', 'a.txt']],
    ['tools.call', ['bash', { command: 'ls' }], ['tools.call', 'bash', { command: 'ls' }]],
    ['tools.call', ['bash'], ['tools.call', 'bash', {}]],
  ])('%s needs allowTools', (path, args, expected) => {
    const free = createScriptedHost({ allowTools: true })
    callOf(free, path)(...args)
    expect(free.asked()).toEqual([expected])
    const bound = createScriptedHost({ allowTools: false })
    expect(thrownBy(() => callOf(bound, path)(...args))).toMatchObject({ name: 'ScriptHostError', code: 'NOT_ALLOWED', message: expect.stringContaining('allowTools: true') })
    expect(bound.sent).toHaveLength(0)
  })

  it('without allowTools there is no other tool, and the host is not asked', () => {
    const host = createScriptedHost({ allowTools: false }, () => ({ value: true }))
    expect(callOf(host, 'tools.has')('bash')).toBe(false)
    expect(callOf(host, 'tools.has')('process_spawn')).toBe(true)
    expect(host.asked()).toEqual([['tools.has', 'process_spawn']])
  })
})

describe('the log', () => {
  it.each([
    [['text'], { level: 'info', text: 'text', data: null }],
    [['text', { a: 1 }], { level: 'info', text: 'text', data: { a: 1 } }],
    [[1], { level: 'info', text: '1', data: null }],
    [[undefined], { level: 'info', text: 'undefined', data: null }],
    [[null], { level: 'info', text: 'null', data: null }],
    [[{}], { level: 'info', text: '[object]', data: null }],
    [[Symbol('x')], { level: 'info', text: '[symbol]', data: null }],
    [['t', () => 1], { level: 'info', text: 't [data left out: only JSON values are allowed, but $ is function]', data: null }],
    [['t', { get a() { throw new Error('x') } }], { level: 'info', text: 't [data left out: reading it failed]', data: null }],
    [['x'.repeat(65_537)], { level: 'info', text: '[a text of 65537 characters]', data: null }],
  ])('never fails a guard, whatever it is given', (args, expected) => {
    const host = createScriptedHost()
    callOf(host, 'log.info')(...args)
    expect(host.asked()).toEqual([expected])
  })

  it('shows a line of 2,000 characters whole and cuts a longer one', () => {
    const host = createScriptedHost()
    callOf(host, 'log.warn')('x'.repeat(2000))
    callOf(host, 'log.warn')('x'.repeat(2001))
    expect(host.asked()[0]).toMatchObject({ level: 'warn', text: 'x'.repeat(2000) })
    expect(host.asked()[1]).toMatchObject({ text: expect.stringMatching(/^x+… \[\d+ more\]$/) })
  })

  it('takes data of 2,000 bytes and leaves out more', () => {
    const host = createScriptedHost()
    callOf(host, 'log.info')('t', 'x'.repeat(1998))
    callOf(host, 'log.info')('t', 'x'.repeat(1999))
    expect(host.asked()[0]).toMatchObject({ data: 'x'.repeat(1998) })
    expect(host.asked()[1]).toMatchObject({ data: null, text: expect.stringContaining('data left out') })
  })

  it('sends 200 lines and counts the rest', () => {
    const host = createScriptedHost()
    for (let count = 0; count < 205; count += 1) callOf(host, 'log.info')('t')
    expect(host.sent).toHaveLength(200)
    expect(host.channel.logsDropped()).toBe(5)
  })
})

describe('the limits of a run', () => {
  it('are 1,000 calls and actions together, and the log does not count', () => {
    const host = createScriptedHost()
    callOf(host, 'log.info')('t')
    for (let count = 0; count < 500; count += 1) {
      callOf(host, 'guard.notice')('t')
      callOf(host, 'documents.read')('p')
    }
    for (const path of ['guard.notice', 'documents.read', 'process.progress']) {
      expect(thrownBy(() => callOf(host, path)('t'))).toMatchObject({ name: 'ScriptHostError', code: 'LIMIT', message: 'a run may make at most 1000 host calls and actions' })
    }
    expect(host.sent).toHaveLength(1001)
  })

  it('are 8 MiB of everything', () => {
    const host = createScriptedHost()
    const error = thrownBy(() => { for (;;) callOf(host, 'guard.notice')('\u0000'.repeat(65_536)) })
    expect(error).toMatchObject({ code: 'LIMIT', message: expect.stringContaining('8388608 bytes') })
    // Six bytes of JSON for each character, so 21 of these fit into 8 MiB.
    expect(host.sent).toHaveLength(21)
  })
})

describe('a run that is over', () => {
  it.each(['guard.deny', 'guard.notice', 'guard.loopValues.get', 'guard.sessionValues.get', 'log.info', 'llm.call', 'documents.read', 'process.notify', 'tools.list'])('does not let %s through', (path) => {
    const host = createScriptedHost()
    host.channel.close()
    expect(thrownBy(() => callOf(host, path)('x', 'y'))).toMatchObject({ name: 'ScriptHostError', code: 'CANCELLED' })
    expect(host.sent).toHaveLength(0)
  })
})

describe('what a call does and what a turn did', () => {
  const COMMAND = { name: 'bash', args: { command: 'rm -r x' }, callId: 'c' }
  const reading = { writes: [{ path: '/project/x', inside: true, kind: 'delete', via: 'program' }], shell: { commands: [], gaps: ['g'] } }
  const host = () => createScriptedHost({ command: COMMAND }, method => ({ value: method === 'command.read' ? reading : { calls: [], files: ['/f'], running: [] } }))
  const commandOf = (of: ReturnType<typeof host>) => (of.vance['guard'] as unknown as { command: Record<string, unknown> }).command
  const guardOf = (of: ReturnType<typeof host>) => of.vance['guard'] as unknown as Record<string, unknown>

  it('is asked for by nobody who does not touch it, whoever lists, copies or prints it', () => {
    const of = host()
    expect(Object.keys(commandOf(of))).toEqual(['name', 'args', 'callId'])
    expect(JSON.parse(JSON.stringify(guardOf(of)['command']))).toEqual(COMMAND)
    expect({ ...guardOf(of) }).not.toHaveProperty('turn')
    expect(of.sent).toEqual([])
  })

  it('is asked for once in a run', () => {
    const of = host()
    expect([commandOf(of)['writes'], commandOf(of)['shell'], commandOf(of)['writes']]).toEqual([reading.writes, reading.shell, reading.writes])
    expect([guardOf(of)['turn'], guardOf(of)['turn']]).toEqual([{ calls: [], files: ['/f'], running: [] }, { calls: [], files: ['/f'], running: [] }])
    expect(of.asked()).toEqual([['command.read'], ['turn.read']])
  })

  it('is frozen through and through, its getters too', () => {
    const of = host()
    const shell = commandOf(of)['shell'] as typeof reading.shell
    for (const value of [shell, shell.gaps, commandOf(of)['writes'], guardOf(of)['turn'], commandOf(of)]) expect(Object.isFrozen(value)).toBe(true)
    for (const descriptor of [Object.getOwnPropertyDescriptor(commandOf(of), 'writes'), Object.getOwnPropertyDescriptor(guardOf(of), 'turn')]) {
      expect(Object.values(descriptor ?? {}).filter(part => typeof part === 'function').map(part => Object.isFrozen(part))).toEqual([true])
    }
  })

  it('throws once the run is over, and as the host says', () => {
    const over = host()
    over.channel.close()
    expect(thrownBy(() => commandOf(over)['writes'])).toMatchObject({ code: 'CANCELLED' })
    const refused = createScriptedHost({ command: COMMAND }, () => ({ refuse: 'TOO_LARGE', message: 'm' }))
    expect(thrownBy(() => commandOf(refused)['shell'])).toMatchObject({ name: 'ScriptHostError', code: 'TOO_LARGE' })
  })
})
