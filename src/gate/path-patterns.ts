/** Patterns of `criticalPaths` and `lockedPaths` as people write them, made into the ones that are meant. Pure. */

/** Without the space around it, `./` before it and `/` behind it. */
export function plainPattern(pattern: string): string {
  const plain = pattern.trim().replace(/^(?:\.\/)+/, '')
  return plain.length > 1 ? plain.replace(/\/+$/, '') : plain
}

/** A name without pattern characters may be a folder, which means the files below it. */
export function withBelow(glob: string): readonly string[] {
  return /[*?[\]{}()!]/.test(glob) ? [glob] : [glob, `${glob}/**`]
}
