/** Random scripts: pieces of the corpus put into one another, and with a few changes made to them. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Random } from '../random.ts'
import { EXPRESSIONS, PIECES, STATEMENTS, TYPED } from './script-corpus.ts'

const HOSTILE = JSON.parse(readFileSync(new URL('../../fixtures/hostile/scripts.json', import.meta.url), 'utf8')) as { readonly script: string }[]
const GUARDS = new URL('../../../guards/', import.meta.url)
/** Whole scripts; the parts of the bundled ones, because a text takes as long as it is. */
const WHOLE = [
  ...readdirSync(GUARDS).filter(name => name.endsWith('.js')).flatMap(name => readFileSync(new URL(name, GUARDS), 'utf8').split(/\n(?=\S)/)),
  ...HOSTILE.map(({ script }) => script),
].filter(text => text.length < 1_500)
const MAX_LENGTH = 2_000

export interface RandomScript { readonly text: string, readonly language: 'js' | 'ts' }

export function randomScript(random: Random): RandomScript {
  const language = random.below(3) === 0 ? 'ts' : 'js'
  let text = Array.from({ length: 1 + random.below(3) }, () => random.below(15) === 0 ? random.pick(WHOLE) : statement(random, language, 3)).join(random.pick(['\n', '\n', ';', '\r\n', ' ']))
  for (let times = random.pick([0, 0, 1, 1, 2, 4]); times > 0; times -= 1) text = mutated(random, text)
  return { text: text.slice(0, MAX_LENGTH), language }
}

function statement(random: Random, language: 'js' | 'ts', depth: number): string {
  if (depth === 0 || random.below(3) === 0) return random.pick(language === 'ts' && random.below(2) === 0 ? TYPED : STATEMENTS)
  const inner = (): string => statement(random, language, depth - 1)
  const value = (): string => expression(random, language, depth - 1)
  switch (random.below(16)) {
    case 0: return `for (const x of ${value()}) ${inner()}`
    case 1: return `while (${value()}) ${inner()}`
    case 2: return `do ${inner()}\nwhile (${value()})`
    case 3: return `for (let i = ${value()}; ${value()}; ${value()}) ${inner()}`
    case 4: return `if (${value()}) ${inner()}\nelse ${inner()}`
    case 5: return `{ ${inner()}\n${inner()} }`
    case 6: return `${random.pick(['', 'async '])}function${random.pick(['', '*'])} f${random.below(9)}(a, b = ${value()}) { ${inner()} }`
    case 7: return `class C${random.below(9)} { static { ${inner()} } m() { ${inner()} } p = ${value()} }`
    case 8: return `try { ${inner()} } catch { ${inner()} }`
    case 9: return `l${random.below(3)}: ${inner()}`
    case 10: return `return ${value()}`
    case 11: return `switch (${value()}) { case ${value()}: ${inner()} }`
    case 12: return `const c${random.below(99)} = ${value()}`
    default: return `x = ${value()}`
  }
}

function expression(random: Random, language: 'js' | 'ts', depth: number): string {
  if (depth <= 0 || random.below(3) === 0) return random.pick(EXPRESSIONS)
  const inner = (): string => expression(random, language, depth - 1)
  switch (random.below(12)) {
    case 0: return `(${inner()})`
    case 1: return `x => ${inner()}`
    case 2: return `async (x, y = ${inner()}) => ${inner()}`
    case 3: return `() => { ${statement(random, language, depth - 1)} }`
    case 4: return `(function () { ${statement(random, language, depth - 1)} })()`
    case 5: return `\`a\${${inner()}}b\``
    case 6: return `[${inner()}, ${inner()}]`
    case 7: return `({ a: ${inner()}, [${inner()}]: 1, m() { ${statement(random, language, depth - 1)} } })`
    case 8: return `f(${inner()}, ...${inner()})`
    case 9: return `${inner()} ${random.pick(['+', ',', '&&', '??', '? x :', 'in', '-->', '<!--', '=', '/', '\n'])} ${inner()}`
    case 10: return `(class { [${inner()}] = ${inner()} })`
    default: return random.pick([`await ${inner()}`, `typeof ${inner()}`, `yield ${inner()}`, `new ${inner()}`, `${inner()} as T`])
  }
}

/** Changes whole tokens: of changed characters hardly any script would be left. */
function mutated(random: Random, text: string): string {
  const tokens = text.match(/\s+|[\w$]+|./gsu) ?? []
  const at = random.below(tokens.length + 1)
  const end = Math.min(tokens.length, at + random.below(6))
  const put = (...made: readonly string[]): string => [...tokens.slice(0, at), ...made, ...tokens.slice(end)].join('')
  switch (random.below(9)) {
    case 0: return put()
    case 1: return put(...tokens.slice(at, end), ...tokens.slice(at, end))
    case 2: return put(...tokens.slice(at, end).reverse())
    case 3: return put(random.pick(PIECES))
    case 4: return put(random.pick(PIECES), ...tokens.slice(at, end))
    case 5: return tokens.slice(0, at).join('') + mutated(random, random.pick(STATEMENTS)).slice(random.below(8))
    case 6: return tokens.slice(0, at).join('')
    case 7: return random.pick(['\ufeff', '#!x\n', '/*', '"use strict"\n', '{', '(', 'export {}\n', '-->', '//']) + text
    default: return put(random.pick(PIECES).repeat(1 + random.below(40)))
  }
}
