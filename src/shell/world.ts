/**
 * What a shell knows at one moment: folder, variables, functions, files written so far. A command
 * with branches is followed in several worlds at once; `fork` keeps one branch from changing
 * another, `mergeWorlds` puts them together again, bounded.
 */
import type { Function as FunctionNode } from 'unbash'
import type { Field } from './field.ts'

/** Branches followed side by side. */
export const MAX_WORLDS = 16

export interface World {
  /** Absolute folder; null once it depends on something unknown. */
  cwd: string | null
  previousCwd: string | null
  folders: readonly (string | null)[]
  /** A scalar is one field, an array several. */
  variables: Map<string, readonly Field[]>
  positional: readonly Field[]
  functions: Map<string, FunctionNode['body']>
  /** Links that this very command makes: the new name and what it leads to, both absolute. */
  links: readonly { readonly name: string, readonly target: string }[]
  /** Text of files that this very command writes whole, by absolute path. */
  texts: Map<string, string>
  /** An `exit` was reached; nothing after it happens in this world. */
  ended: boolean
  /** The last command failed in this world; `&&` does not go on from here. */
  failed: boolean
}

export function firstWorld(cwd: string, variables: Readonly<Record<string, string>>): World {
  return {
    cwd,
    previousCwd: null,
    folders: [],
    variables: new Map(Object.entries(variables).map(([name, text]) => [name, [{ text, glob: null, known: true }]])),
    positional: [],
    functions: new Map(),
    links: [],
    texts: new Map(),
    ended: false,
    failed: false,
  }
}

export function fork(world: World): World {
  return { ...world, variables: new Map(world.variables), functions: new Map(world.functions), texts: new Map(world.texts) }
}

export function forkAll(worlds: readonly World[]): World[] {
  return worlds.map(fork)
}

/** @returns the distinct worlds, and whether some had to be left out. */
export function mergeWorlds(groups: readonly (readonly World[])[]): { readonly worlds: World[], readonly dropped: boolean } {
  const seen = new Map<string, World>()
  let ended: World | null = null
  for (const group of groups) {
    for (const world of group) {
      if (world.ended) ended = world
      else if (!seen.has(keyOf(world))) seen.set(keyOf(world), world)
    }
  }
  const worlds = [...seen.values()]
  // What follows an unconditional `exit` is read all the same: better judged than skipped.
  if (worlds.length === 0 && ended !== null) return { worlds: [{ ...ended, ended: false }], dropped: false }
  return { worlds: worlds.slice(0, MAX_WORLDS), dropped: worlds.length > MAX_WORLDS }
}

function keyOf(world: World): string {
  const variables = [...world.variables].map(([name, fields]) => [name, ...fields.map(field => field.known ? field.glob ?? field.text : '\0')])
  return JSON.stringify([world.cwd, world.folders.length, variables, world.positional.map(field => field.text), [...world.functions.keys()], world.links, world.texts.size])
}
