import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { compileGuard } from '../../../src/guard/compile.ts'
import { GUARD_GLOBALS } from '../../../src/guard/globals.ts'

function warningsOf(text: string): string[] {
  const outcome = compileGuard(text, { name: 'g', language: 'js' })
  if (!outcome.ok) throw new Error(outcome.reason)
  return outcome.compiled.warnings.map(({ text: warning, position }) => `${position?.line}:${position?.column} ${warning}`)
}

describe('a warning', () => {
  it.each<[string, string[]]>([
    ['consle.log(1)', ['1:1 consle is declared nowhere and reads as undefined']],
    ['const counter = 1; return countr', ['1:27 countr is declared nowhere and reads as undefined; did you mean counter?']],
    ['vanse.log.info(1)', ['1:1 vanse is declared nowhere and reads as undefined; did you mean vance?']],
    ['a = 1', ['1:1 a is assigned to but declared nowhere: this throws']],
    ['a\n a; b', ['1:1 a is declared nowhere and reads as undefined', '2:5 b is declared nowhere and reads as undefined']],
    ['console.log(1)', ['1:1 console is not available in a guard: use vance.log.info(text, data)']],
    ['const f = () => setTimeout(f, 1)', ['1:17 setTimeout is not available in a guard: there are no timers, a guard runs to its end at once']],
    ['require("fs"); process.exit()', ['1:1 require is not available in a guard: nothing can be imported', '1:16 process is not available in a guard: what a guard may know of its session is in vance.context']],
    ['fetch("x")', ['1:1 fetch is not available in a guard: use vance.tools or vance.process']],
    ['eval("1")', ['1:1 eval is not available in a guard: no code can be made from text']],
    ['new Function("1")', ['1:5 Function is not available in a guard: no code can be made from text']],
    ['x => Math.random()', ['1:6 Math.random is not available in a guard: there is no randomness']],
    ['`${unknown}`; ({ [other]: another })', ['1:4 unknown is declared nowhere and reads as undefined', '1:19 other is declared nowhere and reads as undefined', '1:27 another is declared nowhere and reads as undefined']],
    ['({ short })', ['1:4 short is declared nowhere and reads as undefined']],
    ['class A extends B {}', ['1:17 B is declared nowhere and reads as undefined']],
    ['{ let inner = 1 } inner', ['1:19 inner is declared nowhere and reads as undefined; did you mean inner?']],
  ])('is given for %j', (text, expected) => {
    expect(warningsOf(text)).toEqual(expected)
  })

  it.each([
    'vance.guard.deny("x"); arguments[0]', 'typeof Buffer !== "undefined"', 'const o = { console: 1 }; o.console; o.random', '({ key: 1, method() {} }).key', 'lbl: for (;;) { break lbl }',
    'f(); function f() { return g } var g', 'const { a, b: { c = 1 }, ...d } = {}; [a, c, d]', 'const [x, , ...y] = []; [x, y]', 'try {} catch (e) { e } try {} catch { }', 'for (const i of []) i; for (let j = 0; ;) j; for (var k in {}) k; k',
    'class A { #p = 1; m() { return this.#p + A.x } static x = 1 }', 'const B = class C { m() { return C } }; B', '(function named() { return named })', '(a, { b }, [c], d = a, ...e) => [a, b, c, d, e]',
    'switch (1) { case 1: let z = 1; z }', 'Date.now(); Math.max(1); JSON.stringify(Object); new Map(); Promise.resolve(); Symbol.iterator; globalThis; NaN; Infinity; undefined; isNaN(1); escape(""); BigInt(1); new AggregateError([])',
    'import_1; var import_1',
  ])('is not given for %j', (text) => {
    expect(warningsOf(text)).toEqual([])
  })

  it('is given once per name and for fifty names at most', () => {
    expect(warningsOf('a; a; () => a')).toHaveLength(1)
    expect(warningsOf(Array.from({ length: 50 }, (_, index) => `name${index}`).join(';'))).toHaveLength(50)
    expect(warningsOf(Array.from({ length: 51 }, (_, index) => `name${index}`).join(';'))).toHaveLength(50)
  })

  it('leaves a guard as it is', () => {
    expect(compileGuard('console.log(1)', { name: 'g', language: 'js' })).toMatchObject({ ok: true })
  })
})

describe('the names that count as known', () => {
  it('are all there in a compartment, or not in this Node either', () => {
    const body = `const missing = []; for (const name of ${JSON.stringify([...GUARD_GLOBALS])}) if (!(name in globalThis)) missing.push(name); return missing`
    const results = execFileSync(process.execPath, [fileURLToPath(new URL('../../support/script/evaluate-bodies.mjs', import.meta.url)), 'ses'], {
      input: JSON.stringify([{ code: `(function (vance) {${body}})`, isAsync: false }]), encoding: 'utf8', env: {},
    })
    const missing = JSON.parse((JSON.parse(results) as { value: string }[])[0]?.value ?? '[]') as string[]
    expect(missing.filter(name => name in globalThis)).toEqual([])
  })
})
