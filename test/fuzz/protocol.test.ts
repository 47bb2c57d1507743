import { describe, expect, it } from 'vitest'
import { frameText, parseHostFrame, parseRunnerFrame, type HostFrame, type RunnerFrame } from '../../src/protocol.ts'
import { isDeclaredHostFrame, isDeclaredRunnerFrame } from '../support/runner/frame-shapes.ts'
import { HOST_FRAMES, RUNNER_FRAMES } from '../support/runner/frames.ts'
import { createRandom, seedFromEnvironment } from '../support/random.ts'
import { randomFrameText } from '../support/runner/random-frames.ts'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100_000)

interface Direction {
  readonly from: string
  readonly parse: (text: string) => RunnerFrame | HostFrame | null
  readonly isDeclared: (value: unknown) => boolean
  readonly frames: readonly (RunnerFrame | HostFrame)[]
}

const DIRECTIONS: readonly Direction[] = [
  { from: 'a runner', parse: parseRunnerFrame, isDeclared: isDeclaredRunnerFrame, frames: RUNNER_FRAMES },
  { from: 'the host', parse: parseHostFrame, isDeclared: isDeclaredHostFrame, frames: HOST_FRAMES },
]

/** What is wrong with how a text was read; null for nothing. */
function faultOf({ parse, isDeclared }: Direction, text: string): string | null {
  let frame: RunnerFrame | HostFrame | null
  try {
    frame = parse(text)
  } catch (error) {
    return `it threw ${String(error)}`
  }
  if (frame === null) return isDeclared(valueOf(text)) ? 'it is a frame, and was refused' : null
  if (!isDeclared(frame)) return `what was accepted is not as declared: ${frameText(frame)}`
  const again = parse(frameText(frame))
  return again !== null && frameText(again) === frameText(frame) ? null : 'what was accepted is not read again as the same'
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

describe('frames', () => {
  const seed = seedFromEnvironment()
  it.each(DIRECTIONS)(`of $from are exactly those that are declared, among ${RUNS} mutated texts (FUZZ_SEED=${seed})`, (direction) => {
    const random = createRandom(seed)
    let accepted = 0
    for (let run = 0; run < RUNS; run++) {
      // Frames of the other direction are none of this one.
      const mutated = randomFrameText(random, random.below(10) === 0 ? [...HOST_FRAMES, ...RUNNER_FRAMES] : direction.frames)
      // The host writes no such number, and is not asked about it.
      const text = direction.from === 'the host' ? mutated.replaceAll('1e999', '1e99') : mutated
      const fault = faultOf(direction, text)
      if (fault !== null) expect({ seed, run, text, fault }).toBe('a frame, or none')
      if (direction.parse(text) !== null) accepted += 1
    }
    expect(accepted).toBeGreaterThan(RUNS / 20)
    expect(accepted).toBeLessThan(RUNS * 19 / 20)
  })
})
