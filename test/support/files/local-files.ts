/** FilesPort over the local file system, for tests that need real symlinks and real programs. */
import { readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import type { FilesPort } from '../../../src/types.ts'

const kindOf = (entry: { isFile(): boolean, isDirectory(): boolean }): 'file' | 'directory' | 'other' =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'other'

export function localFiles(): FilesPort {
  return {
    async read(_session, path, maxBytes) {
      const bytes = await readFile(path).catch(() => null)
      return bytes === null ? null : { bytes: bytes.subarray(0, maxBytes), truncated: bytes.length > maxBytes }
    },
    async stat(_session, path) {
      const found = await stat(path).catch(() => null)
      return found === null ? null : { kind: kindOf(found), size: found.size, mtimeMs: found.mtimeMs }
    },
    async list(_session, path) {
      const entries = await readdir(path, { withFileTypes: true })
      return entries.map(entry => ({ name: entry.name, kind: kindOf(entry) }))
    },
    realpath: (_session, path) => realpath(path).catch(() => null),
    write: (_session, path, text) => writeFile(path, text),
    remove: (_session, path) => rm(path),
  }
}
