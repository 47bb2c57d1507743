import { describe, expect, it } from 'vitest'
import { MAX_FOLDED_END, foldMessage } from '../../src/gate/failure/fold.ts'
import { failureOf } from '../../src/gate/failure/outcome.ts'
import { commandOf, resultOf } from '../support/gate/gate-world.ts'
import { hostileText } from '../support/script/hostile-text.ts'
import { createRandom, seedFromEnvironment } from '../support/random.ts'

const COUNT = Number(process.env['FUZZ_RUNS'] ?? 100_000)
const SEED = seedFromEnvironment()
/** Milliseconds for one text; far above what any needs, far below what a pattern that explodes takes. */
const MAX_MS = 2_000

describe(`folding ${COUNT} hostile texts (FUZZ_SEED=${SEED})`, () => {
  it('never throws, stays bounded, on one line, in bounded time, and says the same twice', () => {
    const random = createRandom(SEED)
    const bash = commandOf('bash', { command: 'x' })
    let slowest = 0
    for (let index = 0; index < COUNT; index += 1) {
      const text = hostileText(random)
      const began = performance.now()
      const folded = foldMessage(text)
      const failure = failureOf(bash, index % 2 === 0 ? resultOf(text) : resultOf(text, {}), false)
      slowest = Math.max(slowest, performance.now() - began)
      if (folded.length > 2 * MAX_FOLDED_END + 3 || folded.includes('\n')) expect.fail(`out of bounds: ${JSON.stringify(text.slice(0, 200))}`)
      if (index % 50 === 0 && foldMessage(text) !== folded) expect.fail(`not the same twice: ${JSON.stringify(text.slice(0, 200))}`)
      if (failure !== null && typeof failure.message !== 'string') expect.fail('a failure without words')
    }
    expect(slowest).toBeLessThan(MAX_MS)
  }, 300_000)
})
