/**
 * Guards that ask a model, and guards that need no code, on the real host: what each answer and each
 * failure of the judge leads to, and that a judge's request is nobody else's business.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GATES_OFF } from '../support/host/guarded-host.ts'
import { after, bashArgs, call, calls, createHold, held, httpError, bash, say, truncated } from '../support/model/model-reply.ts'
import type { Reply } from '../support/model/model-reply.ts'
import { lastToolResult, textOf, toolResults, userTexts } from '../support/model/model-server.ts'
import type { ModelRequest } from '../support/model/model-server.ts'
import { testWeb, testWorld } from '../support/host/test-world.ts'

const COMMAND_JUDGE = 'You judge one tool call'
const COMPLETION_JUDGE = 'You check the work of a coding agent'

function textsOf(request: ModelRequest): string {
  return request.messages.map(message => textOf(message.content)).join('\n')
}

/** What was said last in the role of the user, by a person or a guard; the host adds a text of its own. */
function lastWords(request: ModelRequest): string {
  return userTexts(request).findLast(text => !text.startsWith('Current runtime context')) ?? ''
}

describe('command-judge', () => {
  /** What the judge answers to a call whose command holds the word, and what the model reads then; null: it runs. */
  const CASES: readonly { readonly word: string, readonly answer: Reply, readonly requests: number, readonly refusal: RegExp | null }[] = [
    { word: 'safe-one', answer: say('```json\n{"safe": true, "reason": "only a touch"}\n```'), requests: 1, refusal: null },
    { word: 'unsafe', answer: say('{"safe": false, "reason": "it is not on the list"}'), requests: 1, refusal: /refused by the judge: it is not on the list/ },
    { word: 'prose', answer: say('That is safe.'), requests: 2, refusal: /no usable answer to the recipe command-guard in 2 attempts/ },
    { word: 'undecided', answer: say('{"safe": "yes"}'), requests: 2, refusal: /has no "safe" that is true or false/ },
    { word: 'empty', answer: say(''), requests: 2, refusal: /is empty/ },
    { word: 'cut-off', answer: truncated('{"safe": true, "reason": "on'), requests: 2, refusal: /was cut off/ },
    { word: 'denied-key', answer: httpError(401), requests: 1, refusal: /HTTP 401\); check the credentials/ },
    { word: 'too-many', answer: httpError(429), requests: 1, refusal: /HTTP 429\); the provider limits requests/ },
    { word: 'broken', answer: httpError(500), requests: 1, refusal: /HTTP 500\); the provider has a fault/ },
    { word: 'silent', answer: after(60_000, say('{"safe": true}')), requests: 1, refusal: /did not answer the recipe command-guard within 5000 ms/ },
    { word: 'quoted', answer: say('The agent wrote {"safe": true}. That is not safe.'), requests: 2, refusal: /the answer has text around its JSON object/ },
    { word: 'doubled', answer: say('{"safe": true}\n{"safe": false}'), requests: 2, refusal: /holds several JSON objects/ },
    { word: 'safe-two', answer: say("{safe: true, reason: 'fine',}"), requests: 1, refusal: null },
  ]

  it('lets a call run on a clear yes and refuses on everything else; its requests are seen by the provider and by nobody else', async () => {
    const world = await testWorld({
      script: [calls(CASES.map(({ word }) => ({ name: 'bash', args: bashArgs(`touch ${word}`) }))), call('guard_status', { action: 'guards' }), say('over')],
      aside: request => textsOf(request).includes(COMMAND_JUDGE) ? CASES.find(one => textsOf(request).includes(`touch ${one.word}`))?.answer ?? null : null,
      config: { ...GATES_OFF, llm: { timeoutMs: 5_000 }, guard: [{ script: 'command-judge.js', trigger: 'command', tools: ['bash'] }] },
    })
    const { requests, asides, session, stdout } = await world.run({ prompt: 'touch them all' })
    expect(stdout).toBe('over\n')
    expect(readdirSync(world.workspace).sort()).toEqual(['safe-one', 'safe-two'])
    const results = requests[1] === undefined ? new Map<string, string>() : toolResults(requests[1])
    CASES.forEach(({ refusal }, at) => {
      const text = results.get(`call_0_${at}`) ?? 'no result'
      if (refusal === null) expect(text).not.toContain('refused')
      else expect(text).toMatch(refusal)
    })
    expect(results.get('call_0_8')).toContain('/guard off command-judge')

    const judged = asides.filter(request => textsOf(request).includes(COMMAND_JUDGE))
    expect(CASES.map(({ word }) => judged.filter(request => textsOf(request).includes(`touch ${word}`)).length)).toEqual(CASES.map(one => one.requests))
    for (const request of judged) expect(request).toMatchObject({ tools: [], body: { temperature: 0, max_tokens: 4096, model: requests[0]?.body.model } })
    for (const { messages } of judged) {
      expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
      expect(textOf(messages[0]?.content)).toContain(COMMAND_JUDGE)
      expect(textOf(messages[1]?.content)).not.toContain(COMMAND_JUDGE)
    }
    expect(textsOf(judged[0] as ModelRequest)).toMatch(/What the user last asked for: <data-\w+ name="request">touch them all<\/data-/)
    expect(JSON.stringify([session?.events, requests.map(request => request.messages)])).not.toContain(COMMAND_JUDGE)

    const answered = CASES.filter(one => one.answer.kind === 'message' && one.word !== 'silent').reduce((sum, one) => sum + one.requests, 0)
    const status = lastToolResult(requests[2])
    expect(status).toContain(`model: ${answered} answered requests, ${answered * 10} tokens in, ${answered * 5} tokens out`)
    expect(status).toMatch(/runs 13: fired 0, denied 1, asked 0, passed 2, errors 10/)
    expect(status).toMatch(/command-judge: loaded, command of bash, enforce/)
  })
})

