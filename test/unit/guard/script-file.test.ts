import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_FILE, fileStamp, hashOf, readScriptFile } from '../../../src/guard/script-file.ts'

describe('reading a script file', () => {
  let folder = ''
  beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'shooty-file-')) })
  afterEach(() => { rmSync(folder, { recursive: true, force: true }) })
  const put = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const reasonOf = (path: string): string => {
    const file = readScriptFile(path)
    return file.kind === 'unusable' ? file.reason : file.kind
  }

  it('gives the text and the hash that sha256sum prints', () => {
    const path = put('a.js', 'return "é😀"\r\n')
    const file = readScriptFile(path)
    expect(file).toMatchObject({ kind: 'read', file: path, text: 'return "é😀"\r\n', hash: createHash('sha256').update('return "é😀"\r\n').digest('hex') })
  })

  it('takes a byte order mark off the text, not off the hash', () => {
    const file = readScriptFile(put('a.js', '\ufeffx'))
    expect(file).toMatchObject({ text: 'x', hash: hashOf('\ufeffx') })
  })

  it('reads a file of the largest size and not one of one byte more', () => {
    expect(reasonOf(put('a.js', ' '.repeat(MAX_FILE)))).toBe('read')
    expect(reasonOf(put('b.js', ' '.repeat(MAX_FILE + 1)))).toBe(`is larger than ${MAX_FILE} bytes`)
    // Two bytes each: characters do not count.
    expect(reasonOf(put('c.js', 'é'.repeat(MAX_FILE / 2)))).toBe('read')
    expect(reasonOf(put('d.js', `${'é'.repeat(MAX_FILE / 2)}x`))).toBe(`is larger than ${MAX_FILE} bytes`)
  })

  it.each<[string, Uint8Array, string]>([
    ['a stray byte', Uint8Array.of(0x61, 0xff), 'is not UTF-8 text: save it as UTF-8'],
    ['an encoded half of a pair', Uint8Array.of(0xed, 0xa0, 0x80), 'is not UTF-8 text: save it as UTF-8'],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0x00), 'is UTF-16 text: save it as UTF-8'],
    ['UTF-16, big end first', Uint8Array.of(0xfe, 0xff, 0x00, 0x61), 'is UTF-16 text: save it as UTF-8'],
    ['an executable', Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0x02, 0x80, 0x00), 'is not UTF-8 text: save it as UTF-8'],
  ])('refuses %s, and still has its hash', (_, bytes, reason) => {
    const path = put('a.js', bytes)
    expect(readScriptFile(path)).toMatchObject({ kind: 'unusable', reason, hash: hashOf(bytes) })
  })

  it('follows a symbolic link', () => {
    put('real.txt', 'x')
    symlinkSync(join(folder, 'real.txt'), join(folder, 'link.js'))
    expect(readScriptFile(join(folder, 'link.js'))).toMatchObject({ kind: 'read', text: 'x', file: join(folder, 'link.js') })
  })

  it('tells what is missing from what is there and cannot be read', () => {
    mkdirSync(join(folder, 'dir.js'))
    put('file', 'x')
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling.js'))
    symlinkSync(join(folder, 'loop.js'), join(folder, 'loop.js'))
    expect(readScriptFile(join(folder, 'none.js'))).toEqual({ kind: 'missing' })
    expect(readScriptFile(join(folder, 'file', 'x.js'))).toEqual({ kind: 'missing' })
    expect(reasonOf(join(folder, 'dir.js'))).toBe('is a folder')
    expect(reasonOf(join(folder, 'dangling.js'))).toBe('is a symbolic link to a file that is not there')
    expect(reasonOf(join(folder, 'loop.js'))).toBe('is a symbolic link that leads to itself')
    expect(reasonOf(join(folder, `${'x'.repeat(300)}.js`))).toMatch(/^cannot be opened: ENAMETOOLONG/)
  })

  it.runIf(process.platform !== 'win32')('does not wait for a pipe that nobody writes to', () => {
    execFileSync('mkfifo', [join(folder, 'pipe.js')])
    expect(reasonOf(join(folder, 'pipe.js'))).toBe('is not a regular file')
    expect(reasonOf('/dev/zero')).toBe('is not a regular file')
  })

  it.runIf(process.platform !== 'win32' && process.getuid?.() !== 0)('says that it may not read', () => {
    const path = put('a.js', 'x')
    chmodSync(path, 0)
    expect(reasonOf(path)).toBe('may not be read: permission denied')
  })

  it('has a stamp that changes with the file and is null without one', () => {
    const path = put('a.js', 'one')
    const first = fileStamp(path)
    expect(first).not.toBeNull()
    expect(readScriptFile(path)).toMatchObject({ stamp: first })
    expect(fileStamp(path)).toBe(first)
    writeFileSync(path, 'two')
    utimesSync(path, 1, 1)
    expect(fileStamp(path)).not.toBe(first)
    expect(fileStamp(join(folder, 'none'))).toBeNull()
  })
})
