/**
 * The words of guards on the real host: one produced at each place that can produce one, read in the
 * very next request, once, in order; and never a request for their sake.
 */
import type { Agent } from '@deepseek-ai/dsh-agent'
import { describe, expect, it } from 'vitest'
import { GATES_OFF, guardedHost, messageOf, ownWords, plainWords } from '../support/host/guarded-host.ts'
import type { GuardedHost } from '../support/host/guarded-host.ts'
import { bash, call, calls, say } from '../support/model/model-reply.ts'
import { lastToolResult, userTexts } from '../support/model/model-server.ts'
import type { ModelRequest } from '../support/model/model-server.ts'
import { eventsOf } from '../support/host/session-log.ts'
import { testWorld } from '../support/host/test-world.ts'

/** What a call is called in the notices: its command, or what it reads. */
const WHAT = "const { name, args } = vance.guard.command\nconst what = args.command ?? (args.offset === undefined ? name : 'read ' + args.offset)"
const speaks = [
  { name: 'at-start', trigger: 'start', scriptBody: "vance.guard.notice('START')" },
  { name: 'at-command', trigger: 'command', scriptBody: `${WHAT}\nvance.guard.notice('C ' + what)\nif (what === 'DENY') vance.guard.deny('refused')` },
  { name: 'at-result', trigger: 'result', scriptBody: `${WHAT}\nvance.guard.notice('R ' + what + (vance.guard.result.isError ? ' failed' : ''))` },
  { name: 'at-stop', trigger: 'stop', scriptBody: "vance.guard.notice('STOP ' + vance.guard.round)\nif (vance.guard.round === 0) vance.guard.continueWith('again')" },
]

/** Blocks and throws behind ours; throws, and blocks without a thought for contexts, before ours. */
const rude = `export const inject = ['tools']
export function apply(ctx) {
  const block = { kind: 'block', feedback: [{ type: 'text', text: 'blocked by another' }] }
  ctx.on('tools/post-execute', async (exec, result, next) => {
    const command = exec.arguments?.command ?? ''
    if (command.includes('THROW BEHIND')) throw new Error('broke behind')
    return command.includes('BLOCK BEHIND') ? block : await next()
  })
  // Registered once every plugin is there, so that it stands before all of them.
  ctx.on('agent/created', () => {
    ctx.on('tools/post-execute', async (exec, result, next) => {
      const command = exec.arguments?.command ?? ''
      const decision = await next()
      if (command.includes('THROW BEFORE')) throw new Error('broke before')
      return command.includes('BLOCK BEFORE') ? block : decision
    }, { prepend: true })
  })
}
`

/** Ours among the user texts of a request, the frame of follow-ups left out. */
function ours(request: ModelRequest | undefined): readonly string[] {
  return userTexts(request).filter(text => /^(?:START|STOP|C |R |\[completion-guard\] )/.test(text)).map(text => text.split('\n\n(From')[0] ?? '')
}

