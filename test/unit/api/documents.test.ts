import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync, existsSync, lstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_DOCUMENT, MAX_ENTRIES, MAX_WRITTEN, createDocumentsCapability } from '../../../src/api/documents.ts'
import type { FilesPort, JsonValue, RunContext } from '../../../src/types.ts'
import { SESSION, diskFiles, guardSettings, hostCall, runContext } from '../../support/session/api-run.ts'

let base: string
let workspace: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'documents-'))
  workspace = join(base, 'ws')
  mkdirSync(join(workspace, 'sub'), { recursive: true })
  writeFileSync(join(base, 'secret.txt'), 'secret')
  mkdirSync(join(base, 'ws-other'))
  writeFileSync(join(base, 'ws-other', 'x.txt'), 'other')
  writeFileSync(join(workspace, 'a.txt'), 'ä\n')
  writeFileSync(join(workspace, 'guard.js'), 'return')
  symlinkSync(join(base, 'secret.txt'), join(workspace, 'out.txt'))
  symlinkSync(base, join(workspace, 'outdir'))
  symlinkSync(join(base, 'nowhere'), join(workspace, 'dangling'))
  symlinkSync('a.txt', join(workspace, 'alias.txt'))
  symlinkSync('guard.js', join(workspace, 'harmless.js'))
  symlinkSync('a.txt', join(workspace, 'linked-guard.js'))
})
afterEach(() => { rmSync(base, { recursive: true, force: true }) })

function run(overrides: Partial<RunContext> = {}): RunContext {
  return runContext({ session: { ...SESSION, cwd: workspace }, guard: guardSettings({ allowTools: true }), ...overrides })
}

async function ask(method: string, args: readonly JsonValue[], context: RunContext = run(), files: FilesPort = diskFiles()): Promise<JsonValue> {
  const capability = createDocumentsCapability({ files, isProtected: (_session, path) => ['guard.js', 'linked-guard.js'].includes(basename(path)) })
  return await hostCall(capability, `documents.${method}`, args, context)
}

