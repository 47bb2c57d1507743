/** Tokens that the model calls of each guard took. In memory, for the life of the plugin. */
export interface TokenBook {
  add(guard: string, input: number, output: number): void
  of(guard: string): { readonly calls: number, readonly input: number, readonly output: number }
}

export function createTokenBook(): TokenBook {
  const used = new Map<string, { calls: number, input: number, output: number }>()
  return {
    add(guard, input, output) {
      const entry = used.get(guard) ?? { calls: 0, input: 0, output: 0 }
      entry.calls += 1
      entry.input += input
      entry.output += output
      used.set(guard, entry)
    },
    of: guard => ({ ...used.get(guard) ?? { calls: 0, input: 0, output: 0 } }),
  }
}
