import { describe, expect, it } from 'vitest'
import { MAX_SCRIPT, compileBody, type CompiledBody, type Refused } from '../../../src/guard/compile-body.ts'
import { checkSlashes } from '../../../src/guard/engine-check.ts'

const compile = (text: string, language: 'js' | 'ts' = 'js'): CompiledBody | Refused => compileBody(text, { name: 'g', language })

/** The lines of the script as they were compiled. */
function bodyOf(outcome: CompiledBody | Refused): string {
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`)
  return outcome.compiled.code.split('\n').slice(1, -2).join('\n')
}

describe('compiled code', () => {
  it('is one function of vance around the lines of the script, with a name for stacks', () => {
    const outcome = compile('const a = 1 // last')
    expect(outcome).toMatchObject({ ok: true, compiled: { isAsync: false, warnings: [] } })
    expect(outcome.ok && outcome.compiled.code).toBe(
      '((__vance_tick) => function (vance) {\nconst a = 1 // last\n})(__vance_tick)\n//# sourceURL=guard-g.js')
  })

  it('is an async function only if the script itself awaits', () => {
    expect(compile('await 1').ok && (compile('await 1') as { compiled: { code: string } }).compiled.code).toContain('=> async function (vance) {')
  })

  it.each([
    ['await x', true], ['for await (const y of x) y', true], ['if (a) { const b = [await c] }', true], ['class A { [await x] = 1 }', true], ['class A extends (await x) {}', true],
    ['async () => await x', false], ['async function f() { await x }', false], ['class A { async m() { await x } static async n() { for await (const y of x) y } }', false], ['x', false], ['// await x', false], ['"await x"', false],
  ])('%s: async is %s', (text, isAsync) => {
    expect(compile(text)).toMatchObject({ ok: true, compiled: { isAsync } })
  })

  it.each([['a b', 'a_b'], ['é/\\"\n', '_____'], ['x-1.y_Z', 'x-1.y_Z']])('of a guard named %j has a name that a stack line can hold', (name, shown) => {
    const outcome = compileBody('x', { name, language: 'js' })
    expect(outcome.ok && outcome.compiled.code.endsWith(`//# sourceURL=guard-${shown}.js`)).toBe(true)
  })

  it.each<[string, string]>([
    ['#!/usr/bin/env node\nreturn 1', '///usr/bin/env node\nreturn 1'],
    ['\ufeffreturn 1', 'return 1'],
    ['\ufeff#!x\nreturn 1', '//x\nreturn 1'],
    ['export {}\nreturn 1', ';      {}\nreturn 1'],
    ['foo()\nexport {}', 'foo()\n;      {}'],
    ['a\r\nb\rc\u2028d', 'a\r\nb\rc\u2028d'],
  ])('of %j has the same lines', (text, body) => {
    expect(bodyOf(compile(text))).toBe(body)
  })
})

describe('steps are counted', () => {
  const T = '__vance_tick();'
  const E = '__vance_tick()?0:'
  it.each<[string, string]>([
    ['for (;;) {}', `for (;;) {${T}}`], ['for (;;);', `for (;;){${T};}`], ['for (const a in b) c', `for (const a in b) {${T}c}`], ['for (const a of b) c;', `for (const a of b) {${T}c;}`],
    ['while (a) b', `while (a) {${T}b}`], ['do a\nwhile (b)', `do {${T}a}\nwhile (b)`], ['do { a } while (b)', `do {${T} a } while (b)`],
    ['a: for (;;) for (;;) continue a', `a: for (;;) {${T}for (;;) {${T}continue a}}`],
    ['if (a) while (b) c; else d', `if (a) while (b) {${T}c;} else d`],
    ['function f() { a }', `function f() {${T} a }`], ['(function () {})', `(function () {${T}})`], ['function* g() {}', `function* g() {${T}}`], ['async function f() {}', `async function f() {${T}}`],
    ['() => {}', `() => {${T}}`], ['a => b', `a => ${E}b`], ['a => ({})', `a => (${E}{})`], ['a => (b, c)', `a => (${E}b, c)`], ['async a => await b', `async a => ${E}await b`],
    ['a => b => c', `a => ${E}b => ${E}c`], ['(a = () => 1) => a', `(a = () => ${E}1) => ${E}a`], ['while (a) b = c => d', `while (a) {${T}b = c => ${E}d}`],
    ['({ a() {}, get b() { return 1 }, set b(v) {} })', `({ a() {${T}}, get b() {${T} return 1 }, set b(v) {${T}} })`],
    ['class A { constructor() {} static b() {} #c() {} d = () => 1 }', `class A { constructor() {${T}} static b() {${T}} #c() {${T}} d = () => ${E}1 }`],
    ['class A { static { a } static {} }', `class A { static { ${T}a } static {} }`],
    ['function f() { "use strict"; a }', `function f() {${T} "use strict"; a }`],
    ['/* for (;;) {} */ "() => x"', '/* for (;;) {} */ "() => x"'],
    ['if (a) { b }', 'if (a) { b }'],
  ])('in %j: %j', (text, body) => {
    expect(bodyOf(compile(text))).toBe(body)
  })
})

