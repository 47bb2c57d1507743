import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPathIdentity } from '../../../src/gate/path-identity.ts'
import { expandHome, flavourOf, relativeInside, resolveText } from '../../../src/gate/paths.ts'
import { memoryFiles } from '../../support/files/memory-files.ts'
import { protectedHits, SESSION, WORKSPACE } from '../../support/gate/protected-hits.ts'

describe('paths as text', () => {
  it.each([
    ['/ws', 'src//core/./../core/x.ts', '/ws/src/core/x.ts'], ['/ws', '/a/../b', '/b'], ['/ws', '/proc/self/cwd/x', '/ws/x'], ['/ws', '/proc/1/root/etc', '/etc'], ['/ws', 'a\\b', '/ws/a\\b'],
    ['C:\\ws', 'src/core\\x.ts', 'C:\\ws\\src\\core\\x.ts'], ['C:\\ws', '/c/ws/x.ts', 'c:\\ws\\x.ts'], ['C:\\ws', '/mnt/d/x', 'd:\\x'], ['C:\\ws', '\\\\?\\C:\\ws\\x.ts', 'C:\\ws\\x.ts'],
    ['C:\\ws', 'x.ts. ', 'C:\\ws\\x.ts'], ['C:\\ws', 'x.ts::$DATA', 'C:\\ws\\x.ts'], ['C:\\ws', 'x.ts:stream', 'C:\\ws\\x.ts'], ['C:\\ws', '\\\\host\\share\\x', '\\\\host\\share\\x'], ['C:\\ws', '..\\..\\..\\x', 'C:\\x'],
  ])('in %s, %s is %s', (cwd, spelled, absolute) => {
    expect(resolveText(flavourOf(cwd), cwd, spelled)).toBe(absolute)
  })

  it.each([['~', '/h'], ['~/x', '/h/x'], ['~\\x', '/h\\x'], ['~user/x', '~user/x'], ['a/~', 'a/~']])('%s at home is %s', (spelled, path) => {
    expect(expandHome(spelled, '/h')).toBe(path)
    expect(expandHome(spelled, null)).toBe(spelled)
  })

  it.each([
    [posix, '/ws', '/ws', ''], [posix, '/ws', '/ws/a/b', 'a/b'], [posix, '/ws', '/wsx/a', null], [posix, '/ws', '/', null], [posix, '/ws', '/ws/..a', '..a'],
    [win32, 'C:\\ws', 'c:\\WS\\a\\b', 'a/b'], [win32, 'C:\\ws', 'D:\\ws\\a', null],
  ] as const)('%# inside a folder', (flavour, folder, path, relative) => {
    expect(relativeInside(flavour, folder, path)).toBe(relative)
  })
})

describe('which file a path is', () => {
  const identity = createPathIdentity(memoryFiles(WORKSPACE))
  it.each([
    ['/ws/alias/x.ts', '/ws/src/core/x.ts'], ['/ws/link.ts', '/ws/src/core/x.ts'], ['/ws/alias/new/deep.ts', '/ws/src/core/new/deep.ts'], ['/nowhere/at/all', '/nowhere/at/all'],
  ])('%s is %s', async (path, real) => {
    expect(await identity.real(SESSION, path)).toBe(real)
  })

  it('keeps the entry itself for what replaces or removes it', async () => {
    expect(await identity.entry(SESSION, '/ws/link.ts')).toBe('/ws/link.ts')
    expect(await identity.entry(SESSION, '/ws/alias/x.ts')).toBe('/ws/src/core/x.ts')
  })

  it('leaves the folder that a symlink led to on ".."', async () => {
    expect(await identity.physical(SESSION, '/ws', 'alias/../app.ts')).toBe('/ws/src/app.ts')
  })

  it('takes a port that throws for a file that is not there', async () => {
    const broken = createPathIdentity({ ...memoryFiles({}), stat: () => Promise.reject(new Error('no')), realpath: () => Promise.reject(new Error('no')), list: () => Promise.reject(new Error('no')) })
    expect(await broken.real(SESSION, '/ws/x')).toBe('/ws/x')
    expect(await broken.kind(SESSION, '/ws/x')).toBeNull()
    expect(await broken.ignoresCase(SESSION, '/ws')).toBe(false)
  })

  it.each([[true, { '/ws/a': '' }], [false, { '/ws/a': '' }], [false, { '/ws/a': '', '/WS/a': '' }]])('finds out whether case is folded: %s', async (folds, nodes) => {
    expect(await createPathIdentity(memoryFiles(nodes as Record<string, string>, { foldCase: folds })).ignoresCase(SESSION, '/ws')).toBe(folds)
  })
})

it.each(['src\\core\\x.ts', 'SRC/core/X.TS', 'C:/ws/src/core/x.ts.', '\\\\?\\c:\\ws\\src\\core\\x.ts::$DATA', '/c/ws/src/core/x.ts'])('a workspace on Windows: %s', async (spelled) => {
  const files = memoryFiles({ 'C:\\ws\\src\\core\\x.ts': 'x' }, { foldCase: true, windows: true })
  const options = { files, session: { ...SESSION, cwd: 'C:\\ws' }, home: 'C:\\Users\\u' }
  expect((await protectedHits({ file_path: spelled }, { ...options, tool: 'edit' })).files.map(file => file.toLowerCase())).toEqual(['src/core/x.ts'])
  expect((await protectedHits({ command: `echo > '${spelled}'` }, options)).files.map(file => file.toLowerCase())).toEqual(['src/core/x.ts'])
})
