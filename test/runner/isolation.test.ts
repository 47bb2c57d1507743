import { afterAll, describe, expect, it } from 'vitest'
import { CANARY_ACTIONS, canary, createRealPool, scriptJob } from '../support/runner/guard-pool.ts'
import type { JobOptions } from '../support/runner/scripted-runners.ts'

// One runner, so that every guard of this file meets what the ones before it have left.
const pool = createRealPool({ sandbox: { maxRunners: 1 } })
afterAll(() => pool.dispose())

/** Runs a script and gives what it denied with, or its fault. */
async function tellOf(body: string, options: JobOptions = {}): Promise<string> {
  const report = await pool.run(scriptJob(body, options))
  const action = report.actions[0]
  return report.fault === null ? action?.kind === 'deny' ? action.reason : '' : `${report.fault.code}: ${report.fault.message}`
}

const PLAIN = [
  'AggregateError', 'Array', 'BigInt', 'Boolean', 'Date', 'Error', 'EvalError', 'Infinity', 'JSON', 'Map', 'Math', 'NaN', 'Number', 'Object', 'Promise', 'Proxy',
  'RangeError', 'ReferenceError', 'Reflect', 'RegExp', 'Set', 'String', 'Symbol', 'SyntaxError', 'TypeError', 'URIError', 'WeakMap', 'WeakSet',
  '__vance_tick', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'globalThis', 'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'undefined', 'unescape',
]

/** Walks everything that can be reached from some roots, without running a getter. */
const WALK = `
const seen = new Set()
const open = []
const reach = (value, path) => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
  seen.add(value)
  open.push([value, path])
}
const walk = (roots) => {
  for (const [name, value] of Object.entries(roots)) reach(value, name)
  const loose = []
  while (open.length > 0) {
    const [value, path] = open.pop()
    if (!Object.isFrozen(value)) loose.push(path)
    reach(Object.getPrototypeOf(value), path + '.[[proto]]')
    for (const key of Reflect.ownKeys(value)) {
      const { value: inner, get, set } = Object.getOwnPropertyDescriptor(value, key)
      reach(inner, path + '.' + String(key))
      reach(get, path + '.get ' + String(key))
      reach(set, path + '.set ' + String(key))
    }
  }
  return loose
}
`

describe('the globals of a guard', () => {
  it('are plain ECMAScript and nothing else', async () => {
    const newer = process.versions.node.startsWith('20.') ? [] : ['Iterator']
    expect((await tellOf('vance.guard.deny(Object.getOwnPropertyNames(globalThis).join())')).split(',').sort()).toEqual([...PLAIN, ...newer].sort())
  })

  it.each(['eval', 'Function', 'Compartment', 'lockdown', 'harden', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Uint8Array', 'TextEncoder', 'Temporal', 'Intl',
    'WeakRef', 'FinalizationRegistry', 'Atomics', 'WebAssembly', 'setTimeout', 'setImmediate', 'queueMicrotask', 'structuredClone', 'console', 'process', 'require', 'Buffer', 'URL', 'fetch', 'performance', 'crypto'])('have no %s', async (name) => {
    expect(await tellOf(`vance.guard.deny(typeof ${name})`)).toBe('undefined')
  })

  it('have no chance', async () => {
    expect(await tellOf('vance.guard.deny(typeof Math.random + Math.max(1, 2) + Math.PI.toFixed(2))')).toBe('undefined23.14')
    expect(await tellOf('Math.random()')).toMatch(/script_threw: TypeError: Math\.random is not a function/)
  })

  it('have one clock, which stands at the moment the run began', async () => {
    const now = Date.UTC(2024, 1, 29, 12)
    expect(await tellOf('const first = Date.now(); for (let i = 0; i < 1e6; i++); vance.guard.deny([first, Date.now(), new Date().getTime(), new Date().toISOString()].join())', { now }))
      .toBe(`${now},${now},${now},2024-02-29T12:00:00.000Z`)
    expect(await tellOf('vance.guard.deny(String(Date.now()))', { now: now + 1 })).toBe(String(now + 1))
  })

  it('have dates that work', async () => {
    expect(await tellOf(`
      const d = new Date(2020, 0, 2)
      vance.guard.deny([d.getFullYear(), d instanceof Date, typeof Date(), Date.UTC(1970, 0, 1), Date.parse('1970-01-01T00:00:00Z'), new Date(0).toISOString(), Date.name, new Date('x').getTime()].join())
    `)).toBe('2020,true,string,0,0,1970-01-01T00:00:00.000Z,Date,NaN')
  })
})

