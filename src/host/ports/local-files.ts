/** Files of a local workspace, straight from the file system; for profiles without a file service. */
import { open, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import type { FilesPort, SessionRef } from '../../types.ts'

export function createLocalFiles(): FilesPort {
  const place = (session: SessionRef, path: string): string => isAbsolute(path) ? path : resolve(session.cwd, path)
  return {
    read: (session, path, maxBytes) => absentAsNull(async () => {
      const file = await open(place(session, path), 'r')
      try {
        const { size } = await file.stat()
        const bytes = Buffer.alloc(Math.min(size, maxBytes))
        const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
        return { bytes: bytes.subarray(0, bytesRead), truncated: size > maxBytes }
      } finally {
        await file.close()
      }
    }),
    stat: (session, path) => absentAsNull(async () => {
      const found = await stat(place(session, path))
      return { kind: found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other', size: found.size, mtimeMs: found.mtimeMs }
    }),
    list: async (session, path) => (await readdir(place(session, path), { withFileTypes: true }))
      .map(entry => ({ name: entry.name, kind: entry.isFile() ? 'file' as const : entry.isDirectory() ? 'directory' as const : 'other' as const })),
    realpath: (session, path) => absentAsNull(() => realpath(place(session, path))),
    write: async (session, path, text) => { await writeFile(place(session, path), text) },
    remove: async (session, path) => { await rm(place(session, path)) },
  }
}

/** ENOTDIR too: below a file there is nothing. Everything else is an error of its own. */
async function absentAsNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    const code: unknown = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}
