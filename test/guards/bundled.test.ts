import { readFileSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScriptRunner } from '../../src/pool/create.ts'
import { guardSession, startRunner } from '../support/session/guard-session.ts'
import type { GuardOutcome, GuardSession } from '../support/session/guard-session.ts'
import { cases as activateSkill } from './activate-skill.cases.ts'
import { cases as commandJudge } from './command-judge.cases.ts'
import { CHANGE, cases as devDone } from './dev-done.cases.ts'
import type { GuardCase, GuardStep } from './guard-case.ts'
import { cases as llmJudge } from './llm-judge.cases.ts'
import { cases as redactSecrets } from './redact-secrets.cases.ts'

const CASES: Readonly<Record<string, readonly GuardCase[]>> = {
  'activate-skill.js': activateSkill,
  'command-judge.js': commandJudge,
  'dev-done.js': devDone,
  'llm-judge.js': llmJudge,
  'redact-secrets.js': redactSecrets,
}
const folder = new URL('../../guards/', import.meta.url)
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const NOTHING: GuardOutcome = { denied: null, asked: null, blocked: null, replaced: null, continued: null, turnPrompt: null, notices: [], activated: [], fault: null, faultLine: null, said: [], logs: [] }

let runner: ScriptRunner
beforeAll(() => { runner = startRunner() })
afterAll(async () => { await runner.dispose() })

function sessionOf(guardCase: GuardCase): GuardSession {
  return guardSession(runner, {
    ...guardCase.answers === undefined ? {} : { answers: guardCase.answers },
    ...guardCase.skills === undefined ? {} : { skills: guardCase.skills },
    ...guardCase.llm === undefined ? {} : { llm: guardCase.llm },
  })
}

function expectOutcome(script: string, outcome: GuardOutcome, step: GuardStep): void {
  for (const [key, nothing] of Object.entries(NOTHING)) {
    const wanted = step.expect[key as keyof GuardOutcome]
    const actual = outcome[key as keyof GuardOutcome]
    if (key === 'faultLine' && typeof wanted === 'string') expect(script.split('\n')[(outcome.faultLine ?? 0) - 1]).toContain(wanted)
    else if (wanted instanceof RegExp) expect(actual, key).toMatch(wanted)
    else expect(actual, key).toEqual(wanted === undefined ? nothing : wanted)
  }
}

describe.each(Object.keys(CASES))('%s', (script) => {
  const text = textOf(script)
  const page = textOf(script.replace(/\.js$/, '.md'))
  const guardCases = CASES[script] ?? []

  it.each(guardCases.map(guardCase => [guardCase.name, guardCase] as const))('%s', async (_name, guardCase) => {
    const session = sessionOf(guardCase)
    for (const step of guardCase.steps) {
      if (step.newTurn === true) session.beginTurn()
      expectOutcome(text, await session.run(text, step.input, { params: step.params ?? guardCase.params ?? {} }, step.turn), step)
    }
    expect(session.requests).toHaveLength(guardCase.answers?.length ?? 0)
    guardCase.requests?.forEach((pattern, index) => { expect(session.requests[index]?.prompt).toMatch(pattern) })
  })

  it('does something in at least one case, and nothing in at least one', () => {
    const acts = (step: GuardStep): boolean => ['denied', 'continued', 'activated', 'blocked', 'replaced', 'asked', 'notices'].some(key => step.expect[key as keyof GuardOutcome] !== undefined)
    expect(guardCases.some(guardCase => guardCase.steps.some(acts))).toBe(true)
    expect(guardCases.some(guardCase => guardCase.steps.every(step => Object.keys(step.expect).length === 0))).toBe(true)
  })

  it('has a page that names each of its parameters, and no other, and shows how to switch it on', () => {
    const used = new Set([...text.matchAll(/params\.([a-zA-Z]+)/g), ...text.matchAll(/^const \{ ([a-zA-Z, ]+) \} = params$/gm)].flatMap(match => (match[1] ?? '').split(/,\s*/)))
    const listed = new Set([...page.matchAll(/^\| `([a-zA-Z]+)` \|/gm)].map(match => match[1]))
    expect([...listed].sort()).toEqual([...used].sort())
    expect(page).toContain(`script: ${script}`)
    for (const heading of ['## Parameters', '## What the model reads', '## When something fails']) expect(page).toContain(heading)
  })

  it('quotes in its page what the model reads', () => {
    const quoted = [...page.matchAll(/^> (.+)$/gm)].map(match => match[1] ?? '')
    expect(quoted.length).toBeGreaterThan(0)
    for (const line of quoted.flatMap(quote => quote.split(/…|<[a-z ]+>/)).map(piece => piece.trim()).filter(piece => piece.length > 3)) expect(text, line).toContain(line)
  })
})

it('every bundled script has its cases', () => {
  expect(readdirSync(folder).filter(name => /\.(?:js|mjs|ts)$/.test(name)).sort()).toEqual(Object.keys(CASES).sort())
})

it('what dev-done suggests to the model satisfies it', async () => {
  const script = textOf('dev-done.js')
  const turn = { calls: [CHANGE] }
  const asked = await guardSession(runner).run(script, { output: 'Done.' }, {}, turn)
  for (const suggestion of [...(asked.continued ?? '').matchAll(/"([^"]+)"/g)].map(match => match[1])) {
    expect((await guardSession(runner).run(script, { output: `Done.\n${suggestion}` }, {}, turn)).continued, suggestion).toBeNull()
  }
  expect(asked.continued?.match(/"/g)).toHaveLength(2)
})

it('what activate-skill puts in does not set it off again, and what the judges say is no reason to ask again by itself', async () => {
  const session = guardSession(runner, { skills: ['release'] })
  const params = { match: ['release'], skill: 'release' }
  const first = await session.run(textOf('activate-skill.js'), { point: 'start', task: 'release' }, { params })
  const again = await session.run(textOf('activate-skill.js'), { point: 'stop', output: 'The release skill says so.' }, { params })
  expect([first.activated, again.activated]).toEqual([['release'], []])
})
