/** A small seeded generator, so that a failing random case can be run again. */
export interface Random {
  readonly seed: number
  /** 0 <= value < 1. */
  readonly next: () => number
  readonly below: (limit: number) => number
  readonly pick: <T>(items: readonly T[]) => T
}

/** mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { seed, next, below, pick: items => items[below(items.length)] as (typeof items)[number] }
}

/** A change is judged by the same inputs as the one before it. */
const USUAL_SEED = 20_261_130

/** From `FUZZ_SEED`: a number, or `random` for inputs that nobody has tried; else the usual one. */
export function seedFromEnvironment(): number {
  const given = process.env['FUZZ_SEED']
  if (given === 'random') return Math.floor(Math.random() * 1_000_000_000) + 1
  const seed = Number(given)
  return Number.isInteger(seed) && seed > 0 ? seed : USUAL_SEED
}
