/**
 * FilesPort in memory: any flavour of path, symlinks, and a file system that folds case. Keys are
 * absolute paths; a value is the text of a file or `{ link }`; folders exist where files are below.
 */
import { posix, win32 } from 'node:path'
import type { FilesPort, SessionRef } from '../../../src/types.ts'

export type MemoryNode = string | { readonly link: string }

export interface MemoryFiles extends FilesPort {
  readonly nodes: Map<string, MemoryNode>
  set(path: string, node: MemoryNode): void
}

export function memoryFiles(initial: Readonly<Record<string, MemoryNode>>, options: { readonly foldCase?: boolean, readonly windows?: boolean } = {}): MemoryFiles {
  const flavour = options.windows === true ? win32 : posix
  const fold = (path: string): string => options.foldCase === true ? path.toLowerCase() : path
  const nodes = new Map(Object.entries(initial).map(([path, node]) => [flavour.normalize(path), node]))

  const entryAt = (path: string): readonly [string, MemoryNode] | undefined => [...nodes].find(([key]) => fold(key) === fold(path))
  const hasBelow = (path: string): boolean => path === flavour.parse(path).root || [...nodes.keys()].some(key => fold(key).startsWith(fold(path) + flavour.sep))

  /** Follows links component by component, as a kernel does. */
  function walk(path: string, depth = 0): string | null {
    if (depth > 20) return null
    const { root } = flavour.parse(path)
    let current = root
    for (const step of path.slice(root.length).split(flavour.sep).filter(part => part !== '')) {
      if (step === '..') {
        current = flavour.dirname(current)
        continue
      }
      const next = flavour.join(current, step)
      const node = entryAt(next)
      if (node !== undefined && typeof node[1] !== 'string') {
        const target = walk(flavour.resolve(current, node[1].link), depth + 1)
        if (target === null) return null
        current = target
      } else if (node !== undefined) current = node[0]
      else if (hasBelow(next)) current = canonicalFolder(next)
      else return null
    }
    return current
  }

  const canonicalFolder = (path: string): string => {
    const below = [...nodes.keys()].find(key => fold(key).startsWith(fold(path) + flavour.sep))
    return below === undefined ? path : below.slice(0, path.length)
  }

  const kindAt = (real: string): 'file' | 'directory' => typeof entryAt(real)?.[1] === 'string' ? 'file' : 'directory'

  return {
    nodes,
    set: (path, node) => { nodes.set(flavour.normalize(path), node) },
    async read(_session: SessionRef, path, maxBytes) {
      const real = walk(path)
      const node = real === null ? undefined : entryAt(real)?.[1]
      if (typeof node !== 'string') return null
      const bytes = new TextEncoder().encode(node)
      return { bytes: bytes.subarray(0, maxBytes), truncated: bytes.length > maxBytes }
    },
    async stat(_session, path) {
      const real = walk(path)
      if (real === null) return null
      const node = nodes.get(real)
      return { kind: kindAt(real), size: typeof node === 'string' ? node.length : 1, mtimeMs: 1 }
    },
    async list(_session, path) {
      const real = walk(path)
      if (real === null) throw new Error(`no such folder: ${path}`)
      const prefix = real.endsWith(flavour.sep) ? real : real + flavour.sep
      const names = new Set([...nodes.keys()].filter(key => fold(key).startsWith(fold(prefix))).map(key => key.slice(prefix.length).split(flavour.sep)[0] as string))
      return [...names].map((name) => {
        const node = entryAt(prefix + name)?.[1]
        return { name, kind: node === undefined ? 'directory' : typeof node === 'string' ? 'file' : 'other' }
      })
    },
    realpath: async (_session, path) => walk(path),
    write: async (_session, path, text) => { nodes.set(flavour.normalize(path), text) },
    remove: async (_session, path) => { nodes.delete(flavour.normalize(path)) },
  }
}
