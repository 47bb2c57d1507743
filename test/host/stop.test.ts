/**
 * STOP and TERMINATE on the real host: what sends the agent on and how often, what the script is told,
 * which end of a turn runs which guards, and what other plugins at the same place change.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GATES_OFF, guardedHost, ownWords, said } from '../support/host/guarded-host.ts'
import type { GuardedHost } from '../support/host/guarded-host.ts'
import { call, calls, httpError, say, truncated } from '../support/model/model-reply.ts'
import { lastToolResult, userTexts } from '../support/model/model-server.ts'
import { eventsOf } from '../support/host/session-log.ts'
import { testWorld } from '../support/host/test-world.ts'

const always = { name: 'always', trigger: 'stop', maxRounds: 2, scriptBody: "vance.guard.notice('ran in round ' + vance.guard.round)\nvance.guard.continueWith('go on after ' + vance.guard.output)" }
const goal = { kind: 'goal', goalId: 'g', revision: 1, round: 1 }

function outcomes(host: GuardedHost, guard: string): readonly string[] {
  return host.decisions.filter(decision => decision.guard === guard).map(decision => `${decision.point} ${decision.outcome}`)
}

/** The guards' prompts without the words around them. */
function prompts(texts: readonly string[]): readonly string[] {
  return texts.filter(text => text.startsWith('[completion-guard] ')).map(text => (text.split('\n\n')[0] ?? '').slice('[completion-guard] '.length))
}

describe('the cap', () => {
  it('ends a guard that always continues, as completed; only a real user turn fills it again', async () => {
    const host = await guardedHost([always], { script: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(text => say(text)) })
    const agent = await host.createAgent()
    await host.prompt(agent, 'first')
    expect(host.requests).toHaveLength(3)
    expect(prompts(ownWords(host.requests[2]))).toEqual(['go on after a', 'go on after b'])
    expect(outcomes(host, 'always')).toEqual(['stop fired', 'stop fired', 'stop capped'])

    // At the cap the script is not even run.
    await host.tell(agent, 'the next goal round', goal)
    expect(ownWords(host.requests[3]).filter(text => text.startsWith('ran'))).toEqual(['ran in round 0', 'ran in round 1'])
    await host.tell(agent, 'a plugin speaks', { kind: 'plugin', plugin: 'other' })
    expect(host.requests).toHaveLength(5)
    expect(outcomes(host, 'always').slice(3)).toEqual(['stop capped', 'stop capped'])

    await host.prompt(agent, 'second')
    expect(host.requests).toHaveLength(8)
    expect(host.turnEnds(agent)).toEqual(Array(4).fill('completed'))
    expect(host.snapshot().guards[0]).toMatchObject({ name: 'always', runs: 8, fired: 4, capped: 4, lastOutcomes: expect.arrayContaining(['capped', 'fired']) })
    expect(host.snapshot().counters['vance.guard.evaluations']).toMatchObject({ fired: 4, capped: 4 })
  })

  it('is each guard\'s own against the rounds of the session; 0 never fires, and the first that continues wins', async () => {
    const host = await guardedHost([
      { ...always, name: 'never', maxRounds: 0 },
      { ...always, name: 'once', maxRounds: 1 },
      { ...always, name: 'second', maxRounds: 3, scriptBody: "if (vance.guard.round === 1) vance.guard.continueWith('second')" },
      { ...always, name: 'watching', mode: 'observe', maxRounds: 9 },
    ])
    const agent = await host.createAgent()
    await host.prompt(agent, 'go')
    expect(host.requests).toHaveLength(3)
    expect(outcomes(host, 'never')).toEqual(['stop capped', 'stop capped', 'stop capped'])
    expect(outcomes(host, 'once')).toEqual(['stop fired', 'stop capped', 'stop capped'])
    expect(outcomes(host, 'second')).toEqual(['stop fired', 'stop passed'])
    expect(outcomes(host, 'watching')).toEqual(['stop observed'])
  })

  it('counts before it sends, so a second continueWith of one run is refused and costs nothing', async () => {
    const host = await guardedHost([{ ...always, scriptBody: "const { continueWith } = vance.guard\ncontinueWith(JSON.stringify([continueWith('first'), continueWith('second')]))" }])
    const agent = await host.createAgent()
    await host.prompt(agent, 'go')
    expect(prompts(ownWords(host.requests.at(-1)))).toEqual(['first', 'first'])
  })

  it.each([
    ['nothing', ''], ['true', 'return true'], ['an object that looks like a decision', "return { decision: 'block', continue: true, reason: 'go on' }"],
    ['the name of the action without calling it', 'vance.guard.continueWith'],
  ])('is not touched by a script that returns %s', async (_what, scriptBody) => {
    const host = await guardedHost([{ ...always, scriptBody: scriptBody === '' ? ';' : scriptBody }])
    await host.prompt(await host.createAgent(), 'go')
    expect(host.requests).toHaveLength(1)
    expect(outcomes(host, 'always')).toEqual(['stop passed'])
  })
})