describe('reading', () => {
  it.each<[string, readonly JsonValue[], JsonValue]>([
    ['read', ['a.txt'], 'ä\n'],
    ['read', ['./sub/../a.txt'], 'ä\n'],
    ['read', ['alias.txt'], 'ä\n'],
    ['exists', ['a.txt'], true],
    ['exists', ['nope.txt'], false],
    ['exists', ['sub/no/nope.txt'], false],
    ['exists', ['dangling'], false],
    ['exists', ['.'], true],
    ['list', ['sub'], []],
  ])('%s %j', async (method, args, value) => {
    expect(await ask(method, args)).toEqual(value)
  })

  it('list gives names and kinds in order', async () => {
    const names = ['a.txt', 'alias.txt', 'dangling', 'guard.js', 'harmless.js', 'linked-guard.js', 'out.txt', 'outdir', 'sub']
    const entries = await ask('list', ['.']) as { name: string, kind: string }[]
    expect(entries.map(entry => entry.name)).toEqual(names)
    expect(entries.at(-1)).toEqual({ name: 'sub', kind: 'directory' })
  })

  it('meta gives kind, size and time', async () => {
    const { mtimeMs } = lstatSync(join(workspace, 'a.txt'))
    expect(await ask('meta', ['a.txt'])).toEqual({ kind: 'file', size: 3, mtimeMs })
    expect(await ask('meta', ['sub'])).toMatchObject({ kind: 'directory' })
  })

  it('needs no allowTools', async () => {
    expect(await ask('read', ['a.txt'], run({ guard: guardSettings() }))).toBe('ä\n')
  })

  it('drops a byte order mark', async () => {
    writeFileSync(join(workspace, 'bom.txt'), '\uFEFF{}')
    expect(await ask('read', ['bom.txt'])).toBe('{}')
  })

  it('each session has its own workspace', async () => {
    const other = run({ session: { ...SESSION, sessionId: 's2', cwd: join(base, 'ws-other') } })
    expect(await ask('read', ['x.txt'], other)).toBe('other')
    await expect(ask('read', ['../ws/a.txt'], other)).rejects.toMatchObject({ code: 'OUTSIDE_WORKSPACE' })
    await expect(ask('read', ['x.txt'])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a path that leaves the workspace is an error everywhere', () => {
  it.each(['read', 'exists', 'list', 'meta', 'write', 'delete'])('%s', async (method) => {
    const paths = ['..', '../secret.txt', 'sub/../../secret.txt', '../ws-other/x.txt', join(base, 'secret.txt'), join(workspace, 'a.txt'), '/etc/passwd', 'C:\\x', '\\\\host\\share', 'out.txt', 'outdir', 'outdir/secret.txt', 'outdir/ws/a.txt/../../secret.txt', 'outdir/new/x.txt']
    for (const path of paths) {
      await expect(ask(method, [path, 'text']), path).rejects.toMatchObject({ code: 'OUTSIDE_WORKSPACE', message: expect.stringContaining(`documents.${method}: `) })
    }
    expect(readFileSync(join(base, 'secret.txt'), 'utf8')).toBe('secret')
    expect(existsSync(join(base, 'new'))).toBe(false)
  })

  it('a workspace that is itself a link is followed', async () => {
    symlinkSync(workspace, join(base, 'linked'))
    expect(await ask('read', ['sub/../a.txt'], run({ session: { ...SESSION, cwd: join(base, 'linked') } }))).toBe('ä\n')
  })

  it('a workspace that is not there is said', async () => {
    await expect(ask('read', ['a.txt'], run({ session: { ...SESSION, cwd: join(base, 'gone') } }))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('what cannot be read', () => {
  it.each<[string, readonly JsonValue[], string, RegExp]>([
    ['no path', [], 'BAD_ARGUMENT', /path must be a text, but it is missing/],
    ['an empty path', [''], 'BAD_ARGUMENT', /it is empty/],
    ['a path that is no text', [{}], 'BAD_ARGUMENT', /it is an object/],
    ['a path with NUL', ['a\0b'], 'BAD_ARGUMENT', /NUL/],
    ['a path over the limit', ['x'.repeat(4_097)], 'TOO_LARGE', /4097/],
    ['a missing file', ['nope.txt'], 'NOT_FOUND', /there is no "nope.txt" in the workspace; ask documents.exists first/],
    ['a file below a file', ['a.txt/b'], 'NOT_FOUND', /a\.txt\/b/],
    ['a link to nothing', ['dangling'], 'NOT_FOUND', /dangling/],
    ['a folder', ['sub'], 'BAD_ARGUMENT', /must be a file, but "sub" is a folder/],
  ])('%s', async (_name, args, code, message) => {
    await expect(ask('read', args)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('a file of 1 GB is refused without being read', async () => {
    writeFileSync(join(workspace, 'huge'), '')
    truncateSync(join(workspace, 'huge'), 1 << 30)
    const files: FilesPort = { ...diskFiles(), read: () => { throw new Error('was read') } }
    await expect(ask('read', ['huge'], run(), files)).rejects.toMatchObject({ code: 'TOO_LARGE', message: expect.stringContaining(`${1 << 30} bytes, at most ${MAX_DOCUMENT}`) })
  })

  it('a file of exactly the limit is read, one byte more is not', async () => {
    writeFileSync(join(workspace, 'full'), 'ä'.repeat(MAX_DOCUMENT / 2))
    expect(await ask('read', ['full'])).toHaveLength(MAX_DOCUMENT / 2)
    writeFileSync(join(workspace, 'full'), `${'ä'.repeat(MAX_DOCUMENT / 2)}x`)
    await expect(ask('read', ['full'])).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('a file that grows while it is read is refused', async () => {
    const files: FilesPort = { ...diskFiles(), read: async () => Promise.resolve({ bytes: new Uint8Array(MAX_DOCUMENT), truncated: true }) }
    await expect(ask('read', ['a.txt'], run(), files)).rejects.toMatchObject({ code: 'TOO_LARGE', message: expect.stringContaining(`more than ${MAX_DOCUMENT} bytes`) })
  })

  it.each<[string, number[]]>([['a NUL', [65, 0, 66]], ['broken UTF-8', [0xff, 0xfe]], ['half a character at the end', [65, 0xc3]]])('a file with %s is not text', async (_name, bytes) => {
    writeFileSync(join(workspace, 'bin'), Uint8Array.from(bytes))
    await expect(ask('read', ['bin'])).rejects.toMatchObject({ code: 'NOT_TEXT', message: expect.stringContaining('"bin" is not UTF-8 text') })
  })

  it.runIf(process.platform !== 'win32')('a pipe is refused instead of waited for', async () => {
    execFileSync('mkfifo', [join(workspace, 'pipe')])
    await expect(ask('read', ['pipe'])).rejects.toMatchObject({ code: 'NOT_TEXT', message: expect.stringContaining('not a regular file') })
    await expect(ask('write', ['pipe', 'x'])).rejects.toMatchObject({ code: 'NOT_TEXT' })
  })

  it('list refuses a file, a missing folder and more entries than it gives', async () => {
    await expect(ask('list', ['a.txt'])).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    await expect(ask('list', ['nope'])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask('meta', ['nope'])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const entries = (count: number): FilesPort => ({ ...diskFiles(), list: async () => Promise.resolve(Array.from({ length: count }, (_, index) => ({ name: `f${index}`, kind: 'file' as const }))) })
    expect(await ask('list', ['sub'], run(), entries(MAX_ENTRIES))).toHaveLength(MAX_ENTRIES)
    await expect(ask('list', ['sub'], run(), entries(MAX_ENTRIES + 1))).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('a fault of the file service is an error with a code', async () => {
    const files: FilesPort = { ...diskFiles(), read: () => { throw new Error('EIO:\nbroken') } }
    await expect(ask('read', ['a.txt'], run(), files)).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'documents.read: the file service failed: EIO: broken' })
  })
})

describe('writing', () => {
  it('makes files and folders, and replaces text', async () => {
    expect(await ask('write', ['new/deep/b.txt', 'hello'])).toBeNull()
    await ask('write', ['alias.txt', 'changed'])
    expect(readFileSync(join(workspace, 'new/deep/b.txt'), 'utf8')).toBe('hello')
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('changed')
    expect(lstatSync(join(workspace, 'alias.txt')).isSymbolicLink()).toBe(true)
  })

  it('delete takes a file, and of a link the link', async () => {
    await expect(ask('delete', ['nope.txt'])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await ask('delete', ['alias.txt'])).toBeNull()
    expect(existsSync(join(workspace, 'a.txt'))).toBe(true)
    expect(await ask('delete', ['a.txt'])).toBeNull()
    expect(existsSync(join(workspace, 'a.txt'))).toBe(false)
  })

  it.each(['write', 'delete'])('%s without allowTools is refused on the host, whatever the path', async (method) => {
    for (const path of ['a.txt', '../x']) {
      await expect(ask(method, [path, 'x'], run({ guard: guardSettings({ name: 'reader' }) }))).rejects.toMatchObject({
        code: 'NOT_ALLOWED', message: `documents.${method}: the guard reader may only read; set allowTools: true in its entry to let it change files`,
      })
    }
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('ä\n')
  })

  it.each(['guard.js', 'harmless.js', 'linked-guard.js', 'sub/../guard.js', 'sub/guard.js'])('%s is or leads to a guard file, which stays as it is', async (path) => {
    await expect(ask('write', [path, 'x'])).rejects.toMatchObject({ code: 'NOT_ALLOWED', message: expect.stringContaining('only a human changes it') })
    if (path !== 'sub/guard.js') await expect(ask('delete', [path])).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    expect(readFileSync(join(workspace, 'guard.js'), 'utf8')).toBe('return')
    expect(readFileSync(join(workspace, 'linked-guard.js'), 'utf8')).toBe('ä\n')
  })

  it.each(['dangling', 'dangling/x.txt'])('%s would be written where the link points, so it is refused', async (path) => {
    await expect(ask('write', [path, 'x'])).rejects.toMatchObject({ code: 'OUTSIDE_WORKSPACE' })
    expect(existsSync(join(base, 'nowhere'))).toBe(false)
  })

  it('refuses folders and what is no text', async () => {
    await expect(ask('write', ['sub', 'x'])).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    await expect(ask('delete', ['sub'])).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    await expect(ask('write', ['.', 'x'])).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    await expect(ask('write', ['b.txt'])).rejects.toMatchObject({ code: 'BAD_ARGUMENT', message: expect.stringContaining('text must be a text') })
  })

  it('takes a text of exactly the limit', async () => {
    await ask('write', ['b.txt', 'ä'.repeat(MAX_WRITTEN)])
    await expect(ask('write', ['b.txt', 'ä'.repeat(MAX_WRITTEN + 1)])).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect(readFileSync(join(workspace, 'b.txt'), 'utf8')).toHaveLength(MAX_WRITTEN)
  })

  it('an observing guard is told the same and changes nothing', async () => {
    const observing = run({ observe: true })
    expect(await ask('write', ['b.txt', 'x'], observing)).toBeNull()
    expect(await ask('delete', ['a.txt'], observing)).toBeNull()
    await expect(ask('delete', ['nope.txt'], observing)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask('write', ['guard.js', 'x'], observing)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    expect(existsSync(join(workspace, 'b.txt'))).toBe(false)
    expect(existsSync(join(workspace, 'a.txt'))).toBe(true)
  })

  it('does nothing once the run is over', async () => {
    const over = run({ signal: AbortSignal.abort() })
    await expect(ask('write', ['b.txt', 'x'], over)).rejects.toMatchObject({ code: 'CANCELLED' })
    await expect(ask('delete', ['a.txt'], over)).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(existsSync(join(workspace, 'b.txt'))).toBe(false)
    expect(existsSync(join(workspace, 'a.txt'))).toBe(true)
  })
})
