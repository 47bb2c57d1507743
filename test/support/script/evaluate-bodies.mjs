// Evaluates function bodies from standard input, one way or the other, and writes what came out.
// Modes: `plain` — new Function in an untouched realm; `ses` — compiled code in a compartment; `load` — the
// same, but only made into a function.
import { readFileSync } from 'node:fs'

const mode = process.argv[2]
/** @type {{ code: string, isAsync: boolean }[]} */
const bodies = JSON.parse(readFileSync(0, 'utf8'))

/** @type {(entry: { code: string, isAsync: boolean }) => (vance: unknown) => unknown} */
let load
if (mode === 'ses' || mode === 'load') {
  await import('ses')
  globalThis.lockdown({
    errorTaming: 'safe', errorTrapping: 'none', unhandledRejectionTrapping: 'none', reporting: 'none', overrideTaming: 'severe',
    consoleTaming: 'unsafe', localeTaming: 'safe', stackFiltering: 'omit-frames',
  })
  load = ({ code }) => {
    const compartment = new globalThis.Compartment({ globals: { __vance_tick: () => undefined }, __options__: true })
    globalThis.harden(compartment.globalThis)
    return compartment.evaluate(code, { __rejectSomeDirectEvalExpressions__: false })
  }
} else {
  const AsyncFunction = (async () => undefined).constructor
  load = ({ code, isAsync }) => new (isAsync ? AsyncFunction : Function)('vance', `"use strict";\n${code}`)
}

const results = []
for (const entry of bodies) {
  try {
    const run = load(entry)
    const value = mode === 'load' ? typeof run : await run({ params: { list: [1, 2, 3], text: 'abc' } })
    results.push({ value: JSON.stringify(value) ?? 'undefined' })
  } catch (error) {
    results.push({ error: `${error.name}: ${error.message}`, stack: mode === 'ses' ? globalThis.getStackString(error) : '' })
  }
}
process.stdout.write(JSON.stringify(results))