describe('what a STOP guard is told', () => {
  it('is the final answer, the task, the latest request, the round and its cap', async () => {
    const told = `const { output, task, request, round, maxRounds, naturalStop, point, command, result, mode } = vance.guard\nvance.guard.continueWith(JSON.stringify({ output, task, request, round, maxRounds, naturalStop, point, command, result, mode }))`
    const host = await guardedHost([{ name: 'told', trigger: 'both', maxRounds: 1, scriptBody: told }], { script: [say('one'), say('two'), call('finish', {}, 'three'), say('four')] })
    host.tool('finish', (_args, exec) => { (exec as { concludeTurn(): void }).concludeTurn(); return 'ended' })
    const agent = await host.createAgent()
    await host.prompt(agent, 'the task')
    await host.prompt(agent, 'the request')
    const same = { task: 'the task', round: 0, maxRounds: 1, command: null, result: null, mode: 'enforce' }
    expect(prompts(ownWords(host.requests.at(-1))).map(text => JSON.parse(text) as object)).toEqual([
      { ...same, output: 'one', request: 'the task', naturalStop: true, point: 'stop' },
      { ...same, output: 'three', request: 'the request', naturalStop: false, point: 'terminate' },
    ])
  })
})

describe('which end of a turn runs which guards', () => {
  const each = ['stop', 'terminate', 'both'].map(trigger => ({ name: trigger, trigger, scriptBody: "vance.guard.notice('never read')" }))
  const finish = (host: GuardedHost): void => { host.tool('finish', (_args, exec) => { (exec as { concludeTurn(): void }).concludeTurn(); return 'ended' }) }
  const ran = (host: GuardedHost): readonly string[] => host.decisions.map(decision => `${decision.guard} at ${decision.point}`)

  it.each([
    { end: 'the agent itself', script: [say('over')], ends: 'completed', expected: ['stop at stop', 'both at stop'] },
    { end: 'a tool', script: [call('finish', {})], ends: 'completed', expected: ['terminate at terminate', 'both at terminate'] },
    { end: 'a tool among others', script: [calls([{ name: 'work', args: {} }, { name: 'finish', args: {} }, { name: 'work', args: {} }])], ends: 'completed', expected: ['terminate at terminate', 'both at terminate'] },
    { end: 'the agent, after a tool ended an earlier turn', script: [call('finish', {}), say('over')], ends: 'completed', expected: ['terminate at terminate', 'both at terminate', 'stop at stop', 'both at stop'] },
    { end: 'the token limit', script: [truncated('half')], ends: 'max-tokens', expected: [] },
    { end: 'a failed request', script: [httpError(401)], ends: 'error', expected: [] },
  ])('$end', async ({ script, ends, expected }) => {
    const host = await guardedHost(each, { script })
    finish(host)
    host.tool('work', () => 'done')
    const agent = await host.createAgent()
    for (const _turn of script) if (host.requests.length < script.length) await host.prompt(agent, 'go')
    expect(host.turnEnds(agent).at(-1)).toBe(ends)
    expect(ran(host)).toEqual(expected)
    // What guards said is not worth a request of its own.
    expect(host.requests).toHaveLength(script.length)
  })

  it('a step that was rejected runs none', async () => {
    const host = await guardedHost(each, { script: [call('work', {})] })
    host.tool('work', () => 'done')
    host.ctx.on('agent/pre-step', async ({ step }, next) => step === 2 ? { kind: 'reject' } : next())
    const agent = await host.createAgent()
    await host.prompt(agent, 'go')
    expect([host.turnEnds(agent), ran(host)]).toEqual([['blocked'], []])
  })

  it('a cancellation during a call, or right at the stop boundary, runs none', async () => {
    const host = await guardedHost(each, { script: [call('work', {}), say('over')] })
    const agent = await host.createAgent()
    host.tool('work', () => { agent.cancel({ kind: 'user' }); return 'done' })
    await host.prompt(agent, 'go')
    host.ctx.on('agent/turn-stopping', async () => { agent.cancel({ kind: 'user' }) }, { prepend: true })
    await host.prompt(agent, 'go again')
    expect([host.turnEnds(agent), ran(host)]).toEqual([['aborted', 'aborted'], []])
  })

  it('a tool whose end of the turn a RESULT guard blocks has not ended it', async () => {
    const host = await guardedHost([...each, { name: 'blocks', trigger: 'result', scriptBody: "vance.guard.block('not yet')" }], { script: [call('finish', {}), say('over')] })
    finish(host)
    await host.prompt(await host.createAgent(), 'go')
    expect(ran(host)).toEqual(['blocks at result', 'stop at stop', 'both at stop'])
  })
})

