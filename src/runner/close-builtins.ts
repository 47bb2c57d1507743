/**
 * Takes out of this process what Node's permission model leaves open, before anything of a guard runs: a
 * second hurdle for code that broke out of its compartment, not a wall of its own. Owns the table.
 *
 * Invariant: every way to a built-in module leads to one exports object, so what is gone from it, from a
 * prototype or from `process` cannot be had again without the engine's own internals.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module'

/** Properties of `process`. */
const PROCESS = [
  // All signals go through `_kill`; a host that is sent SIGUSR1 opens its debugger.
  '_kill', 'kill', '_debugProcess',
  // A report on a fatal error is written to any folder, with a text of the process's own choice.
  'report',
] as const

/** Exports of built-in modules; null: all. */
const EXPORTS: Readonly<Record<string, readonly string[] | null>> = {
  // On Node 20 the handle of a child that was never started signals the whole process group.
  'node:child_process': null,
  // Another process's priority.
  'node:os': ['setPriority'],
  // Reads and writes databases anywhere, unseen by the permission model.
  'node:sqlite': null,
  // Some flags of the engine name folders that it then writes to; snapshots near the heap limit and traces are written unasked.
  'node:v8': null,
  'node:trace_events': null,
  // The network, local sockets included, where Node is too old to deny it: harder to reach, not out of reach.
  'node:net': null,
  'node:dgram': null,
  'node:dns': null,
  'node:dns/promises': null,
}

/** Methods that every stream connection and every server (HTTP, TLS, fetch) goes through. */
const NET_METHODS = { Socket: ['connect'], Server: ['listen', '_listen2'] } as const

export function closeBuiltins(): void {
  const load = createRequire(import.meta.url)
  for (const name of PROCESS) Reflect.deleteProperty(process, name)
  const net = load('node:net') as Readonly<Record<keyof typeof NET_METHODS, { readonly prototype: object }>>
  for (const [name, methods] of Object.entries(NET_METHODS)) remove(net[name as keyof typeof NET_METHODS].prototype, methods)
  for (const [name, exported] of Object.entries(EXPORTS)) {
    const from = loaded(load, name)
    if (from !== null) remove(from, exported)
  }
  // An import by name would otherwise still find what was there when the module was first imported.
  syncBuiltinESMExports()
}

/** null where this Node, or a thread, has no such module: then nobody else can load it either. */
function loaded(load: NodeJS.Require, name: string): object | null {
  try {
    return load(name) as object
  } catch {
    return null
  }
}

function remove(from: object, names: readonly string[] | null): void {
  for (const name of names ?? Object.keys(from)) Reflect.deleteProperty(from, name)
}