describe('the judge of the design', () => {
  it('runs word for word: what no text names is put before the judge as data', async () => {
    const body = 'const verdict = vance.llm.callForJson("command-guard", "Is this command safe?", { command: vance.guard.command.name, args: vance.guard.command.args })\n'
      + 'if (!verdict.safe) vance.guard.deny(verdict.reason)'
    const world = await testWorld({
      script: [calls([{ name: 'bash', args: bashArgs('touch kept') }, { name: 'bash', args: bashArgs('touch lost') }]), say('over')],
      aside: request => textsOf(request).includes(COMMAND_JUDGE) ? say(textsOf(request).includes('touch kept') ? '{"safe": true, "reason": "a touch"}' : '{"safe": false, "reason": "not this one"}') : null,
      config: { ...GATES_OFF, guard: [{ name: 'design', scriptBody: body, trigger: 'command', tools: ['bash'] }] },
    })
    const { requests, asides } = await world.run({ prompt: 'touch both' })
    expect(readdirSync(world.workspace)).toEqual(['kept'])
    expect(lastToolResult(requests[1])).toContain('not this one')
    const judged = asides.filter(request => textsOf(request).includes(COMMAND_JUDGE))
    expect(judged).toHaveLength(2)
    expect(textOf(judged[0]?.messages[1]?.content)).toMatch(/^Is this command safe\?\n\ncommand: <data-(\w+) name="command">bash<\/data-\1>\nargs: <data-\1 name="args">\{"command":"touch kept","description":"scripted command"\}<\/data-\1>$/)
  })
})

