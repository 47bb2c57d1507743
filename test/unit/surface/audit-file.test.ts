import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAuditFile } from '../../../src/surface/audit-file.ts'

let home: string
let path: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'shooty-audit-'))
  path = join(home, 'shooty', 'audit.jsonl')
})
afterEach(async () => { await rm(home, { recursive: true, force: true }) })

const open = (maxBytes = 100, keep = 3) => createAuditFile(path, { maxBytes, keep })
const read = async (suffix = ''): Promise<string> => await readFile(`${path}${suffix}`, 'utf8')
const names = async (): Promise<string[]> => (await readdir(join(home, 'shooty'))).sort()
const put = async (suffix: string, text: string): Promise<void> => {
  await mkdir(join(home, 'shooty'), { recursive: true })
  await writeFile(`${path}${suffix}`, text)
}

describe('the audit file', () => {
  it('is made with its folder, for the owner only, and appended to in order', async () => {
    expect(await open().append(['one', 'two'])).toEqual({ written: 2, problem: null })
    expect(await open().append(['three'])).toEqual({ written: 1, problem: null })
    expect(await read()).toBe('one\ntwo\nthree\n')
    expect([(await stat(path)).mode & 0o777, (await stat(join(home, 'shooty'))).mode & 0o777]).toEqual([0o600, 0o700])
  })

  it('begins a new line behind half a line that somebody left', async () => {
    await put('', '{"half')
    expect(await open().append(['one', 'two'])).toEqual({ written: 2, problem: null })
    expect(await read()).toBe('{"half\none\ntwo\n')
  })

  it('puts no empty line where the last one is whole', async () => {
    await put('', 'one\n')
    await open().append(['two'])
    expect(await read()).toBe('one\ntwo\n')
  })
})

describe('rotation', () => {
  it('happens when the next lines would make the file larger than its limit, and not at the limit', async () => {
    await put('', `${'a'.repeat(89)}\n`)
    await open(100).append(['b'.repeat(9)])
    expect([(await stat(path)).size, await names()]).toEqual([100, ['audit.jsonl']])
    await open(100).append([''])
    expect([await read(), await names()]).toEqual(['\n', ['audit.jsonl', 'audit.jsonl.1']])
    expect((await stat(`${path}.1`)).size).toBe(100)
  })

  it('counts bytes and not letters', async () => {
    await put('', `${'a'.repeat(89)}\n`)
    await open(100).append(['€'.repeat(4)])
    expect(await names()).toEqual(['audit.jsonl', 'audit.jsonl.1'])
  })

  it('keeps three old files, the youngest is .1', async () => {
    for (const text of ['1', '2', '3', '4', '5']) await open(2).append([text])
    expect([await read(), await read('.1'), await read('.2'), await read('.3'), (await names()).length]).toEqual(['5\n', '4\n', '3\n', '2\n', 4])
  })

  it('does not happen to an empty file, however large the lines are', async () => {
    await put('', '')
    await open(2).append(['a long line'])
    expect([await read(), await names()]).toEqual(['a long line\n', ['audit.jsonl']])
  })

  it('is left to the process that has begun it', async () => {
    await put('', 'full\n')
    await put('.lock', '')
    expect(await open(2).append(['one'])).toEqual({ written: 1, problem: null })
    expect([await read(), await names()]).toEqual(['full\none\n', ['audit.jsonl', 'audit.jsonl.lock']])
  })

  it.each([[9_000, ['audit.jsonl', 'audit.jsonl.lock']], [11_000, ['audit.jsonl', 'audit.jsonl.1']]])('with a lock that is %i ms old leaves %j', async (age, left) => {
    await put('', 'full\n')
    await put('.lock', '')
    const then = new Date(Date.now() - age)
    await utimes(`${path}.lock`, then, then)
    expect(await open(2).append(['one'])).toEqual({ written: 1, problem: null })
    expect(await names()).toEqual(left)
  })

  it('is waited for when another process is at it', async () => {
    await put('', 'full\n')
    await put('.lock', '')
    const appended = open(2).append(['one'])
    setTimeout(() => { void rename(path, `${path}.1`).then(() => rm(`${path}.lock`)) }, 10)
    await appended
    expect([await read(), await read('.1'), await names()]).toEqual(['one\n', 'full\n', ['audit.jsonl', 'audit.jsonl.1']])
  })

  it('that cannot be done is told, and the lines are written all the same', async () => {
    await put('', 'full\n')
    await mkdir(`${path}.1`)
    expect(await open(2, 1).append(['one'])).toEqual({ written: 1, problem: expect.stringMatching(/^it could not be rotated: E/) as string })
    expect([await read(), await names()]).toEqual(['full\none\n', ['audit.jsonl', 'audit.jsonl.1']])
  })
})

describe('a disk that fails', () => {
  it.runIf(existsSync('/dev/full'))('because it is full is a problem and not a throw', async () => {
    expect(await createAuditFile('/dev/full', { maxBytes: 10, keep: 3 }).append(['one'])).toEqual({ written: 0, problem: expect.stringContaining('ENOSPC') as string })
  })

  it('because the folder cannot be made is a problem and not a throw', async () => {
    await writeFile(join(home, 'shooty'), 'a file')
    expect(await open().append(['one'])).toEqual({ written: 0, problem: expect.stringMatching(/E(EXIST|NOTDIR)/) as string })
  })

  it('because there is a folder in its place is a problem and not a throw', async () => {
    await mkdir(path, { recursive: true })
    expect(await open().append(['one'])).toEqual({ written: 0, problem: expect.stringContaining('EISDIR') as string })
  })
})

describe('two processes on one file', () => {
  const script = fileURLToPath(new URL('../../fixtures/audit/writer.mjs', import.meta.url))
  const lib = new URL('../../../.cache/modules', import.meta.url).href
  const write = async (name: string, count: number, maxBytes: number): Promise<{ code: number | null, stderr: string }> => await new Promise((resolve) => {
    const child = spawn(process.execPath, [script, lib, path, name, String(count), String(maxBytes)], { stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => { stderr += chunk.toString() })
    child.on('close', (code) => { resolve({ code, stderr }) })
  })

  it.each([['without rotation', 1_000_000], ['while it is rotated', 8_000]])('lose no line, tear none and keep the order of each, %s', async (_name, maxBytes) => {
    const count = 600
    expect(await Promise.all([write('a', count, maxBytes), write('b', count, maxBytes)])).toEqual([{ code: 0, stderr: '' }, { code: 0, stderr: '' }])
    const rotated = (await names()).filter(name => name !== 'audit.jsonl').map(name => Number(name.replace('audit.jsonl.', ''))).sort((one, other) => other - one)
    expect(rotated.length > 10).toBe(maxBytes === 8_000)
    const texts = await Promise.all([...rotated.map(number => read(`.${number}`)), read()])
    const records = texts.join('').trimEnd().split('\n').map(line => JSON.parse(line) as { session: string, reason: string })
    for (const name of ['a', 'b']) {
      expect(records.filter(one => one.session === name).map(one => Number.parseInt(one.reason))).toEqual(Array.from({ length: count }, (_, index) => index + 1))
    }
  })
})
