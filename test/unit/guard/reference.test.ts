import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { candidatesOf, parseReference } from '../../../src/guard/reference.ts'

const OUT_OF_FOLDERS = 'leads out of the guard folders: for a file elsewhere write its absolute path'
const OUT_OF_WORKSPACE = 'leads out of the workspace: for a file elsewhere write its absolute path'
const OUT_OF_PROJECT = 'leads out of the workspace: after project: comes a path inside it'

describe('a script reference', () => {
  it.each<[string, string, string]>([
    ['a.js', 'lookup', 'a.js'], ['team/a.mjs', 'lookup', 'team/a.mjs'], ['team/../a.ts', 'lookup', 'a.ts'], ['.hidden.js', 'lookup', '.hidden.js'], ['a//b.js', 'lookup', 'a/b.js'],
    ['A.JS', 'lookup', 'A.JS'], ['..a.js', 'lookup', '..a.js'], ['a b é.js', 'lookup', 'a b é.js'], ['~x.js', 'lookup', '~x.js'], ['.\\a.js', 'lookup', '.\\a.js'],
    ['./a.js', 'workspace', 'a.js'], ['./guards/a.js', 'workspace', 'guards/a.js'], ['././a.js', 'workspace', 'a.js'], ['./x/../a.js', 'workspace', 'a.js'],
    ['project:a.js', 'workspace', 'a.js'], ['project:./x/a.ts', 'workspace', 'x/a.ts'],
    ['/opt/a.js', 'absolute', '/opt/a.js'], ['/opt/../a.js', 'absolute', '/a.js'],
  ])('%s on POSIX is a %s reference to %s', (script, kind, path) => {
    expect(parseReference(script, posix)).toMatchObject({ ok: true, reference: { kind, path } })
  })

  it.each<[string, string, string]>([
    ['a.js', 'lookup', 'a.js'], ['team/a.js', 'lookup', 'team\\a.js'], ['team\\a.js', 'lookup', 'team\\a.js'],
    ['.\\a.js', 'workspace', 'a.js'], ['./x/a.js', 'workspace', 'x\\a.js'], ['project:x\\a.js', 'workspace', 'x\\a.js'],
    ['C:\\g\\a.js', 'absolute', 'C:\\g\\a.js'], ['C:/g/a.js', 'absolute', 'C:\\g\\a.js'], ['\\\\server\\share\\a.js', 'absolute', '\\\\server\\share\\a.js'],
  ])('%s on Windows is a %s reference to %s', (script, kind, path) => {
    expect(parseReference(script, win32)).toMatchObject({ ok: true, reference: { kind, path } })
  })

  it.each<[string, 'js' | 'ts']>([['a.js', 'js'], ['a.mjs', 'js'], ['a.ts', 'ts'], ['a.b.TS', 'ts']])('%s is read as %s', (script, language) => {
    expect(parseReference(script)).toMatchObject({ ok: true, language })
  })

  it.each<[string, string]>([
    ['../a.js', OUT_OF_FOLDERS], ['x/../../a.js', OUT_OF_FOLDERS], ['..', 'has no extension: write ...js (one of .js, .mjs, .ts; none is guessed)'],
    ['./../a.js', OUT_OF_WORKSPACE], ['./x/../../a.js', OUT_OF_WORKSPACE],
    ['project:../a.js', OUT_OF_PROJECT], ['project:/etc/a.js', OUT_OF_PROJECT],
    ['dev-done', 'has no extension: write dev-done.js (one of .js, .mjs, .ts; none is guessed)'],
    ['./x/dev-done', 'has no extension: write dev-done.js (one of .js, .mjs, .ts; none is guessed)'],
    ['a.py', 'ends in .py: a guard script ends in one of .js, .mjs, .ts'], ['a.cjs', 'ends in .cjs: a guard script ends in one of .js, .mjs, .ts'],
    ['~/a.js', 'begins with ~, which is not expanded: write an absolute path'], ['~me/a.js', 'begins with ~, which is not expanded: write an absolute path'],
    ['a\0.js', 'holds a control character'],
  ])('%j on POSIX is refused: %s', (script, reason) => {
    expect(parseReference(script, posix)).toEqual({ ok: false, reason })
  })

  it.each<[string, string]>([
    ['..\\a.js', OUT_OF_FOLDERS], ['x\\..\\..\\a.js', OUT_OF_FOLDERS], ['C:a.js', OUT_OF_FOLDERS], ['.\\..\\a.js', OUT_OF_WORKSPACE], ['project:C:a.js', OUT_OF_PROJECT], ['project:C:\\a.js', OUT_OF_PROJECT],
  ])('%j on Windows is refused: %s', (script, reason) => {
    expect(parseReference(script, win32)).toEqual({ ok: false, reason })
  })
})

describe('the candidates of a reference', () => {
  const folders = { extra: ['/e1', '/e2'], user: '/home/guards', bundled: '/pkg/guards' }

  it('are the folders in order for a name, and never the workspace', () => {
    expect(candidatesOf({ kind: 'lookup', path: 'x/a.js' }, folders, '/work')).toEqual(['/e1/x/a.js', '/e2/x/a.js', '/home/guards/x/a.js', '/pkg/guards/x/a.js'])
  })

  it('are the workspace alone for a workspace reference, and none without a workspace', () => {
    expect(candidatesOf({ kind: 'workspace', path: 'a.js' }, folders, '/work')).toEqual(['/work/a.js'])
    expect(candidatesOf({ kind: 'workspace', path: 'a.js' }, folders, null)).toEqual([])
  })

  it('are the path itself for an absolute one', () => {
    expect(candidatesOf({ kind: 'absolute', path: '/x/a.js' }, folders, '/work')).toEqual(['/x/a.js'])
  })
})