describe('another plugin at the stop boundary', () => {
  const theirs = {
    'returns a value': () => 'stop here',
    'returns nothing': () => undefined,
    'throws': () => { throw new Error('theirs broke') },
  } as const
  it.each([
    { does: 'returns a value', place: 'behind ours', ends: 'completed', requests: 3, heard: 3 },
    { does: 'returns nothing', place: 'behind ours', ends: 'completed', requests: 3, heard: 3 },
    // The host ends the turn as failed, whatever stands before the one that throws.
    { does: 'throws', place: 'behind ours', ends: 'error', requests: 1, heard: 1 },
    { does: 'returns nothing', place: 'before ours', ends: 'completed', requests: 3, heard: 3 },
    // A value keeps every listener behind from being called.
    { does: 'returns a value', place: 'before ours', ends: 'completed', requests: 1, heard: 1 },
    { does: 'throws', place: 'before ours', ends: 'error', requests: 1, heard: 1 },
  ] as const)('that $does, $place', async ({ does, place, ends, requests, heard }) => {
    const host = await guardedHost([always])
    let calls = 0
    host.ctx.on('agent/turn-stopping', (async () => { calls += 1; return theirs[does]() }) as never, { prepend: place === 'before ours' })
    const agent = await host.createAgent()
    await host.prompt(agent, 'go')
    expect({ ends: host.turnEnds(agent)[0], requests: host.requests.length, heard: calls }).toEqual({ ends, requests, heard })
  })
})

describe('what a guard run causes', () => {
  it('passes no guard: calls of its own at STOP and at COMMAND, nested ones and failing ones included', async () => {
    const work = "let text\ntry { text = vance.tools.call('work', { by: 'guard' }).text } catch (error) { text = error.message }"
    const host = await guardedHost([
      { name: 'judge', trigger: 'command', allowTools: true, scriptBody: `${work}\nvance.guard.notice('COMMAND got ' + text + ' for ' + vance.guard.command.args.by)\nif (vance.guard.command.args.by === 'guard') vance.guard.deny('judged')` },
      { name: 'after', trigger: 'result', scriptBody: "vance.guard.notice('RESULT of ' + vance.guard.command.args.by)" },
      { name: 'sender', trigger: 'stop', allowTools: true, maxRounds: 1, scriptBody: `${work}\nvance.guard.continueWith('STOP got ' + text)` },
    ], { script: [call('work', { by: 'model' }), say('over'), say('over')], config: { timeoutMs: 8000 } })
    host.tool('work', args => `work for ${(args as { by: string }).by}`)
    await host.prompt(await host.createAgent(), 'go')
    expect(said(host.requests.at(-1)).map(one => one.text.split('\n\n')[0])).toEqual([
      'go', 'COMMAND got work for guard for model', 'RESULT of model', '[completion-guard] STOP got work for guard',
    ])
    expect(host.decisions.map(decision => `${decision.guard} ${decision.outcome}`)).toEqual(['judge fired', 'after fired', 'sender fired', 'sender capped'])
  })
})

