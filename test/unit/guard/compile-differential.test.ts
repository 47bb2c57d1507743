import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { compileBody } from '../../../src/guard/compile-body.ts'

const EVALUATE = fileURLToPath(new URL('../../support/script/evaluate-bodies.mjs', import.meta.url))

interface Result { readonly value?: string, readonly error?: string, readonly stack?: string }

function evaluate(mode: 'plain' | 'ses', bodies: readonly { code: string, isAsync: boolean }[]): Result[] {
  return JSON.parse(execFileSync(process.execPath, [EVALUATE, mode], { input: JSON.stringify(bodies), encoding: 'utf8', env: {} })) as Result[]
}

/** Bodies of which each must give the same value in a compartment as in plain JavaScript. */
const BODIES: readonly string[] = [
  // Text that SES refuses
  `return ["import('x')", 'import (y)', "import //z", 'a.import(b)', '...import(c)', 'import\\n(d)']`,
  'return `import(${1}) <!-- ${"-->"} import /* */`',
  `return ['<!-- x -->', '<!-->', '<!--->', '--->', '\\--> <!\\--', "-->" + '<!--']`,
  `return ['import\\
(x)', 'im\\x70ort(', '\\import(', '\\\\import(']`,
  `let n = 4, out = []; while (n --> 0) out.push(n); return [out, n-->-9, n --> -9]`,
  `let a = 3; return a-->1 ? 'yes' : 'no'`,
  `return [/import\\(/.test('import('), /import(a)/.exec('importa')[1], /<!--|-->/.test('<!--'), /[<!--]/.test('+'), /[<!--a]/.test('#'), /[-->]/.test('>'), /[--x-->]/.test('y')]`,
  `return 6 / /import/.source.length /*2*/ + (/import/
/2 || 0)`,
  `return [...'<!--'.matchAll(/(?<!--)!/g)].length + /(?<import>x)(y)/.exec('xy').groups.import`,
  `return [/<!--/u.test('<!--'), /import(x)/v.test('importx'), /[\\w-->]/.test('>')]`,
  `const o = { import() { return 1 }, $import(x) { return x }, get import2() { return 3 } }; return [o.import(), o. import (), o?.import(), o.$import(2), Object.keys(o)]`,
  `class A { #import = 5; import(x) { return this.#import + x } static import() { return 7 } read() { return this.#import } } return [new A().import(1), A.import(), new A().read()]`,
  `const { import: $import } = { import: (x) => x + 1 }; return [$import(1), $import
(2)]`,
  `// import('x') <!-- -->
/* import(y) --> */ return 1 /* <!-- */ // -->`,
  `return 'do not eval(x)' /* eval(y) */ // eval(z)`,
  `const tag = (s, ...v) => s.raw.join('|') + v; return tag\`a\\n\${1}b\` + String.raw\`c:\\dir\``,
  // Ticks
  `let s = 0; for (let i = 0; i < 3; i++) s += i; for (const x of [1, 2]) s += x; for (const k in { a: 1 }) s += k; while (s.length < 9) s += '.'; do s += '!'; while (s.length < 12) return s`,
  `let s = ''; outer: for (const a of 'ab') for (const b of 'xyz') { if (b === 'y') continue outer; s += a + b } return s`,
  `let i = 0; lbl: while (true) { switch (i++) { case 3: break lbl; default: continue lbl } } return i`,
  `let i = 0
for (;;) if (i++ > 3) break
do i++
while (i < 10)
while (i < 12) i++
return i`,
  `if (true) for (const x of [1]) x; else while (0); return 'else'`,
  `const f = x => y => z => [x, y, z]; return f(1)(2)(3)`,
  `const f = () => ({ a: 1 }), g = () => [], h = async () => 1, i = x => x ? 1 : 2, j = (a, b = () => 3) => b(), k = () => (1, 2); return [f(), g(), i(0), j(), k(), await h()]`,
  `return [(() => {}).name, (x => x).length, (function (a, b) { return a }).length, (() => 1)()].map(String)`,
  `const out = [], twice = x => y => { out.push(x + y) }
[1, 2].forEach(twice(3))
const next = x => x++
(() => out.push('a'))()
const or = x => x ? 1 : async () => {}
/a/.test('a') && out.push('b')
class A { f = x => () => {}
['g'] = 5 }
return [out, next(1), or(1), new A().g]`,
  `const named = x => x, o = { m: () => 1, ['c' + 1]: () => 2 }; return [named.name, o.m.name, o.c1.name]`,
  `function* g() { let i = 0; while (i < 3) yield i++; return 9 } return [...g(), g().next(), [...(function* () { yield* g() })()]]`,
  `async function* g() { for await (const x of [1, Promise.resolve(2)]) yield x } const out = []; for await (const x of g()) out.push(x); return out`,
  `class A { static x = 1; static { for (const i of [1, 2]) this.x += i } static {} get v() { return this.x } set v(y) { this.x = y } constructor() { this.x = 5 } *[Symbol.iterator]() { yield 1 } }
class B extends A { constructor() { super(); this.y = super.v } async m() { return await 1 } #p = () => 2; p() { return this.#p() } }
const b = new B(); b.v = 8; return [A.x, b.v, b.y, [...b], b.p(), await b.m()]`,
  `const o = { get a() { return 1 }, set a(v) { this.z = v }, async b() { return 2 }, *c() { yield 3 }, async *d() { yield 4 } }; o.a = 9; return [o.a, o.z, await o.b(), [...o.c()], (await o.d().next()).value]`,
  `return [3, 1, 2].sort((a, b) => a - b).map((x) => x * 2).filter(x => x > 2).reduce((a, b) => a + b)`,
  `const fib = n => n < 2 ? n : fib(n - 1) + fib(n - 2); return fib(10)`,
  `try { (() => { throw new TypeError('x') })() } catch ({ message }) { return message } finally { for (;;) break }`,
  `return (function () { 'use strict'; return typeof this })()`,
  `var f = function () { return g() }; function g() { return 'hoisted' } var g2 = g; return f() + typeof later; var later = 1`,
  `return [typeof undeclared, typeof vance]`,
  // Function body
  `return`, ``, `// only a comment`, `return arguments.length`, `return vance.params.list.map(x => x + 1)`, `if (vance.params.text) return 'early'; return 'late'`,
  `return await Promise.all([1, 2].map(async x => x * 2))`,
  `const a = [await 1, (await 2)]; class A { [await 'k']() { return 3 } } return [a, new A().k()]`,
  `export {}
return 5`,
  `#!/usr/bin/env node
return 'hashbang'`,
  `return 'a\u2028b'.length + \`c\u2029d\`.length`,
  `const x = 1\r\nreturn x\r\n+ 1`,
  `return { a: 1, ...{ b: 2 }, ['c']: 3, 'd': [, 1].length, e: 0b11, f: 1_000, g: 0.1 + 0.2, h: 'é😀漢' }`,
  `const { a = 1, ...rest } = { b: 2, c: 3 }; const [x, , ...y] = [1, 2, 3, 4]; return [a, rest, x, y, null ?? 5, rest?.b, rest?.['c'], (() => 1)?.()]`,
  `let x = null; x ??= 1; x ||= 2; x &&= 3; return [x, 2 ** 10, 7n.toString(), /a/gimsuy.flags]`,
  `label: { break label } return 1`,
  `return [..."a-b"].map(c => ({ c })).map(({ c }) => c).join('')`,
]

