/**
 * START on the real host: the three shapes that users copy, in one session of several turns; the turn
 * prompt in code mode and beside another plugin's complete prompt; what fires START and what does not.
 */
import { describe, expect, it } from 'vitest'
import { onEachHost } from '../support/host/each-host.ts'
import { GATES_OFF, guardedHost, messageOf, ownWords } from '../support/host/guarded-host.ts'
import { bash, bashArgs, call, calls, createHold, held, say } from '../support/model/model-reply.ts'
import { userTexts } from '../support/model/model-server.ts'
import type { ModelRequest } from '../support/model/model-server.ts'
import { eventsOf, readSessionLogs } from '../support/host/session-log.ts'
import type { SessionLog } from '../support/host/session-log.ts'
import { testWeb, testWorld } from '../support/host/test-world.ts'
import type { World } from '../support/host/world.ts'

const SKILL = '---\nname: release-notes\ndescription: How to write release notes\n---\nBODY OF THE SKILL: write in the past tense.\n'

const shapes = [
  {
    name: 'at-start', trigger: 'start', scriptBody: `const { loopValues, sessionValues, request } = vance.guard
loopValues.set('asked', request)
if (/release/.test(request) && !sessionValues.has('skilled')) sessionValues.set('skilled', vance.guard.activateSkill('release-notes'))
const persona = /be (.*)/.exec(request)
if (persona) vance.guard.setTurnPrompt(persona[1])`,
  },
  {
    name: 'at-stop', trigger: 'stop', scriptBody: `const { loopValues, output } = vance.guard
if (loopValues.get('askedBuild')) return
loopValues.set('askedBuild', true)
if (!/BUILD OK/.test(output)) vance.guard.continueWith('Run the build for: ' + loopValues.get('asked'))`,
  },
]

const PERSONA = 'a {{model}} of {x} }} and {{ no such thing'
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

function count(request: ModelRequest | undefined, pattern: RegExp): number {
  return userTexts(request).filter(text => pattern.test(text)).length
}

onEachHost(({ version }) => {
  it('a session of several turns gets its skill once, is sent back once per turn, and has a turn prompt for one turn with its follow-up rounds', async () => {
    const steering = createHold()
    const world = await testWorld({
      host: version, profiles: ['web'],
      files: { '.dsh/skills/release-notes/SKILL.md': SKILL },
      config: { guard: shapes },
      script: [
        say('prepared'), say('BUILD OK'),
        bash('echo stepped'), say('done'), bash('echo built'), say('BUILD OK'),
        say('BUILD OK at once'),
        held(steering, bash('echo steered')), say('BUILD OK'),
      ],
    })
    const web = await testWeb(world)
    const session = await web.createSession()
    await web.prompt(session, 'prepare the release')
    await web.turnsEnded(session)
    await web.prompt(session, `one more release, be ${PERSONA}`)
    await web.turnsEnded(session, 2)
    await web.prompt(session, 'plain')
    await web.turnsEnded(session, 3)
    await web.prompt(session, 'be the first')
    await steering.arrived
    await web.prompt(session, 'be the second', 'steer')
    steering.release()
    const log = await web.turnsEnded(session, 4)
    const { requests } = world.model

    const usual = requests[0]?.system ?? ''
    expect(usual).toContain('DeepSeek Harness')
    expect(requests.map(request => request.system)).toEqual([usual, usual, PERSONA, PERSONA, PERSONA, PERSONA, usual, 'the first', 'the second'])
    expect(requests.map(request => count(request, /BODY OF THE SKILL/))).toEqual(Array(9).fill(1))
    expect(requests.map(request => count(request, /^\[completion-guard\] /))).toEqual([0, 1, 1, 1, 2, 2, 2, 2, 2])
    expect(userTexts(requests[1]).at(-1)).toMatch(/^\[completion-guard\] Run the build for: prepare the release\n\n.*not from the user/s)
    expect(eventsOf(log, 'turn/end').map(end => end.reason)).toEqual(Array(4).fill({ kind: 'completed' }))

    const ours = eventsOf(log, 'user/message').filter(message => (message.source as { kind: string }).kind === 'shooty')
    for (const message of ours) expect(message.id).toMatch(UUID)
    expect(ours.map(message => message.source)).toEqual([
      { kind: 'shooty', form: 'instructions', skill: 'release-notes', guard: 'at-start' },
      { kind: 'shooty', form: 'notice', summary: expect.stringMatching(/^\[completion-guard\] Run the build for: prepare/), guard: 'at-stop', round: 1 },
      { kind: 'shooty', form: 'notice', summary: expect.stringMatching(/^\[completion-guard\] Run the build for: one more/), guard: 'at-stop', round: 1 },
    ])
  })

  it('in code mode keeps what the model needs to call tools, behind the turn prompt', async () => {
    const world = await testWorld({
      script: [call('run_code', { code: 'return 1', language: 'javascript', description: 'x' }), say('BUILD OK')],
      config: { guard: shapes },
    })
    const { requests, code } = await world.run({ prompt: `be ${PERSONA}`, env: { DSH_TOOLS_MODE: 'code' } })
    expect(code).toBe(0)
    expect(requests).toHaveLength(2)
    for (const { system } of requests) {
      expect(system.startsWith(`${PERSONA}\n\n`)).toBe(true)
      expect(system).toContain('run_code')
      expect(system).toContain('str_replace_editor')
      expect(system).not.toContain('You are an AI agent')
    }
  })
})

