import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { compileGuard } from '../../../src/guard/compile.ts'
import { GUARD_GLOBALS } from '../../../src/guard/globals.ts'

function refusalOf(text: string): string | null {
  const outcome = compileGuard(text, { name: 'g', language: 'js' })
  return outcome.ok ? null : `${outcome.position?.line}:${outcome.position?.column} ${outcome.reason}`
}

const UNDECLARED = 'is declared nowhere and would read as undefined'

describe('a name that is declared nowhere', () => {
  it.each<[string, string]>([
    ['if (/push/.test(comand.args.command)) vance.guard.deny("no")', `1:17 comand ${UNDECLARED}; did you mean vance.guard.command?`],
    ['deny("no")', `1:1 deny ${UNDECLARED}; did you mean vance.guard.deny?`],
    ['guard.deny("no")', `1:1 guard ${UNDECLARED}; did you mean vance.guard?`],
    ['consle.log(1)', `1:1 consle ${UNDECLARED}`],
    ['const counter = 1; return countr', `1:27 countr ${UNDECLARED}; did you mean counter?`],
    ['vanse.log.info(1)', `1:1 vanse ${UNDECLARED}; did you mean vance?`],
    ['a = 1', '1:1 a is assigned to but declared nowhere: write const or let before it'],
    ['a\n a; b', `1:1 a ${UNDECLARED} (declared nowhere as well: b)`],
    ['ab; bb; cb; db; eb; fb; gb; hb', `1:1 ab ${UNDECLARED} (declared nowhere as well: bb, cb, db, eb, fb and 2 more)`],
    ['console.log(1)', '1:1 console is not available in a guard: use vance.log.info(text, data)'],
    ['const f = () => setTimeout(f, 1)', '1:17 setTimeout is not available in a guard: there are no timers, a guard runs to its end at once'],
    ['require("fs"); process.exit()', '1:1 require is not available in a guard: nothing can be imported (declared nowhere as well: process)'],
    ['fetch("x")', '1:1 fetch is not available in a guard: use vance.tools or vance.process'],
    ['eval("1")', '1:1 eval is not available in a guard: no code can be made from text'],
    ['new Function("1")', '1:5 Function is not available in a guard: no code can be made from text'],
    ['`${unknown}`; ({ [other]: another })', `1:4 unknown ${UNDECLARED} (declared nowhere as well: other, another)`],
    ['({ short })', `1:4 short ${UNDECLARED}`],
    ['class A extends B {}', `1:17 B ${UNDECLARED}`],
    ['{ let inner = 1 } inner', `1:19 inner ${UNDECLARED}; did you mean inner?`],
    ['typeof Buffer === "undefined" || Buffer.from("x")', '1:34 Buffer is not available in a guard: use strings and arrays'],
  ])('makes a script broken: %j', (text, refusal) => {
    expect(refusalOf(text)).toBe(refusal)
  })

  it.each([
    'vance.guard.deny("x"); arguments[0]', 'typeof Buffer !== "undefined"', 'const o = { console: 1 }; o.console; o.random', '({ key: 1, method() {} }).key', 'lbl: for (;;) { break lbl }',
    'f(); function f() { return g } var g', 'const { a, b: { c = 1 }, ...d } = {}; [a, c, d]', 'const [x, , ...y] = []; [x, y]', 'try {} catch (e) { e } try {} catch { }', 'for (const i of []) i; for (let j = 0; ;) j; for (var k in {}) k; k',
    'class A { #p = 1; m() { return this.#p + A.x } static x = 1 }', 'const B = class C { m() { return C } }; B', '(function named() { return named })', '(a, { b }, [c], d = a, ...e) => [a, b, c, d, e]',
    'switch (1) { case 1: let z = 1; z }', 'Date.now(); Math.max(1); JSON.stringify(Object); new Map(); Promise.resolve(); Symbol.iterator; globalThis; NaN; Infinity; undefined; isNaN(1); escape(""); BigInt(1); new AggregateError([])',
    'import_1; var import_1',
  ])('is none of those in %j', (text) => {
    expect(compileGuard(text, { name: 'g', language: 'js' })).toMatchObject({ ok: true, compiled: { warnings: [] } })
  })
})

describe('a warning', () => {
  it('tells of Math.random, which is not there although Math is', () => {
    expect(compileGuard('x => Math.random()', { name: 'g', language: 'js' }))
      .toMatchObject({ compiled: { warnings: [{ text: 'Math.random is not available in a guard: there is no randomness', position: { line: 1, column: 6 } }] } })
  })
})

describe('what a script does with vance', () => {
  const usesOf = (text: string): unknown => {
    const outcome = compileGuard(text, { name: 'g', language: 'js' })
    if (!outcome.ok) throw new Error(outcome.reason)
    const { members = [], touches, opaque, returned } = outcome.compiled.uses ?? {}
    return { members: members.map(one => `${one.name} ${one.position.line}:${one.position.column}`), touches, opaque, returned: returned?.line ?? null }
  }
  const PLAIN = { members: [], touches: false, opaque: false, returned: null }

  it.each<[string, object]>([
    ['if (vance.guard.command.name === "x")\n vance.guard.deny("no")', { members: ['command 1:5', 'deny 2:2'] }],
    ['const g = vance.guard; g.deny(g.command?.name)', { members: ['deny 1:24', 'command 1:31'] }],
    ['const { guard } = vance; guard.ask("x")', { members: ['ask 1:26'] }],
    ['const { guard: { deny, command: { name } } } = vance; deny(name)', { members: ['deny 1:18', 'command 1:24'] }],
    ['const { deny } = vance.guard; deny("x")', { members: ['deny 1:9'] }],
    ['vance["guard"]["deny"]("x")', { members: ['deny 1:1'] }],
    ['vance.log.info("x")', { touches: true }],
    ['return vance.params.a', { returned: 1 }],
    ['const f = () => { return 1 }; return', {}],
    ['const f = v => v.guard.deny("x"); f(vance)', { opaque: true }],
    ['const all = [vance.guard]; all[0].deny("x")', { opaque: true }],
    ['vance.guard[vance.params.action]("x")', { opaque: true }],
    ['const { ...rest } = vance.guard; rest.deny("x")', { opaque: true }],
  ])('is read from %j', (text, expected) => {
    expect(usesOf(text)).toEqual({ ...PLAIN, ...expected })
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
