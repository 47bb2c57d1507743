import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resolveDocument } from '../../../src/api/document-path.ts'
import type { FilesPort } from '../../../src/types.ts'
import { SESSION } from '../../support/session/api-run.ts'

/** A disk without links. */
function files(existing: readonly string[]): FilesPort {
  const refuse = (): never => { throw new Error('not asked in this test') }
  return { realpath: async (_session, path) => Promise.resolve(existing.includes(path) ? path : null), read: refuse, stat: refuse, list: refuse, write: refuse, remove: refuse }
}

describe('on Windows', () => {
  const cwd = 'C:\\work\\ws'
  const ask = async (path: string) => await resolveDocument(files([cwd, 'C:\\work\\ws\\src', 'C:\\work\\ws\\src\\a.ts']), { ...SESSION, cwd }, 'documents.read', path, win32)

  it.each([['src/a.ts', 'C:\\work\\ws\\src\\a.ts'], ['src\\a.ts', 'C:\\work\\ws\\src\\a.ts'], ['.\\src\\..\\src/a.ts', 'C:\\work\\ws\\src\\a.ts'], ['src\\new\\b.ts', 'C:\\work\\ws\\src\\new\\b.ts'], ['.', cwd]])('%s is %s', async (path, real) => {
    expect((await ask(path)).real).toBe(real)
  })

  it.each(['..\\x', '../x', 'src\\..\\..\\x', 'C:\\work\\ws\\src\\a.ts', 'c:x', 'D:x', 'D:\\x', '\\x', '/x', '\\\\host\\share\\x', '\\\\?\\C:\\x'])('%s leaves the workspace', async (path) => {
    await expect(ask(path)).rejects.toMatchObject({ code: 'OUTSIDE_WORKSPACE' })
  })
})

describe('on POSIX', () => {
  const cwd = '/home/me/ws'
  const ask = async (path: string) => await resolveDocument(files([cwd, '/home/me/ws/src', '/home/me/ws/c:x', '/home/me/ws/..a']), { ...SESSION, cwd }, 'documents.read', path, posix)

  it.each([['c:x', '/home/me/ws/c:x'], ['..a', '/home/me/ws/..a'], ['src/../..a', '/home/me/ws/..a'], ['a\\..\\..\\b', '/home/me/ws/a\\..\\..\\b']])('%s is %s', async (path, real) => {
    expect((await ask(path)).real).toBe(real)
  })

  it.each(['..', '../ws-other/x', '/home/me/ws', 'src/../../ws2'])('%s leaves the workspace', async (path) => {
    await expect(ask(path)).rejects.toMatchObject({ code: 'OUTSIDE_WORKSPACE' })
  })
})