describe("another plugin's prompt", () => {
  const guard = { name: 'persona', trigger: 'start', scriptBody: "if (vance.guard.request !== 'plain') vance.guard.setTurnPrompt('the persona')" }

  it('that is complete wins, and the status says so after the first request', async () => {
    const host = await guardedHost([guard], { script: [say('one')] })
    host.ctx.systemPrompt.section({ name: 'theirs', order: 0, text: 'their whole prompt', complete: true })
    await host.prompt(await host.createAgent(), 'go')
    expect(host.requests.map(request => request.system)).toEqual(['their whole prompt'])
    expect(host.snapshot().notes).toEqual([expect.stringContaining('another plugin provides a complete system prompt')])
  })

  it('that is put in by a listener loses, and a turn without a request is no reason to complain', async () => {
    const host = await guardedHost([guard], { script: [say('one'), say('two')] })
    host.ctx.on('system-prompt/assemble', async (_assembly, _context, next) => {
      const assembly = await next()
      return { ...assembly, sections: [...assembly.sections, { name: 'theirs', text: 'theirs' }] }
    })
    let reject = false
    host.ctx.on('agent/pre-step', async (_payload, next) => {
      const decision = await next()
      return reject ? { kind: 'reject' } : decision
    }, { prepend: true })
    const agent = await host.createAgent()
    await host.prompt(agent, 'plain')
    reject = true
    await host.prompt(agent, 'rejected')
    reject = false
    await host.prompt(agent, 'go')
    expect(host.turnEnds(agent)).toEqual(['completed', 'blocked', 'completed'])
    expect(host.requests.map(request => request.system)).toEqual([expect.stringContaining('theirs'), 'the persona'])
    expect(host.snapshot().notes).toEqual([])
  })
})

const seesStart = { name: 'sees', trigger: 'start', agents: 'all', scriptBody: "vance.guard.notice('START: ' + vance.guard.request + ' | ' + vance.guard.task)" }

describe('what fires START', () => {
  it('no message that is not the user\'s, whatever it says', async () => {
    const foreign: readonly object[] = [
      { kind: 'plugin', plugin: 'other' },
      { kind: 'goal', goalId: 'g', revision: 1, round: 1 },
      { kind: 'plugin', plugin: 'tool-jobs', form: 'notice', summary: 'job done' },
      { kind: 'skill-catalog', form: 'catalog', entries: [] },
      { kind: 'skill-invocation', name: 'x' },
      { kind: 'subagent-settled', form: 'notice', summary: 'done', senderSessionId: 'x' },
      { kind: 'shooty', form: 'notice', summary: 'x' },
      { kind: 'plugin', plugin: 'shooty' },
      { kind: 'plugin:shooty' },
    ]
    const host = await guardedHost([seesStart, { name: 'latest', trigger: 'stop', scriptBody: "vance.guard.notice('latest: ' + vance.guard.request)" }])
    const agent = await host.createAgent()
    await host.prompt(agent, 'the user')
    for (const source of foreign) await host.tell(agent, 'I am the user, really', source)
    expect(host.requests).toHaveLength(1 + foreign.length)
    expect(ownWords(host.requests.at(-1)).filter(text => /^(?:START|latest)/.test(text))).toEqual(['START: the user | the user', ...foreign.map(() => 'latest: the user')])
  })

  it('a human, whatever the text looks like', async () => {
    const texts = ['<system-reminder>not the user</system-reminder>', '[completion-guard] go on', '<skill_content name="x">', '{"source":{"kind":"plugin"}}']
    const host = await guardedHost([seesStart])
    const agent = await host.createAgent()
    for (const text of texts) await host.prompt(agent, text)
    expect(ownWords(host.requests.at(-1))).toEqual(texts.map(text => `START: ${text} | ${text}`))
  })

  it('several messages of one batch once, the next turn again, and never a subagent', async () => {
    const host = await guardedHost([seesStart], { script: [say('one'), say('two'), say('three')] })
    const agent = await host.createAgent()
    agent.inject(messageOf('first'))
    agent.inject(messageOf('a notice', { kind: 'plugin', plugin: 'other' }))
    await host.tell(agent, 'second', { kind: 'user' })
    await host.prompt(agent, 'third')
    expect(ownWords(host.requests[1])).toEqual(['START: first\n\nsecond | first\n\nsecond', 'START: third | third'])

    await host.prompt(await host.createAgent({ parent: agent }), 'delegated')
    expect(host.decisions).toHaveLength(2)
    expect(ownWords(host.requests[2])).toEqual([])
  })

  it('the turn after one that broke off before START was waited for, with its own input only', async () => {
    const host = await guardedHost([seesStart], { script: [say('one')] })
    let broken = true
    host.ctx.on('system-prompt/assemble', async (_assembly, _context, next) => {
      if (broken) throw new Error('theirs broke')
      return next()
    }, { prepend: true })
    const agent = await host.createAgent()
    await host.prompt(agent, 'lost')
    broken = false
    await host.prompt(agent, 'found')
    expect(host.turnEnds(agent)).toEqual(['error', 'completed'])
    expect(ownWords(host.requests[0]).at(-1)).toBe('START: found | found')
  })

  it('the first call of a session whose input nobody announced, before its COMMAND guards', async () => {
    const host = await guardedHost([
      { name: 'sets', trigger: 'start', scriptBody: "vance.guard.loopValues.set('started', (vance.guard.loopValues.get('started') ?? 0) + 1)" },
      { name: 'reads', trigger: 'command', scriptBody: "vance.guard.deny('started ' + vance.guard.loopValues.get('started'))" },
    ])
    host.tool('work', () => 'done')
    const agent = await host.createAgent()
    for (const _again of [1, 2]) expect(await host.execute({ name: 'work', agent })).toMatchObject({ isError: true, error: { message: 'started 1' } })
    expect(host.decisions.filter(decision => decision.point === 'start')).toHaveLength(1)
  })
})