describe('what a guard can reach', () => {
  it('is frozen, all of it', async () => {
    expect(await tellOf(`${WALK}
      const loose = walk({ globalThis, vance, fn: () => 1, gen: function* () {}, async: async () => 1, template: (s => s)\`x\` })
      // Functions of this run are its own.
      vance.guard.deny(JSON.stringify([seen.size > 500, loose.filter(path => !/^(fn|gen|async)(\\.prototype)?$/.test(path))]))
    `)).toBe('[true,[]]')
  })

  it('is frozen too where it comes out of an error, of the façade\'s and of the realm\'s', async () => {
    expect(await tellOf(`${WALK}
      const errors = {}
      const thrownBy = (name, call) => { try { call() } catch (error) { errors[name] = error } }
      thrownBy('wrongAction', () => vance.guard.block('x'))
      thrownBy('badArgument', () => vance.guard.deny(1))
      thrownBy('notJson', () => vance.guard.loopValues.set('k', () => 1))
      thrownBy('tooDeep', () => { let v = 1; for (let i = 0; i < 200; i++) v = [v]; vance.guard.loopValues.set('k', v) })
      thrownBy('tooLarge', () => vance.guard.loopValues.set('k', 'x'.repeat(70000)))
      thrownBy('notAllowed', () => vance.documents.write('a', 'b'))
      thrownBy('refused', () => vance.documents.read('x'))
      thrownBy('overflow', () => { const f = () => { vance.guard.notice('x'.repeat(70000)); f() }; const g = () => { try { g() } catch { f() } }; g() })
      thrownBy('realm', () => null.x)
      const loose = walk(errors)
      const own = loose.filter(path => path !== 'realm' && path !== 'overflow')
      vance.guard.deny(JSON.stringify([Object.keys(errors).length, own, Object.values(errors).every(e => e instanceof Error && e.constructor === Error || e instanceof Error && e.constructor === TypeError || e.constructor === RangeError), errors.refused.code]))
    `, { call: async () => { throw Object.assign(new Error('no'), { code: 'X' }) } })).toBe('[9,[],true,"INTERNAL"]')
  })

  it('holds no path of this machine', async () => {
    expect(await tellOf(`
      const stacks = []
      for (const call of [() => null.x, () => vance.guard.block('x'), () => vance.documents.read('x')]) try { call() } catch (e) { stacks.push(String(e.stack), JSON.stringify(e), Object.getOwnPropertyNames(e).map(k => String(e[k])).join()) }
      vance.guard.deny(stacks.some(text => /[/\\\\]|file:|node:/.test(text)) ? stacks.join(';') : 'clean')
    `, { call: async () => { throw new Error('x') } })).toBe('clean')
  })

  it('does not include the runner\'s own records', async () => {
    expect(await tellOf('vance.guard.deny(String((function () { return this })()) + typeof this)')).toBe('undefinedundefined')
  })
})