const MARKED: readonly { readonly title: string, readonly body: string, readonly line: number }[] = [
  { title: 'in the first line', body: `throw new Error('x')`, line: 1 },
  { title: 'after a template of several lines', body: 'const a = `\n\n`\nthrow new Error(a)', line: 4 },
  { title: 'after lines with a carriage return', body: 'const a = 1\r\n\r\nthrow new Error(a)', line: 3 },
  { title: 'in an arrow function inside a loop', body: 'for (const x of [1]) {\n  [x].map(y =>\n    { throw new Error(y) })\n}', line: 3 },
  { title: 'after a hashbang and comments with forbidden text', body: '#!/x\n/* <!--\n import(x) */\nnull.x', line: 4 },
]

describe('a compiled body, in a real compartment', () => {
  let plain: Result[] = []
  let compartment: Result[] = []
  let marked: Result[] = []
  beforeAll(() => {
    const compiled = [...BODIES, ...MARKED.map(({ body }) => body)].map((body, index) => {
      const outcome = compileBody(body, { name: `body-${index}`, language: 'js' })
      if (!outcome.ok) throw new Error(`body ${index} was refused: ${outcome.reason}`)
      return { code: outcome.compiled.code, isAsync: outcome.compiled.isAsync }
    })
    plain = evaluate('plain', BODIES.map((body, index) => ({
      // What a plain function cannot have, and a guard can.
      code: body.replace(/^#!.*/, '').replace(/^export \{\}/, ''), isAsync: compiled[index]?.isAsync ?? false,
    })))
    const results = evaluate('ses', compiled)
    compartment = results.slice(0, BODIES.length)
    marked = results.slice(BODIES.length)
  })

  it.each(BODIES.map((body, index) => ({ body, index })))('gives what plain JavaScript gives: $index $body', ({ index }) => {
    expect(plain[index]?.error).toBeUndefined()
    expect(compartment[index]).toEqual(plain[index])
  })

  it.each(MARKED.map((entry, index) => ({ ...entry, index })))('throws with the own line, one less than in the stack: $title', ({ index, line }) => {
    const found = /guard-body-\d+\.js:(\d+):\d+/.exec(marked[index]?.stack ?? '')
    expect(Number(found?.[1]) - 1).toBe(line)
  })
})