describe('each place that can produce a notice', () => {
  it('brings it into the very next request, once, in order', async () => {
    const numbers = [...Array(20).keys()].map(n => n + 1)
    const said = (command: string, failed: boolean): readonly string[] => [`C ${command}`, `R ${command}${failed ? ' failed' : ''}`]
    const world = await testWorld({
      files: { 'a.txt': numbers.join('\n') },
      probes: [{ name: 'rude', source: rude }],
      config: { ...GATES_OFF, guard: speaks },
      script: [
        bash('true'), bash('DENY'), call('read', { file_path: 'absent', path: 'absent' }), call('no_such_tool', {}), bash('echo BLOCK BEHIND'), bash('echo THROW BEHIND'), bash('echo THROW BEFORE'), bash('echo BLOCK BEFORE'),
        calls(numbers.map(offset => ({ name: 'read', args: { file_path: 'a.txt', path: 'a.txt', offset, limit: 1 } }))),
        say('one'), say('two'), say('three'), say('four'),
      ],
    })
    const run = await world.run()
    expect(run).toMatchObject({ code: 0, stdout: 'two\n' })
    const fresh = run.requests.map((request, index) => ours(request).slice(ours(run.requests[index - 1]).length))
    expect(fresh.slice(0, 9)).toEqual([
      ['START'],
      said('true', false),
      ['R DENY failed'],
      said('read', true),
      said('no_such_tool', true),
      said('echo BLOCK BEHIND', true),
      said('echo THROW BEHIND', true),
      said('echo THROW BEFORE', false),
      said('echo BLOCK BEFORE', false),
    ])
    expect(plainWords(lastToolResult(run.requests[2]) ?? '')).toBe('Error: refused\n\nC DENY')
    expect(lastToolResult(run.requests[5])).toBe('blocked by another')
    expect(lastToolResult(run.requests[6])).toBe('Error: broke behind')
    const batch = fresh[9] ?? []
    for (const kind of ['C', 'R']) expect(batch.filter(text => text.startsWith(kind))).toEqual(numbers.map(offset => `${kind} read ${offset}`))
    expect(batch).toHaveLength(40)
    expect(fresh[10]).toEqual(['[completion-guard] again', 'STOP 0'])
    expect(run.requests).toHaveLength(11)

    const again = await world.resume(run.session?.id ?? '', { prompt: 'on' })
    expect(again.requests).toHaveLength(2)
    expect(ours(again.requests[0]).slice(ours(run.requests[10]).length)).toEqual(['STOP 1', 'START'])
    expect(ours(again.requests[1]).slice(ours(again.requests[0]).length)).toEqual(['[completion-guard] again', 'STOP 0'])
    const sources = eventsOf(again.session, 'user/message').filter(message => (message.source as { kind: string }).kind === 'shooty').map(message => message.source)
    for (const source of sources) expect(source).toMatchObject({ form: 'notice', summary: expect.any(String), guard: expect.any(String) })
  })

  it('brings those of inner calls of code mode with the outer one, and those of a call that code mode refuses', async () => {
    const code = "await tools.bash({ command: 'echo inner', description: 'x' })\ntry { await tools.bash({ command: 'DENY', description: 'x' }) } catch {}\nreturn 1"
    const world = await testWorld({
      config: { ...GATES_OFF, guard: speaks.slice(1, 3) },
      script: [call('run_code', { code, language: 'javascript', description: 'x' }), bash('echo direct'), say('over')],
    })
    const { requests } = await world.run({ env: { DSH_TOOLS_MODE: 'code' } })
    expect(requests.map(ours)).toEqual([
      [],
      ['C run_code', 'C echo inner', 'R echo inner', 'C DENY', 'R DENY failed', 'R run_code'],
      ['C run_code', 'C echo inner', 'R echo inner', 'C DENY', 'R DENY failed', 'R run_code', 'R echo direct failed'],
    ])
  })
})

const finish = (host: GuardedHost): void => { host.tool('finish', (_args, exec) => { (exec as { concludeTurn(): void }).concludeTurn(); return 'ended' }) }

/** Every text of ours that an agent has read, in order. */
function read(host: GuardedHost): readonly string[] {
  return ownWords(host.requests.at(-1))
}

describe('a request for the sake of a notice', () => {
  it.each([
    { what: 'on the call that ends the turn', script: [call('finish', {})] },
    { what: 'on a call before the one that ends the turn', script: [calls([{ name: 'work', args: {} }, { name: 'finish', args: {} }])] },
    { what: 'on a call after the one that ends the turn', script: [calls([{ name: 'finish', args: {} }, { name: 'work', args: {} }])] },
    { what: 'at the stop', script: [say('over')] },
  ])('is not made: $what', async ({ script }) => {
    const host = await guardedHost([...speaks.slice(1, 3), { name: 'at-stop', trigger: 'both', scriptBody: "vance.guard.notice('STOP')" }], { script })
    finish(host)
    host.tool('work', () => 'done')
    const agent = await host.createAgent()
    await host.prompt(agent, 'go')
    expect([host.turnEnds(agent), host.requests.length]).toEqual([['completed'], 1])

    await host.prompt(agent, 'and on')
    expect(host.requests).toHaveLength(2)
    const names = script[0]?.kind === 'message' ? script[0].calls.map(one => one.name) : []
    expect([...read(host)].sort()).toEqual([...names.flatMap(name => [`C ${name}`, `R ${name}`]), 'STOP'].sort())
    expect(host.snapshot().counters).toMatchObject({ noticesDropped: 0 })
  })

  it('is not made for a turn with nothing in it, and the notice comes with the next one', async () => {
    const host = await guardedHost([{ name: 'at-stop', trigger: 'stop', scriptBody: "vance.guard.notice('STOP')" }])
    const agent = await host.createAgent()
    await host.prompt(agent, 'go')
    const takeBack = host.ctx.on('agent/inbox/inserted', ({ message }) => { agent.inbox.remove(message.id) })
    agent.followup(messageOf('taken back'))
    await agent.whenIdle()
    takeBack()
    expect([host.turnEnds(agent), host.requests.length]).toEqual([['completed', 'completed'], 1])
    await host.prompt(agent, 'and on')
    expect(read(host)).toEqual(['STOP'])
  })
})

