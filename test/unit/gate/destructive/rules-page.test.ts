import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { RULES_PAGE, rulesPage } from '../../../support/gate/rules-page.ts'

it('docs/rules.md is what the rules say now', () => {
  expect(readFileSync(RULES_PAGE, 'utf8')).toBe(rulesPage())
})