describe('llm-judge, in the web host', () => {
  const verdicts: Readonly<Record<string, Reply>> = {
    'half done': say('```json\n{"fire": true, "reason": "The tests are missing."}\n```'),
    'all done': say('{"fire": false, "reason": "fine"}'),
    'riddle': say('Hmm, hard to say: fire maybe.'),
  }

  it('continues on fire: true in a fence, stops on false and when the answer cannot be read; two sessions do not wait for each other', async () => {
    const waits = { 'wait one': createHold(), 'wait two': createHold() }
    const world = await testWorld({
      profiles: ['web'],
      config: { ...GATES_OFF, timeoutMs: 60_000, llm: { timeoutMs: 50_000 }, guard: [{ script: 'llm-judge.js', trigger: 'stop' }] },
      script: request => say(lastWords(request).startsWith('[completion-guard]') ? 'all done' : lastWords(request)),
      aside(request) {
        const text = textsOf(request)
        if (!text.includes(COMPLETION_JUDGE)) return null
        const output = /name="output">([^<]*)</.exec(text)?.[1] ?? ''
        const hold = waits[output as keyof typeof waits] as typeof waits['wait one'] | undefined
        return hold === undefined ? verdicts[output] ?? null : held(hold, say('{"fire": false}'))
      },
    })
    const web = await testWeb(world)
    const first = await web.createSession()
    const other = join(world.workspace, 'other')
    mkdirSync(other)
    const second = await web.createSession(other)
    const judged = (): readonly ModelRequest[] => world.model.asides.filter(request => textsOf(request).includes(COMPLETION_JUDGE))

    await web.prompt(first, 'half done')
    await web.turnsEnded(first, 1)
    expect(world.model.requests).toHaveLength(2)
    expect(userTexts(world.model.requests[1]).at(-1)).toContain('[completion-guard] The tests are missing.')
    expect(judged()).toHaveLength(2)
    expect(textsOf(judged()[1] as ModelRequest)).toMatch(/in this turn so far, if anything: <data-\w+ name="last">The tests are missing\.</)

    await web.prompt(first, 'riddle')
    await web.turnsEnded(first, 2)
    expect(world.model.requests).toHaveLength(3)
    expect(judged()).toHaveLength(4)
    expect(textsOf(judged()[3] as ModelRequest)).toContain('Your last answer could not be used')

    await web.prompt(first, 'wait one')
    await waits['wait one'].arrived
    await web.prompt(second, 'wait two')
    await waits['wait two'].arrived
    waits['wait two'].release()
    const ended = await web.turnsEnded(second, 1)
    expect((await web.turnsEnded(first, 2)).events.filter(event => event.type === 'turn/end')).toHaveLength(2)
    waits['wait one'].release()
    const log = await web.turnsEnded(first, 3)
    expect(JSON.stringify([log.events, ended.events])).not.toContain(COMPLETION_JUDGE)
    const listed = await web.command(first, '/guard log')
    expect(listed?.text).toContain('script_error')
  })
})

describe('dev-done and activate-skill, from YAML alone', () => {
  it('the skill of the workspace is read in the turn that asks for it, and a change without a check is sent back once', async () => {
    const world = await testWorld({
      files: {
        '.dsh/skills/release-checklist/SKILL.md': '---\nname: release-checklist\ndescription: how a release is made\n---\nRULE: raise the version first.\n',
        'package.json': JSON.stringify({ scripts: { test: 'echo 42 passed' } }),
      },
      script: [bash('true'), call('write', { file_path: 'version.txt', content: '2' }), say('Done, the release is ready.'), bash('npm test'), say('tests: 42 passed')],
      config: {
        ...GATES_OFF,
        guard: [
          { script: 'dev-done.js', trigger: 'stop' },
          { script: 'dev-done.js', name: 'dev-done-notes', trigger: 'result' },
          { script: 'activate-skill.js', trigger: 'start', params: { match: ['release', 'ship it'], skill: 'release-checklist' } },
          { script: 'activate-skill.js', name: 'no-such-skill', trigger: 'start', params: { match: 'release', skill: 'unheard-of' } },
        ],
      },
    })
    const { requests, stdout, stderr } = await world.run({ prompt: 'Make the release, please' })
    expect(existsSync(join(world.workspace, 'version.txt'))).toBe(true)
    const skill = userTexts(requests[0]).filter(text => text.includes('RULE: raise the version first.'))
    expect(skill).toHaveLength(1)
    expect(skill[0]).not.toContain('description:')
    expect(userTexts(requests[4]).filter(text => text.includes('RULE: raise'))).toHaveLength(1)
    expect(stderr).toContain('there is no skill "unheard-of"')

    expect(requests).toHaveLength(5)
    expect(userTexts(requests[3]).at(-1)).toMatch(/^\[completion-guard\] You are about to stop[\s\S]*Still open: build, tests, lint, types/)
    expect(lastToolResult(requests[4])).toContain('42 passed')
    expect(stdout).toBe('tests: 42 passed\n')
  })
})
