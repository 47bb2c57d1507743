import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeFileAtomic } from '../../../src/base/atomic-file.ts'

describe('an atomic write', () => {
  let folder = ''
  beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'shooty-atomic-')) })
  afterEach(() => { rmSync(folder, { recursive: true, force: true }) })

  it('makes missing folders, and leaves nothing but the file', async () => {
    await writeFileAtomic(join(folder, 'a', 'b', 'state.json'), '{"é":1}')
    expect(readFileSync(join(folder, 'a', 'b', 'state.json'), 'utf8')).toBe('{"é":1}')
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['state.json'])
  })

  it.runIf(process.platform !== 'win32')('is for its owner only, unless told otherwise', async () => {
    await writeFileAtomic(join(folder, 'new', 'x'), 'x')
    expect(statSync(join(folder, 'new', 'x')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700)
    await writeFileAtomic(join(folder, 'y'), 'y', 0o640)
    expect(statSync(join(folder, 'y')).mode & 0o777).toBe(0o640)
  })

  it('replaces whole: parallel writers leave one of their texts, never a mixture', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(10_000))
    await Promise.all(texts.map(async text => await writeFileAtomic(join(folder, 'f'), text)))
    expect(texts).toContain(readFileSync(join(folder, 'f'), 'utf8'))
    expect(readdirSync(folder)).toEqual(['f'])
  })

  it('leaves the target as it was, and no temporary file, when it fails', async () => {
    mkdirSync(join(folder, 'target'))
    writeFileSync(join(folder, 'target', 'inside'), 'kept')
    await expect(writeFileAtomic(join(folder, 'target'), 'x')).rejects.toThrow()
    expect(readdirSync(folder)).toEqual(['target'])
    expect(readFileSync(join(folder, 'target', 'inside'), 'utf8')).toBe('kept')
  })
})
