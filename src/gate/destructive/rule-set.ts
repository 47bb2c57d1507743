/** The rules in force, found by program. Owns the selection of packs by name. */
import { ALL_PACKS, DEFAULT_PACKS } from './packs/all.ts'
import type { Pack, Rule } from './rule.ts'

export interface RuleSet {
  readonly packs: readonly Pack[]
  readonly count: number
  /** Rules about this program, those about every program included. */
  about(program: string): readonly Rule[]
}

/** What `packs` asks for: packs that are on, and names of files. */
export interface Selection {
  readonly packs: readonly Pack[]
  readonly files: readonly string[]
}

/** A pack of the user: a file. */
export function isPackFile(name: string): boolean {
  return /\.ya?ml$/i.test(name)
}

/** `core` stands for `core.git` and `core.filesystem`. */
function isIn(pack: string, name: string): boolean {
  return pack === name || pack.startsWith(`${name}.`)
}

/** @param names in order; `-name` takes out what was taken in before. A list of `-name` alone starts from the default. */
export function selectPacks(names: readonly string[]): Selection {
  const chosen = new Set<Pack>(names.length > 0 && names.every(name => name.startsWith('-')) ? DEFAULT_PACKS : [])
  const files: string[] = []
  for (const name of names) {
    if (isPackFile(name)) files.push(name)
    else if (name.startsWith('-')) for (const pack of [...chosen]) { if (name === '-all' || isIn(pack.name, name.slice(1)) || (name === '-default' && DEFAULT_PACKS.includes(pack))) chosen.delete(pack) }
    else for (const pack of name === 'default' ? DEFAULT_PACKS : ALL_PACKS) if (name === 'default' || name === 'all' || isIn(pack.name, name)) chosen.add(pack)
  }
  return { packs: [...chosen], files }
}

export function createRuleSet(packs: readonly Pack[]): RuleSet {
  const rules = packs.flatMap(pack => pack.rules)
  const known = new Map<string, readonly Rule[]>()
  const named = new Map<Rule, (program: string) => boolean>(rules.map(rule => [rule, nameTest(rule.programs)]))
  return {
    packs,
    count: rules.length,
    about(program) {
      const found = known.get(program) ?? rules.filter(rule => named.get(rule)?.(program) === true)
      if (known.size < 2_000) known.set(program, found)
      return found
    },
  }
}

function nameTest(names: readonly string[]): (program: string) => boolean {
  const plain = new Set(names)
  const patterns = names.filter(name => name.includes('*')).map(name => new RegExp(`^${name.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`))
  return program => plain.has(program) || patterns.some(pattern => pattern.test(program))
}
