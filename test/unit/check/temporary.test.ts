import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withTemporaryCopy } from '../../../src/check/temporary.ts'

let root = ''
beforeEach(async () => { root = await mkdtemp(join(tmpdir(), 'shooty-test-')) })
afterEach(async () => { await rm(root, { recursive: true, force: true }) })

describe('a temporary copy', () => {
  it('holds the bytes, for its owner only, while the check runs', async () => {
    const bytes = new Uint8Array([0, 255, 10])
    await withTemporaryCopy(root, 'x.mjs', bytes, async (path) => {
      expect(new Uint8Array(await readFile(path))).toEqual(bytes)
      if (process.platform !== 'win32') {
        expect((await stat(path)).mode & 0o777).toBe(0o600)
        expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
      }
    })
    expect(await readdir(root)).toEqual([])
  })

  it('is gone when the check throws', async () => {
    await expect(withTemporaryCopy(root, 'x', new Uint8Array(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await readdir(root)).toEqual([])
  })
})
