/**
 * Cases of every kind against the default packs: what must be refused, what looks like it and is harmless, and the
 * calls of an ordinary day. Each line of a file is `[category, form, command]`.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { destructiveWorld } from '../../../support/gate/destructive-world.ts'

type Case = readonly [category: string, form: string, command: string]

const world = destructiveWorld()

function casesOf(name: string): readonly Case[] {
  const text = readFileSync(new URL(`../../../fixtures/destructive/${name}.jsonl`, import.meta.url), 'utf8')
  return text.trim().split('\n').map(line => JSON.parse(line) as Case)
}

function byCategory(cases: readonly Case[]): [string, readonly Case[]][] {
  return [...new Set(cases.map(([category]) => category))].map(name => [name, cases.filter(([category]) => category === name)])
}

describe('refused', () => {
  it.each(byCategory(casesOf('refused')))('%s', async (_category, cases) => {
    const passed: string[] = []
    for (const [, , command] of cases) if (await world.judge(command) === null) passed.push(command)
    expect(passed).toEqual([])
  })
})

describe.each(['harmless', 'ordinary'])('%s', (name) => {
  it.each(byCategory(casesOf(name)))('%s', async (_category, cases) => {
    const refused: string[] = []
    for (const [, , command] of cases) {
      const found = await world.judge(command)
      if (found !== null) refused.push(`${command}: ${found.rule.id}`)
    }
    expect(refused).toEqual([])
  })
})

it('there are more than a thousand, half of them harmless, and five hundred ordinary calls', () => {
  const [refused, harmless, ordinary] = ['refused', 'harmless', 'ordinary'].map(name => new Set(casesOf(name).map(([, , command]) => command)).size)
  expect(refused).toBeGreaterThan(500)
  expect(harmless).toBeGreaterThan(500)
  expect(ordinary).toBeGreaterThanOrEqual(500)
})