describe('what others do to a step', () => {
  /** A turn with one call that says `C work`, `R work`, and one more turn. */
  async function twoTurns(spoil: (host: GuardedHost, agent: Agent) => void, work?: (agent: Agent, exec: { readonly signal: AbortSignal }) => unknown): Promise<{ host: GuardedHost, agent: Agent }> {
    const host = await guardedHost(speaks.slice(1, 3), { script: [call('work', {}), say('over'), say('over')] })
    const agent = await host.createAgent()
    host.tool('work', (_args, exec) => work?.(agent, exec as { readonly signal: AbortSignal }) ?? 'done')
    spoil(host, agent)
    await host.prompt(agent, 'go')
    await host.prompt(agent, 'and on')
    return { host, agent }
  }

  it.each([
    ['ours claimed already', true], ['before ours looks', false],
  ])('a step that another plugin rejects loses nothing: %s', async (_what, prepend) => {
    const { host, agent } = await twoTurns((one) => {
      let rejected = false
      one.ctx.on('agent/pre-step', async ({ step }, next) => {
        const decision = await next()
        if (step !== 2 || rejected) return decision
        rejected = true
        return { kind: 'reject' }
      }, { prepend })
    })
    expect(host.turnEnds(agent)).toEqual(['blocked', 'completed'])
    expect(read(host)).toEqual(['C work', 'R work'])
  })

  it('a plugin that throws our messages out of a step gets them again with the next one', async () => {
    const { host, agent } = await twoTurns((one) => {
      one.ctx.on('agent/pre-step', async ({ step }, next) => {
        const decision = await next()
        return step === 2 && decision.kind === 'enter' ? { ...decision, messages: [messageOf('theirs', { kind: 'plugin', plugin: 'theirs' })] } : decision
      }, { prepend: true })
    })
    expect(host.turnEnds(agent)).toEqual(['completed', 'completed'])
    expect(ownWords(host.requests[1])).toEqual([])
    expect(read(host)).toEqual(['C work', 'R work'])
  })

  it.each([
    ['while the call runs', (agent: Agent) => { agent.cancel({ kind: 'user' }); return 'late' }, false],
    ['when its result is there', () => 'done', true],
  ])('a cancellation %s brings no decided word twice, and none of a call that did not happen', async (_when, work, later) => {
    const { host, agent } = await twoTurns((one, owner) => {
      if (later) one.ctx.on('agent/inbox/inserted', ({ message }) => { if ((message.source as { kind: string }).kind === 'shooty') owner.cancel({ kind: 'user' }) })
    }, work)
    expect(host.turnEnds(agent)).toEqual(['aborted', 'completed'])
    expect([...read(host)].sort()).toEqual(later ? ['C work', 'R work'] : [])
    expect(host.snapshot().counters.noticesDropped > 0).toBe(!later)
  })

  it('an outcome that skips the rest of the pipeline is judged before the next step', async () => {
    const host = await guardedHost([{ name: 'slow', trigger: 'result', scriptBody: `for (let n = 0; n < 2e6; n++);\nvance.guard.notice('R ' + vance.guard.result.text)` }], { script: [call('work', {}), say('over')] })
    host.tool('work', () => 'done')
    host.ctx.on('tools/pre-execute', async () => { throw new Error('theirs broke') })
    await host.prompt(await host.createAgent(), 'go')
    expect(host.requests).toHaveLength(2)
    expect(read(host)).toEqual(['R Error: theirs broke'])
  })

  it('a call that another plugin makes for itself does not swallow what waited', async () => {
    const host = await guardedHost([...speaks.slice(1, 3)], { script: [call('outer', {}), say('over')] })
    host.tool('work', () => 'done')
    host.tool('outer', async (_args, exec) => { await host.execute({ name: 'work', agent: (exec as { agent: Agent }).agent }); return 'done' })
    await host.prompt(await host.createAgent(), 'go')
    expect([...read(host)].sort()).toEqual(['C outer', 'C work', 'R outer', 'R work'])
  })
})