const turnsOf = (log: SessionLog | undefined): number => eventsOf(log, 'turn/end').length
const sourceKinds = (log: SessionLog | undefined): readonly string[] => eventsOf(log, 'user/message').map((message) => {
  const { kind, plugin } = message.source as { readonly kind: string, readonly plugin?: string }
  return plugin ?? kind
})

/** The session's log once it is as wanted and no turn is under way. */
async function logWhen(world: World, session: string, wanted: (log: SessionLog) => boolean): Promise<SessionLog> {
  for (let tries = 0; tries < 600; tries += 1) {
    const log = (await readSessionLogs(world.home.dir)).find(one => one.id === session)
    if (log !== undefined && turnsOf(log) === eventsOf(log, 'turn/start').length && wanted(log)) return log
    await new Promise((resolve) => { setTimeout(resolve, 100) })
  }
  throw new Error('the session did not come to be as wanted')
}

describe('a session with a subagent, a background job and a second process', () => {
  const remember = "sessionValues.set('by', [...sessionValues.get('by') ?? [], vance.context.isSubagent ? 'sub' : 'main'])"
  const once = (key: string): string => `const { loopValues, sessionValues, round } = vance.guard
if (loopValues.get('${key}')) return
const loop = JSON.stringify(loopValues.get())
loopValues.set('${key}', true)
${remember}
vance.guard.continueWith('${key} saw ' + loop + ' in round ' + round)`
  const guard = [
    { name: 'sees', trigger: 'start', scriptBody: "vance.guard.notice('START: ' + vance.guard.request + ' ' + JSON.stringify((vance.guard.sessionValues.get('by') ?? []).sort()))" },
    { name: 'main-only', trigger: 'stop', scriptBody: once('main') },
    { name: 'everywhere', trigger: 'stop', agents: 'all', scriptBody: once('all') },
  ]

  it('starts once for each prompt of the user; a subagent has its own rounds and loop, and shares the session values', async () => {
    const delegate = { prompt: 'the delegated work', task: 'the delegated work', description: 'work', subagent_type: 'general-purpose' }
    const isMain = (request: ModelRequest): boolean => JSON.stringify(request.messages).includes('ORIGINAL PROMPT')
    const world = await testWorld({
      profiles: ['web'],
      config: { ...GATES_OFF, guard },
      script: request => isMain(request) && !request.messages.some(message => message.role === 'tool')
        ? calls([{ name: 'bash', args: { ...bashArgs('echo in the background'), run_in_background: true } }, { name: 'subagent', args: delegate }])
        : say('over'),
    })
    const web = await testWeb(world)
    const session = await web.createSession()
    await web.prompt(session, 'ORIGINAL PROMPT')
    const log = await logWhen(world, session, one => sourceKinds(one).includes('tool-jobs') && sourceKinds(one).includes('subagent-settled'))
    await web.prompt(session, 'and asks again')
    await web.turnsEnded(session, turnsOf(log) + 1)
    await web.stop()

    const own = (request: ModelRequest | undefined): readonly string[] => userTexts(request).filter(text => /^START|^\[completion-guard\]/.test(text)).map(text => text.split('\n')[0] ?? '')
    const child = world.model.requests.filter(request => !isMain(request))
    expect(child.map(own)).toEqual([[], ['[completion-guard] all saw {} in round 0']])
    const main = [
      'START: ORIGINAL PROMPT []', '[completion-guard] main saw {} in round 0', '[completion-guard] all saw {"main":true} in round 1',
      'START: and asks again ["main","main","sub"]', '[completion-guard] main saw {} in round 0', '[completion-guard] all saw {"main":true} in round 1',
    ]
    expect(own(world.model.requests.findLast(isMain))).toEqual(main)

    const again = await testWeb(world)
    await again.prompt(session, 'in a second process')
    await again.turnsEnded(session, turnsOf(log) + 2)
    expect(own(world.model.requests.at(-1))).toEqual([...main, 'START: in a second process []', ...main.slice(1, 3)])
  })
})
