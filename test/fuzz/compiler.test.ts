import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { compileBody, type CompiledBody, type Refused } from '../../src/guard/compile-body.ts'
import { stripTypes } from '../../src/guard/typescript.ts'
import { faultOfCompiled, isIn } from '../support/script/compiled-shape.ts'
import { createRandom, seedFromEnvironment } from '../support/random.ts'
import { randomScript, type RandomScript } from '../support/script/random-scripts.ts'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100_000)
const PARTS = 10
const SAMPLE = Math.min(1_000, RUNS / 20)
const EVALUATE = fileURLToPath(new URL('../support/script/evaluate-bodies.mjs', import.meta.url))

const slow = vi.hoisted(() => ({ longest: 0 }))
// The real one makes a realm for each script, which takes longer than the script.
vi.mock('../../src/base/time-limit.ts', () => ({
  withinTime: <T>(ms: number, work: () => T) => {
    const began = process.cpuUsage()
    const value = work()
    const { user, system } = process.cpuUsage(began)
    slow.longest = Math.max(slow.longest, (user + system) / 1_000 / ms)
    return { ended: true, value }
  },
}))

/** What is wrong with how a script was answered; null for nothing. */
function faultOf({ text, language }: RandomScript, outcome: CompiledBody | Refused): string | null {
  if (!outcome.ok) {
    if (outcome.reason.trim() === '' || outcome.reason.startsWith('it cannot be compiled')) return 'it was refused without a reason'
    return outcome.position === null || isIn(text, outcome.position) ? null : 'the place is not in the text'
  }
  const own = text.replace(/^\ufeff/, '')
  return faultOfCompiled(language === 'ts' ? stripTypes(own.replace(/^#!/, '//')).text : own, outcome.compiled)
    ?? faultOfMark(own, outcome.compiled.code)
    ?? outcome.compiled.warnings.map(({ position }) => position === null || isIn(own, position) ? null : 'a warning is not in the text').find(fault => fault !== null)
    ?? null
}

/** A word that is there once is in the line that it was in; of types nothing is left. */
function faultOfMark(text: string, code: string): string | null {
  const [before, after] = [text, code].map(whole => whole.split('markHere').map(part => part.split(/\r\n|[\n\r\u2028\u2029]/).length))
  if (before?.length !== 2 || after?.length !== 2) return null
  return after[0] === (before[0] ?? 0) + 1 ? null : `line ${before[0]} is now line ${after[0]}`
}

describe('the compiler', () => {
  const seed = seedFromEnvironment()
  const accepted: { readonly code: string, readonly isAsync: boolean }[] = []
  let answered = 0

  it.each(Array.from({ length: PARTS }, (_, part) => part + 1))(`makes one function of a script, or says why not: ${RUNS / PARTS} scripts, part %i of ${PARTS} (FUZZ_SEED=${seed})`, (part) => {
    const random = createRandom(seed + part)
    for (let run = 0; run < RUNS / PARTS; run++) {
      const script = randomScript(random)
      let fault: string | null
      let outcome: CompiledBody | Refused | null = null
      slow.longest = 0
      try {
        outcome = compileBody(script.text, { name: 'g', language: script.language })
        fault = faultOf(script, outcome) ?? (slow.longest < 1 ? null : 'it takes too long')
      } catch (error) {
        fault = `it threw ${String(error)}`
      }
      if (fault !== null) expect({ seed, part, run, fault, ...script, outcome }).toBe('a function, or a reason')
      answered += 1
      if (outcome?.ok === true) accepted.push(outcome.compiled)
    }
  })

  it(`has made functions of enough of them, and a compartment takes ${SAMPLE}`, () => {
    expect(accepted.length).toBeGreaterThan(answered / 10)
    expect(accepted.length).toBeLessThan(answered * 9 / 10)
    const sample = accepted.filter((_, index) => index % Math.floor(accepted.length / SAMPLE) === 0).slice(0, SAMPLE)
    const results = JSON.parse(execFileSync(process.execPath, [EVALUATE, 'load'], { input: JSON.stringify(sample), encoding: 'utf8', env: {} })) as { value?: string, error?: string }[]
    expect(results.filter(({ value }) => value !== '"function"').slice(0, 3)).toEqual([])
    expect(results).toHaveLength(sample.length)
  })
})