describe('calls side by side', () => {
  it('each brings what is about itself, a refused one too', async () => {
    const guards = [
      { name: 'about', trigger: 'command', scriptBody: "vance.guard.notice('about ' + vance.guard.command.args.of)\nif (vance.guard.command.args.of === 'b') vance.guard.deny('not b')" },
      { name: 'after', trigger: 'result', scriptBody: "vance.guard.notice('after ' + vance.guard.command.args.of)" },
    ]
    const host = await guardedHost(guards, { script: [calls(['a', 'b', 'c'].map(of => ({ name: 'work', args: { of } }))), say('over')] })
    const rode: string[] = []
    host.ctx.on('tools/result', (exec, result) => {
      const own = (result.additionalContexts ?? []).map(one => one.content.map(block => block.type === 'text' ? block.text : '').join(''))
      rode.push(plainWords(`${(exec.arguments as { of: string }).of}: ${[...own, ...result.isError ? [result.error.message] : []].join(' | ')}`))
    })
    host.tool('work', async () => { await new Promise((resolve) => { setTimeout(resolve, 300) }); return 'done' }, { isConcurrencySafe: () => true })
    await host.prompt(await host.createAgent(), 'go')
    expect(rode).toEqual(['a: about a | after a', 'b: after b | not b\n\nabout b', 'c: about c | after c'])
  })

  it('leave what is about no call to the first that can bring it', async () => {
    const host = await guardedHost([
      { name: 'late', trigger: 'result', scriptBody: "vance.guard.notice('late')" },
      { name: 'refuses', trigger: 'command', tools: ['other'], scriptBody: "vance.guard.deny('no')" },
    ], { script: [calls([{ name: 'hidden', args: {} }, { name: 'other', args: {} }]), say('over')] })
    host.ctx.on('tools/post-execute', async (exec, _result, next) => exec.name === 'hidden' ? { kind: 'accept' } : await next(), { prepend: true })
    for (const name of ['hidden', 'other']) host.tool(name, () => 'ran')
    await host.prompt(await host.createAgent(), 'go')
    expect(read(host)).toEqual(['late\n(2 times)'])
  })
})

describe('many words', () => {
  it('the same one from twenty calls at once is merged, and none is lost', async () => {
    const host = await guardedHost([{ name: 'same', trigger: 'command', scriptBody: "vance.guard.notice('the same')" }], { script: [calls(Array.from({ length: 20 }, () => ({ name: 'work', args: {} }))), say('over')] })
    host.tool('work', async () => { await new Promise((resolve) => { setTimeout(resolve, 50) }); return 'done' }, { isConcurrencySafe: () => true })
    await host.prompt(await host.createAgent(), 'go')
    const counts = read(host).map(text => Number(/^the same(?:\n\((\d+) times\))?$/.exec(text)?.[1] ?? 1))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20)
    expect(counts.length).toBeLessThan(20)
    expect(host.snapshot().counters).toMatchObject({ noticesQueued: 20, noticesDelivered: 20, noticesDropped: 0 })
  })

  it('sixty different ones are bounded in number, a long one in length, and what is left out is counted', async () => {
    const host = await guardedHost([{ name: 'many', trigger: 'start', scriptBody: "vance.guard.notice('x'.repeat(5000))\nfor (let n = 1; n < 60; n++) vance.guard.notice('n' + n)" }])
    await host.prompt(await host.createAgent(), 'go')
    const texts = read(host)
    expect(texts).toHaveLength(51)
    expect(texts[0]?.length).toBeLessThanOrEqual(4000)
    expect(texts[49]).toBe('n49')
    expect(texts[50]).toContain('10 further notices were left out')
    expect(host.snapshot().counters).toMatchObject({ noticesDropped: 10 })
  })
})