describe('a script that is no body of a function', () => {
  it.each<[string, string, number, number]>([
    ['const = 1', 'does not parse: Unexpected token', 1, 7],
    ['a\n  b c', 'does not parse: Unexpected token', 2, 5],
    ['a\r\nb\r\n  )', 'does not parse: Unexpected token', 3, 3],
    ['"😀" )', 'does not parse: Unexpected token', 1, 6],
    ['}); evil(); (function () {', 'does not parse: Unexpected token', 1, 1],
    ['} + function () {', 'does not parse: Unexpected token', 1, 1],
    ['x /* ', 'does not parse: Unterminated comment', 1, 3],
    ['`${', 'does not parse: Unexpected token', 1, 4],
    ['let a; let a', 'does not parse: Identifier \'a\' has already been declared', 1, 12],
    ['break', 'does not parse: Unsyntactic break', 1, 1],
    ['\ufeff#!x\n)', 'does not parse: Unexpected token', 2, 1],
    // Strict mode
    ['with (a) b', 'does not parse: \'with\' in strict mode', 1, 1],
    ['let a = 010', 'does not parse: Invalid number', 1, 9],
    ['delete a', 'does not parse: Deleting local variable in strict mode', 1, 1],
    ['function f(a, a) {}', 'does not parse: Argument name clash', 1, 15],
    // Modules
    ['import fs from "node:fs"', 'import statement: a guard imports nothing: everything it can use is in vance', 1, 1],
    ['a\n  const x = await import("y")', 'import(): a guard imports nothing: everything it can use is in vance', 2, 19],
    ['import/**/("x")', 'import(): a guard imports nothing: everything it can use is in vance', 1, 1],
    ['import\u2028("x")', 'import(): a guard imports nothing: everything it can use is in vance', 1, 1],
    ['import.meta.url', 'import.meta: a guard imports nothing: everything it can use is in vance', 1, 1],
    ['export const a = 1', 'export statement: a guard exports nothing, it is a function body: write the statements alone', 1, 1],
    ['export default 1', 'export statement: a guard exports nothing, it is a function body: write the statements alone', 1, 1],
    ['{ export {} }', 'export statement: a guard exports nothing, it is a function body: write the statements alone', 1, 3],
    // The compiler's own names
    ['let __vance_x = 1', 'names that begin with __vance_ are reserved: rename it', 1, 5],
    ['__vance_tick = () => {}', 'names that begin with __vance_ are reserved: rename it', 1, 1],
    ['let \\u005f_vance_tick', 'names that begin with __vance_ are reserved: rename it', 1, 5],
    ['a.__vance_tick()', 'names that begin with __vance_ are reserved: rename it', 1, 3],
    ['class A { #__vance_x }', 'names that begin with __vance_ are reserved: rename it', 1, 11],
    // Text
    ['a\nb\0', 'it holds a NUL character: is it a text file?', 2, 2],
    ['"\ud800"', 'it holds half of a surrogate pair: write it as \\u….', 1, 2],
    ['// \udc00', 'it holds half of a surrogate pair: write it as \\u….', 1, 4],
  ])('%j: %s', (text, reason, line, column) => {
    expect(compile(text)).toEqual({ ok: false, reason, position: { line, column } })
  })

  it('cannot declare vance again', () => {
    expect(compile('a\nlet vance = 1')).toMatchObject({ ok: false, reason: expect.stringContaining("Identifier 'vance' has already been declared"), position: { line: 2, column: 5 } })
  })

  it('may be as long as the limit, and not one longer', () => {
    expect(compile(`/*${'x'.repeat(MAX_SCRIPT - 4)}*/`)).toMatchObject({ ok: true })
    expect(compile(`/*${'x'.repeat(MAX_SCRIPT - 3)}*/`)).toEqual({ ok: false, reason: `it has ${MAX_SCRIPT + 1} characters, at most ${MAX_SCRIPT} are allowed`, position: null })
  })
})