describe('two guards', () => {
  const FIND = `
    const found = []
    if (globalThis.leak !== undefined || {}.leak !== undefined || [].leak !== undefined || vance.leak !== undefined) found.push('property')
    if (Object.getOwnPropertySymbols(globalThis).some(s => String(s).includes('leak'))) found.push('symbol')
    if (/x/.leak || (() => 1).leak || Error.leak || JSON.leak || Math.leak || Date.leak) found.push('intrinsic')
    if (RegExp.$1 || RegExp.lastMatch) found.push('statics')
    if (vance.guard.loopValues.has('leak')) found.push('store')
    vance.guard.deny(found.join() || 'nothing')
  `
  it.each([
    ['a global', 'globalThis.leak = 1'],
    ['a property of a prototype', 'Object.prototype.leak = 1'],
    ['a defined property', 'Object.defineProperty(Array.prototype, "leak", { value: 1 })'],
    ['a replaced method', 'Array.prototype.push = function () { return "leak" }'],
    ['a prototype', 'Object.setPrototypeOf(Array.prototype, { leak: 1 })'],
    ['__proto__', '({}).__proto__.leak = 1'],
    ['a property of the façade', 'vance.leak = 1'],
    ['a property of a function of the façade', 'vance.guard.deny.leak = 1'],
    ['a property of the input', 'vance.guard.command.args.leak = 1'],
    ['a property of the context', 'vance.context.leak = 1'],
    ['a property of the parameters', 'vance.params.leak = 1'],
    ['a property of an intrinsic', 'JSON.leak = 1'],
    ['a property of Date', 'Date.leak = 1'],
    ['a property of Math', 'Math.leak = 1'],
    ['a property of the step counter', '__vance_tick.leak = 1', true],
    ['a symbol', 'globalThis[Symbol.for("leak")] = 1'],
    ['a stack formatter', 'Error.prepareStackTrace = () => "leak"; if (Error.prepareStackTrace() === "leak") throw 1; throw 2'],
    ['an error\'s class', 'try { vance.guard.block("x") } catch (e) { e.constructor.leak = 1 }'],
  ])('cannot leave %s for each other', async (_name, body, raw = false) => {
    const job = raw ? { ...scriptJob('return 1'), hash: body, compiled: { code: `(function (vance) {\n${body}\n})`, isAsync: false, warnings: [] } } : scriptJob(body)
    const before = pool.stats().started
    expect((await pool.run(job)).fault).toMatchObject({ code: 'script_threw' })
    expect(await tellOf(FIND, { loopScratch: {} })).toBe('nothing')
    expect(await canary(pool)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
    expect(pool.stats().started).toBe(before)
  })

  it('have globals of their own, and the same frozen intrinsics', async () => {
    expect(await tellOf('/(secret)/.exec("secret"); vance.guard.deny(String(RegExp.$1))')).toBe('undefined')
    expect(await tellOf(FIND)).toBe('nothing')
  })
})

describe('two runs of one guard', () => {
  it('share nothing that it could keep', async () => {
    const body = `
      const tag = (strings) => strings
      const kept = tag\`x\`
      let outcome = 'fresh'
      try { kept.count = (kept.count ?? 0) + 1; outcome = 'kept' } catch {}
      try { globalThis.count = (globalThis.count ?? 0) + 1; outcome = 'kept' } catch {}
      vance.guard.deny(outcome)
    `
    expect([await tellOf(body), await tellOf(body)]).toEqual(['fresh', 'fresh'])
  })

  it('cannot reach each other\'s façade, however late', async () => {
    const body = '(async () => { for (let i = 0; i < 50; i++) await null; vance.guard.deny("LATE " + vance.params.run) })()'
    expect([await tellOf(body, { params: { run: 1 } }), await tellOf(body, { params: { run: 2 } })]).toEqual(['', ''])
  })

  it('have each their own input', async () => {
    const body = 'vance.guard.deny(JSON.stringify([vance.guard.command, vance.params, vance.guard.loopValues.get()]))'
    const first = await tellOf(body, { params: { a: 1 }, loopScratch: { k: 1 } })
    const second = await tellOf(body, { loopScratch: {} })
    expect([first, second]).toEqual(['[{"name":"bash","args":{"command":"ls"},"callId":"c1"},{"a":1},{"k":1}]', '[{"name":"bash","args":{"command":"ls"},"callId":"c1"},{},{}]'])
  })
})

describe('async guards', () => {
  it('may await anything that settles', async () => {
    expect(await tellOf('const a = await Promise.all([1, vance.documents.read("x"), (async () => { await null; return 3 })()]); vance.guard.deny(a.join())', { call: async () => 'two' })).toBe('1,two,3')
  })

  it('are over when they return, and what they left behind has no effect', async () => {
    const report = await pool.run(scriptJob('(async () => { for (let i = 0; i < 5; i++) await null; vance.guard.deny("LATE") })(); await null'))
    expect(report).toMatchObject({ fault: null, actions: [] })
  })

  it('may return something that looks like a promise', async () => {
    expect(await tellOf('await null; vance.guard.deny("ok"); return { then(resolve) { resolve(1) } }')).toBe('ok')
  })
})
