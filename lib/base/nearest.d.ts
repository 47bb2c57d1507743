/** The "did you mean" of an unknown word. Pure. */
/**
 * The candidate that differs least from a word: at most one edit per three letters (never fewer
 * than one, never more than three), or the same letters in another case or with other separators.
 * @returns null when nothing is near.
 */
export declare function nearest(word: string, candidates: readonly string[]): string | null;
