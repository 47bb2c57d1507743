/** Every rule of every pack: its own cases, and its advice put through the gate. */
import { describe, expect, it } from 'vitest'
import { ALL_PACKS, DEFAULT_PACKS } from '../../../../src/gate/destructive/packs/all.ts'
import { createRuleSet } from '../../../../src/gate/destructive/rule-set.ts'
import { DEFAULT_RULES, destructiveWorld } from '../../../support/gate/destructive-world.ts'

const world = destructiveWorld()

describe.each(ALL_PACKS)('$name', (pack) => {
  const alone = createRuleSet([pack])
  const inForce = DEFAULT_PACKS.includes(pack) ? DEFAULT_RULES : alone

  it.each(pack.rules)('$id refuses what it is about, lets its look-alikes through, and its advice passes', async (rule) => {
    for (const command of rule.match) expect([command, (await world.judge(command, alone))?.rule.id]).toEqual([command, rule.id])
    for (const command of [...rule.pass, rule.instead.command]) expect([command, (await world.judge(command, inForce))?.rule.id]).toEqual([command, undefined])
  })
})

it('ids are unique and say their pack, and every rule says why and what else', () => {
  const rules = ALL_PACKS.flatMap(pack => pack.rules.map(rule => ({ pack: pack.name, ...rule })))
  expect(new Set(rules.map(rule => rule.id)).size).toBe(rules.length)
  for (const rule of rules) {
    expect(rule.id.startsWith(`${rule.pack}/`)).toBe(true)
    expect([rule.id, rule.reason.length > 10, rule.instead.text.length > 3, rule.pass.length > 0]).toEqual([rule.id, true, true, true])
  }
})
