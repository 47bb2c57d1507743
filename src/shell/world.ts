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
  /** `set -P`: folders are taken without links. */
  physical: boolean
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
    physical: false,
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
  const worlds: World[] = []
  let ended: World | null = null
  let dropped = false
  for (const group of groups) {
    for (const world of group) {
      if (world.ended) ended = world
      else if (worlds.some(other => isSame(other, world))) continue
      else if (worlds.length < MAX_WORLDS) worlds.push(world)
      else dropped = true
    }
  }
  // What follows an unconditional `exit` is read all the same: better judged than skipped.
  if (worlds.length === 0 && ended !== null) return { worlds: [{ ...ended, ended: false }], dropped: false }
  return { worlds, dropped }
}

/** Most of what two branches know is the very same object, so that this is quick. */
function isSame(left: World, right: World): boolean {
  return left.cwd === right.cwd && left.physical === right.physical && left.failed === right.failed && left.links === right.links && left.texts.size === right.texts.size && left.folders.length === right.folders.length
    && left.functions.size === right.functions.size && left.variables.size === right.variables.size && sameFields(left.positional, right.positional)
    && [...left.variables].every(([name, fields]) => sameFields(fields, right.variables.get(name)))
    && [...left.functions].every(([name, body]) => right.functions.get(name) === body)
}

function sameFields(left: readonly Field[], right: readonly Field[] | undefined): boolean {
  return left === right || (right !== undefined && left.length === right.length
    && left.every((field, index) => field === right[index] || (field.text === right[index]?.text && field.glob === right[index].glob && field.known === right[index].known)))
}
