/**
 * A glob as a tree of parts, for the forms that this project matches itself: literals, `?`, `*`, `**`,
 * `[…]`, `{a,b}` and `@(a|b)`. Anything else picomatch knows is told apart by `null`.
 */

export type Part =
  | { readonly kind: 'text', readonly text: string }
  | { readonly kind: 'one', readonly slash: boolean }
  /** Any number of characters; `least` of them at the fewest. */
  | { readonly kind: 'many', readonly slash: boolean, readonly least: 0 | 1 }
  | { readonly kind: 'set', readonly negated: boolean, readonly ranges: readonly (readonly [number, number])[] }
  | { readonly kind: 'either', readonly choices: readonly (readonly Part[])[] }

export interface ParseOptions {
  /** `*` and `?` match `/` as well, and `**`, braces and `@(…)` mean nothing: a pattern on a value of the shell. */
  readonly flat?: boolean
}

const MAX_DEPTH = 8

/** @returns null when the glob uses a form that is not among those above. */
export function parseGlob(glob: string, options: ParseOptions = {}): readonly Part[] | null {
  const flat = options.flat === true
  const text = !flat && glob.startsWith('./') ? glob.slice(2) : glob
  if (!flat && text.startsWith('!')) return null
  let at = 0
  let depth = 0

  const ends = (position: number): boolean => position >= text.length || (depth > 0 && /[,|})]/.test(text[position] as string))

  function sequence(startsSegment: boolean): Part[] | null {
    const parts: Part[] = []
    let fresh = startsSegment
    while (at < text.length && !(depth > 0 && ends(at))) {
      const before = at
      const part = next(fresh, parts)
      if (part === null) return null
      if (part !== undefined) parts.push(part)
      fresh = text[at - 1] === '/' && !(at - before === 2 && text[before] === '\\')
    }
    return parts
  }

  function next(fresh: boolean, parts: Part[]): Part | null | undefined {
    const character = text[at] as string
    if (character === '\\') {
      at += 2
      return { kind: 'text', text: text[at - 1] ?? '\\' }
    }
    if (character === '*') return stars(fresh, parts)
    if (character === '?') {
      at++
      return !flat && text[at] === '(' ? null : { kind: 'one', slash: flat }
    }
    if (character === '[') return set()
    if (flat) return literal()
    if (character === '{') return choices('{', '}', ',', fresh)
    if (character === '@' && text[at + 1] === '(') {
      at++
      return choices('(', ')', '|', fresh)
    }
    if (/["()]/.test(character) || (/[+!]/.test(character) && text[at + 1] === '(')) return null
    return literal()
  }

  function literal(): Part {
    return { kind: 'text', text: text[at++] as string }
  }

  function stars(fresh: boolean, parts: Part[]): Part | null {
    const begin = at
    while (text[at] === '*') at++
    if (!flat && text[at] === '(') return null
    if (flat) return { kind: 'many', slash: true, least: 0 }
    const whole = fresh && (ends(at) || text[at] === '/')
    if (!whole || at - begin === 1) return { kind: 'many', slash: false, least: fresh && (at >= text.length || text[at] === '/') ? 1 : 0 }
    if (at - begin > 2) return null
    // `**/**` says no more than `**`.
    while (text.startsWith('/**', at) && (ends(at + 3) || text[at + 3] === '/')) at += 3
    if (text[at] === '/') {
      at++
      return { kind: 'either', choices: [[], [{ kind: 'many', slash: true, least: 0 }, { kind: 'text', text: '/' }]] }
    }
    // `a/**` is `a` too; `a*/**` is not, as picomatch has it.
    const before = parts.at(-1)
    const rest: Part = { kind: 'many', slash: true, least: 0 }
    if (before?.kind !== 'text' || before.text !== '/' || parts.at(-2)?.kind === 'many') return rest
    parts.pop()
    return { kind: 'either', choices: [[], [before, rest]] }
  }

  function set(): Part | null {
    const end = text.indexOf(']', at + 2)
    const inside = end < 0 ? '' : text.slice(at + 1, end)
    if (end < 0 || /[[\\]/.test(inside)) return flat && end < 0 ? literal() : null
    at = end + 1
    const negated = /^[!^]/.test(inside)
    return { kind: 'set', negated, ranges: rangesOf(negated ? inside.slice(1) : inside) }
  }

  function choices(open: string, close: string, separator: string, fresh: boolean): Part | null {
    if (++depth > MAX_DEPTH) return null
    const found: Part[][] = []
    do {
      at++
      const one = sequence(fresh)
      if (one === null) return null
      found.push(one)
    } while (text[at] === separator)
    depth--
    if (text[at] !== close || (open === '{' && (found.length < 2))) return null
    at++
    return { kind: 'either', choices: found }
  }

  const parsed = sequence(true)
  return parsed === null || at < text.length ? null : parsed
}

function rangesOf(inside: string): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = []
  for (let index = 0; index < inside.length; index++) {
    const from = inside.charCodeAt(index)
    const dashed = inside[index + 1] === '-' && index + 2 < inside.length
    ranges.push([from, dashed ? inside.charCodeAt(index + 2) : from])
    if (dashed) index += 2
  }
  return ranges
}

/** The same pattern read from its end. */
export function reversed(parts: readonly Part[]): readonly Part[] {
  return parts.map(part => part.kind === 'either' ? { ...part, choices: part.choices.map(reversed) } : part).reverse()
}
