import { describe, expect, it } from 'vitest'
import { compileBody } from '../../../src/guard/compile-body.ts'
import { isRefusedBySes } from '../../../src/guard/forbidden-text.ts'

function compiled(text: string): string {
  const outcome = compileBody(text, { name: 'g', language: 'js' })
  if (!outcome.ok) return `refused: ${outcome.reason} ${outcome.position?.line}:${outcome.position?.column}`
  expect(isRefusedBySes(outcome.compiled.code)).toBe(false)
  return outcome.compiled.code.split('\n').slice(1, -2).join('\n')
}

describe('text that SES refuses', () => {
  it.each<[string, string]>([
    [`'import(x)'`, `'im\\x70ort(x)'`], ['`import (${a})`', '`im\\x70ort (${a})`'], [`"import //"`, `"im\\x70ort //"`], [`'...import(x)'`, `'...im\\x70ort(x)'`],
    [`'<!-- -->'`, `'<!-\\x2d --\\x3e'`], [`'<!-->'`, `'<!-\\x2d>'`], [`'--->'`, `'---\\x3e'`],
    ['/import(x)/', '/im\\x70ort(x)/'], ['/<!--|-->/', '/<!-\\x2d|--\\x3e/'], ['/import/*2', '/im\\x70ort/*2'],
    ['// import(x) <!-- -->', '// im_ort(x) <!-= --='], ['/* import\n(x) */', '/* im_ort\n(x) */'],
    ['({ import() { } })', '({ im\\u0070ort() {__vance_tick(); } })'], ['a. import(b)', 'a. im\\u0070ort(b)'], ['class A { #import(x) {} }', 'class A { #im\\u0070ort(x) {__vance_tick();} }'],
    ['let $import; $import(b)', 'let $import; $im\\u0070ort(b)'],
    ['let n; n --> 0', 'let n; n -- > 0'], ['let n; n-->0', 'let n; n-- >0'], ['let n; n-->>1', 'let n; n-- >>1'], ['let n; n-->=1', 'let n; n-- >=1'],
  ])('is written otherwise: %j as %j', (text, expected) => {
    expect(compiled(text)).toBe(expected)
  })

  it.each([`'a.import(x)'`, 'a.import(b)', 'a?.import(b)', '/import\\(/', `'reimport(x)'`, `'imports(x)'`, `'import'`, '({ import: 1 })', `'< !--' + '-- >'`, 'a-- > b', `'eval(x)'`])('leaves %j alone', (text) => {
    expect(compiled(`let a, b; ${text}`)).toBe(`let a, b; ${text}`)
  })

  it.each<[string, string]>([
    ['String.raw`import(x)`', 'refused: import( cannot stand in a tagged template, whose raw text would change: put it into a plain string 1:12'],
    ['a`b${1}-->`', 'refused: --> cannot stand in a tagged template, whose raw text would change: put it into a plain string 1:8'],
    ['let a, b\na<!--b', 'refused: <!-- begins an HTML comment here: use //, or put spaces between the operators 2:2'],
    ['let a\n  --> a', 'refused: --> begins an HTML comment here: use //, or put spaces between the operators 2:3'],
    ['<!-- a', 'refused: <!-- begins an HTML comment here: use //, or put spaces between the operators 1:1'],
    ['/* */ --> a', 'refused: --> begins an HTML comment here: use //, or put spaces between the operators 1:7'],
  ])('is refused where no writing keeps the meaning: %j', (text, expected) => {
    expect(compiled(text)).toBe(expected)
  })

  it('may stand in a plain template inside a tagged one', () => {
    expect(compiled('const a = s => s; a`x${`<!--`}y`')).toBe('const a = s => __vance_tick()?0:s; a`x${`<!-\\x2d`}y`')
  })
})
