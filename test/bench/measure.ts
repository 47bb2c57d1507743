/** Times, percentiles and the table of the benchmark. All times are milliseconds of this run; only ratios travel between machines. */
export interface Sample {
  readonly p50: number
  readonly p99: number
  readonly count: number
}

export async function sample(count: number, body: (index: number) => unknown, warmUp = Math.ceil(count / 10)): Promise<Sample> {
  for (let index = 0; index < warmUp; index += 1) await body(index)
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const began = performance.now()
    await body(index)
    times.push(performance.now() - began)
  }
  return summary(times)
}

/** Two bodies in alternating batches, so that both meet the same moods of the machine. */
export async function sampleBoth(batches: number, size: number, a: () => Promise<unknown>, b: () => Promise<unknown>): Promise<readonly [Sample, Sample]> {
  const times: [number[], number[]] = [[], []]
  const batch = async (body: () => Promise<unknown>, into: number[]): Promise<void> => {
    const began = performance.now()
    for (let index = 0; index < size; index += 1) await body()
    into.push((performance.now() - began) / size)
  }
  for (let round = 0; round < batches; round += 1) {
    // The order changes from round to round: who comes second finds warmer caches.
    const order: [0, 1] | [1, 0] = round % 2 === 0 ? [0, 1] : [1, 0]
    for (const which of order) await batch(which === 0 ? a : b, times[which])
  }
  return [summary(times[0]), summary(times[1])]
}

export function summary(times: readonly number[]): Sample {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), count: sorted.length }
}

export function ms(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toFixed(3)
}

export function ratio(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toFixed(2)
}

/** A Markdown table, as the README quotes it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
}
