/** The "did you mean" of an unknown word. Pure. */

/**
 * The candidate that differs least from a word: at most one edit per three letters (never fewer
 * than one, never more than three), or the same letters in another case or with other separators.
 * @returns null when nothing is near.
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const wanted = folded(word)
  let best: string | null = null
  let bestDistance = Math.min(3, Math.max(1, Math.floor(word.length / 3))) + 1
  for (const candidate of candidates) {
    const other = folded(candidate)
    // The rest of the work grows with the product of the lengths.
    if (Math.abs(other.length - wanted.length) >= bestDistance) continue
    const distance = edits(wanted, other)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

function folded(word: string): string {
  return word.toLowerCase().replace(/[-_.\s]/g, '')
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
function edits(from: string, to: string): number {
  let before: number[] = []
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1]
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    before = previous
    previous = row
  }
  return previous[to.length] ?? 0
}