describe('a real process', () => {
  it('keeps the rounds for the next one, where the message of a plugin meets the cap and the user does not', async () => {
    const speaker = `import { randomUUID } from 'node:crypto'
export function apply(ctx) {
  ctx.on('agent/session-start', ({ agent, source }) => {
    if (source === 'resume') agent.followup({ id: randomUUID(), role: 'user', content: [{ type: 'text', text: 'a plugin speaks' }], source: { kind: 'plugin', plugin: 'other' } })
  })
}
`
    const world = await testWorld({
      config: { ...GATES_OFF, guard: [always] },
      probes: [{ name: 'speaker', source: speaker }],
      script: [say('a'), call('guard_status', { action: 'status' }), say('b'), say('c'), say('capped'), call('guard_status', { action: 'guards' }), say('d'), say('e'), say('f')],
    })
    const first = await world.run({ prompt: 'go' })
    expect(first).toMatchObject({ code: 0, stdout: 'c\n' })
    expect(first.requests).toHaveLength(4)
    expect(lastToolResult(first.requests[2])).toMatch(/stop: active \(always\).*session: 1 follow-up rounds used, 0 notices waiting/s)
    const kept = join(world.home.dir, 'shooty', 'sessions')
    const [file = ''] = readdirSync(kept)
    expect(JSON.parse(readFileSync(join(kept, file), 'utf8'))).toMatchObject({ sessionId: first.session?.id, rounds: 2 })

    const again = await world.resume(first.session?.id ?? '', { prompt: 'the user again' })
    expect(again).toMatchObject({ code: 0, stdout: 'f\n' })
    expect(userTexts(again.requests[0]).at(-1)).toBe('a plugin speaks')
    expect(again.requests.map(request => prompts(userTexts(request)).length)).toEqual([2, 2, 2, 3, 4])
    expect(lastToolResult(again.requests[2])).toMatch(/always: loaded.*runs 1: fired 0.*capped 1.*last: capped/s)
    expect(eventsOf(again.session, 'turn/end').map(end => end.reason)).toEqual(Array(3).fill({ kind: 'completed' }))
  })

  it('runs TERMINATE when a tool of another plugin ends the turn, and STOP when the agent ends it', async () => {
    const finish = `export const inject = ['tools']
export function apply(ctx) {
  ctx.tools.register({
    name: 'finish', description: 'ends the turn', parameters: { type: 'object', properties: {}, additionalProperties: true },
    output: { schema: {}, render: () => [{ type: 'text', text: 'ended' }] },
    async execute(args, exec) { exec.concludeTurn(); return null },
  })
}
`
    const world = await testWorld({
      config: {
        ...GATES_OFF, guard: [
          { name: 'at-stop', trigger: 'stop', maxRounds: 2, scriptBody: "vance.guard.continueWith('stop in round ' + vance.guard.round)" },
          { name: 'at-terminate', trigger: 'terminate', maxRounds: 2, scriptBody: "vance.guard.continueWith('terminate in round ' + vance.guard.round)" },
        ],
      },
      probes: [{ name: 'finisher', source: finish }],
      script: [call('finish', {}), say('over'), call('finish', {}), say('must not be asked')],
    })
    const run = await world.run()
    expect(run.code).toBe(0)
    expect(run.requests).toHaveLength(3)
    expect(prompts(userTexts(run.requests[2]))).toEqual(['terminate in round 0', 'stop in round 1'])
  })
})