describe('syntax that only a newer Node knows', () => {
  const knows = (text: string): boolean => {
    try {
      new RegExp(text)
      return true
    } catch {
      return false
    }
  }
  it.skipIf(knows('(?i:a)'))('is refused here, with its place, not later in a runner', () => {
    expect(compile('a;\n  /(?i:a)/.test(b)')).toEqual({ ok: false, reason: `this Node (${process.version}) does not know this regular expression`, position: { line: 2, column: 3 } })
  })
  it.skipIf(Number(process.versions.node.split('.')[0]) >= 24)('is refused with the reason of the engine: using', () => {
    expect(compile('() => a;\n{ using x = a }')).toMatchObject({ ok: false, reason: expect.stringMatching(/^this Node \(v[\d.]+\) cannot read it: /), position: { line: 2, column: 9 } })
  })
})

// A parser that reads `/ … /` as a regular expression does not see the code that it is for the engine.
describe('a slash', () => {
  const TWO_WAYS = 'a slash in it can be read in two ways, as a division and as a regular expression: put ( ) around what stands before it'
  it.each([
    'x = a ? b : class {}\n/ "(" }); c(); (function(){ ")" /g', 'x = a ? b : function () {}\n/ "(" }); c(); (function(){ ")" /g',
  ])('that divides hides no end of the function: %j', (text) => {
    expect(compileBody(text, { name: 'g', language: 'js' })).toMatchObject({ ok: false })
  })

  it.each<[string, string]>([
    ['x = a ? b : class {}\n/ (() => { for (;;); })() /g', 'for (;;){__vance_tick();;}'],
    ['x = a ? b : function () {}\n/ (() => {}) /g', '=> {__vance_tick();}'],
    ['x = a ? b : {} / (() => {}) /g', '=> {__vance_tick();}'],
  ])('that divides hides no code from the counter: %j', (text, counted) => {
    expect(bodyOf(compile(text))).toContain(counted)
  })

  it.each(['a / b / c', 'a /= b', '/a/.test(b) / /c/g', 'f(/[/\\]]/, 1 /2)', '`${a / b}` / /x/.y', 'x => /`/g', 'if (a) /b/.exec(c)', '/<!--/ / x.import(/a/)'])('is read as it is meant: %j', (text) => {
    expect(compileBody(text, { name: 'g', language: 'js' })).toMatchObject({ ok: true })
  })

  it('that the engine reads otherwise is refused', () => {
    expect(compile('x = a ? b : async function () {}\n/ (() => { for (;;); })() /g')).toEqual({ ok: false, reason: TWO_WAYS, position: null })
    expect(compile('x = a ? b : async function () {}\n/ "(" }); c(); (function(){ ")" /g')).toEqual({ ok: false, reason: TWO_WAYS, position: null })
  })

  it.each(['x = 1\n/@/g', 'x = (1\n/@/g)', 'if (a) /\nb/c'])('is proved by text that is valid in one reading only: %j', (proof) => {
    expect(() => { checkSlashes(`(function () {\n${proof}\n})`) }).toThrow(TWO_WAYS)
  })
})
