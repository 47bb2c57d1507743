import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveGuardEntry } from '../../../src/config/resolve-config.ts'
import { hashOf } from '../../../src/guard/script-file.ts'
import { createGuardTexts, createPins, type GuardTextStore } from '../../../src/guard/texts.ts'
import type { WorkspacePins } from '../../../src/guard/workspace-scripts.ts'
import type { GuardSettings, GuardText, PerSession, SessionRef } from '../../../src/types.ts'

const guard = (script: string): GuardSettings => resolveGuardEntry({ script, name: 'g' }, [])
const stateOf = (text: GuardText): string => text.state === 'loaded' ? `loaded ${text.hash.slice(0, 8)}${text.stale === null ? '' : ` (${text.stale})`}` : `broken: ${text.reason}`
const short = (text: string): string => hashOf(text).slice(0, 8)

describe('guard texts', () => {
  let root = ''
  let now = 0
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'shooty-texts-'))
    now = 10_000
  })
  afterEach(() => { rmSync(root, { recursive: true, force: true }) })

  const put = (path: string, content: string | Uint8Array): string => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    // Two writes in one tick of the clock of the file system must not look alike.
    utimesSync(file, now / 1000, ++now / 1000)
    return file
  }
  const session = (over: Partial<SessionRef> = {}): SessionRef => ({ sessionId: 's', agentId: 'a', rootSessionId: 's', cwd: join(root, 'work'), isSubagent: false, ...over })
  const pins = (): PerSession<WorkspacePins> => {
    const kept = new Map<string, WorkspacePins>()
    return {
      peek: id => kept.get(id),
      of(ref) {
        const known = kept.get(ref.sessionId) ?? createPins()
        kept.set(ref.sessionId, known)
        return known
      },
    }
  }
  const store = (...guards: GuardSettings[]): GuardTextStore => createGuardTexts({
    guards, pins: pins(), clock: { now: () => now },
    folders: { extra: [join(root, 'e1'), join(root, 'e2')], user: join(root, 'user'), bundled: join(root, 'bundled') },
  })

  it('come from the first folder that has the script, and never from the workspace', () => {
    put('work/a.js', 'return "workspace"')
    expect(store().textOf(guard('a.js'), session())).toMatchObject({ state: 'broken', hash: null, position: null })
    for (const folder of ['bundled', 'user', 'e2', 'e1']) {
      const file = put(`${folder}/a.js`, `return "${folder}"`)
      expect(store().textOf(guard('a.js'), session())).toMatchObject({ state: 'loaded', file, hash: hashOf(`return "${folder}"`), stale: null })
    }
  })

  it('say where they were looked for', () => {
    const places = ['e1', 'e2', 'user', 'bundled'].map(folder => join(root, folder, 'none.js')).join(', ')
    expect(store().textOf(guard('none.js'), null)).toEqual({ state: 'broken', file: null, hash: null, reason: `"none.js" was not found: looked for ${places}`, position: null })
  })

  it('come from an absolute path, through a symbolic link too, and from below a folder', () => {
    const real = put('elsewhere/real.ts', 'const a: number = 1; return a')
    symlinkSync(real, join(root, 'link.ts'))
    put('user/team/b.mjs', 'return 1')
    expect(store().textOf(guard(real), null)).toMatchObject({ state: 'loaded', file: real })
    expect(store().textOf(guard(join(root, 'link.ts')), null)).toMatchObject({ state: 'loaded', hash: hashOf('const a: number = 1; return a') })
    expect(store().textOf(guard('team/b.mjs'), null)).toMatchObject({ state: 'loaded', file: join(root, 'user/team/b.mjs') })
  })

  it.each<[string, string]>([
    ['../user/a.js', '"../user/a.js" leads out of the guard folders: for a file elsewhere write its absolute path'],
    ['a', '"a" has no extension: write a.js (one of .js, .mjs, .ts; none is guessed)'],
    ['./../a.js', '"./../a.js" leads out of the workspace: for a file elsewhere write its absolute path'],
  ])('of %s are broken', (script, reason) => {
    put('user/a.js', 'return 1')
    expect(store().textOf(guard(script), session())).toMatchObject({ state: 'broken', reason })
  })

  it('that cannot be read do not make way for a file of the same name behind them', () => {
    put('bundled/a.js', 'return 1')
    mkdirSync(join(root, 'e1', 'a.js'), { recursive: true })
    expect(store().textOf(guard('a.js'), null)).toMatchObject({ state: 'broken', reason: `${join(root, 'e1/a.js')} is a folder` })
  })

  it('that do not parse have their hash, their reason and their place', () => {
    const file = put('user/a.js', 'a\n  b c')
    expect(store().textOf(guard('a.js'), null)).toEqual({ state: 'broken', file, hash: hashOf('a\n  b c'), reason: 'does not parse: Unexpected token', position: { line: 2, column: 5 } })
  })

  it('that are inline are compiled once', () => {
    const inline = resolveGuardEntry({ scriptBody: 'return 1' }, [])
    const texts = store(inline)
    expect(texts.textOf(inline, null)).toMatchObject({ state: 'loaded', file: null, hash: hashOf('return 1') })
    expect(texts.textOf(inline, session())).toBe(texts.textOf(inline, null))
    expect(texts.textOf(resolveGuardEntry({ scriptBody: ')' }, []), null)).toMatchObject({ state: 'broken', file: null, position: { line: 1, column: 1 } })
  })

  describe('after a reload', () => {
    it('are the new ones, whole, and not before', () => {
      put('user/a.js', 'return 1')
      const texts = store(guard('a.js'))
      const before = texts.textOf(guard('a.js'), null)
      put('user/a.js', 'return 2')
      expect(texts.textOf(guard('a.js'), null)).toBe(before)
      expect(texts.reload(null)).toMatchObject([{ guard: 'g', before: hashOf('return 1'), after: hashOf('return 2') }])
      expect(stateOf(texts.textOf(guard('a.js'), null))).toBe(`loaded ${short('return 2')}`)
    })

    it('are the last good ones while the new ones are broken or gone, and say so', () => {
      const file = put('user/a.js', 'return 1')
      const texts = store(guard('a.js'))
      const good = `loaded ${short('return 1')}`
      const after = (change: () => void): string => {
        change()
        texts.reload(null)
        return stateOf(texts.textOf(guard('a.js'), null))
      }
      expect(after(() => put('user/a.js', 'return (')))
        .toBe(`${good} (the last good text is in force; the one on disk: does not parse: Unexpected token (line 1, column 9))`)
      expect(after(() => put('user/a.js', Uint8Array.of(0xff)))).toContain(`${good} (the last good text is in force; the one on disk: ${file} is not UTF-8`)
      expect(after(() => { rmSync(file) })).toContain(`${good} (the last good text is in force; the one on disk: "a.js" was not found`)
      expect(after(() => put('user/a.js', 'return 1'))).toBe(good)
      expect(after(() => put('user/a.js', 'return 3'))).toBe(`loaded ${short('return 3')}`)
    })

    it.each([['0 bytes', ''], ['blank lines', ' \n\n'], ['only comments', '// if (x) return\n/* vance.guard.deny() */'], ['a directive', "'use strict'"], ['an empty export', 'export {}']])('are the last good ones while nothing is left but %s', (_title, emptied) => {
      put('user/a.js', 'vance.guard.deny("no")')
      const texts = store(guard('a.js'))
      put('user/a.js', emptied)
      texts.reload(null)
      expect(stateOf(texts.textOf(guard('a.js'), null))).toBe(`loaded ${short('vance.guard.deny("no")')} (the last good text is in force; the one on disk: it holds no statement, so that it would decide nothing (a guard that is meant to do nothing is a single ;))`)
      put('user/a.js', ';')
      texts.reload(null)
      expect(stateOf(texts.textOf(guard('a.js'), null))).toBe(`loaded ${short(';')}`)
    })

    it('of a workspace are the last good ones too, and of a file that was never anything else the empty one', () => {
      put('work/w.js', 'return 1')
      const texts = store()
      texts.textOf(guard('./w.js'), session())
      put('work/w.js', '')
      texts.reload(session())
      expect(stateOf(texts.textOf(guard('./w.js'), session()))).toContain(`loaded ${short('return 1')} (the last good text is in force`)
      put('user/never.js', '// to do')
      expect(texts.textOf(guard('never.js'), null)).toMatchObject({ state: 'loaded', compiled: { isEmpty: true } })
    })

    it('come from a folder that is looked at earlier, once it has the file', () => {
      put('bundled/a.js', 'return 1')
      const texts = store(guard('a.js'))
      const file = put('e1/a.js', 'return 2')
      texts.reload(null)
      expect(texts.textOf(guard('a.js'), null)).toMatchObject({ file, hash: hashOf('return 2') })
    })

    it('are there for a script that appeared later', () => {
      const texts = store(guard('late.js'))
      put('user/late.js', 'return 1')
      expect(texts.reload(null)).toMatchObject([{ before: null, after: hashOf('return 1') }])
      expect(texts.textOf(guard('late.js'), null)).toMatchObject({ state: 'loaded' })
    })

    it('are not looked at any more once forgotten', () => {
      const texts = store(guard('a.js'))
      texts.forget(guard('a.js'))
      expect(texts.reload(null)).toEqual([])
      expect(texts.files(null)).toEqual([])
    })
  })

  describe('of a workspace', () => {
    it.each(['./g.js', 'project:g.js'])('belong to the workspace of the session: %s', (script) => {
      put('work/g.js', 'return "one"')
      put('other/g.js', 'return "two"')
      put('user/g.js', 'return "user"')
      const texts = store(guard(script))
      expect(texts.textOf(guard(script), session())).toMatchObject({ file: join(root, 'work/g.js'), hash: hashOf('return "one"') })
      expect(texts.textOf(guard(script), session({ sessionId: 't', rootSessionId: 't', cwd: join(root, 'other') }))).toMatchObject({ hash: hashOf('return "two"') })
      expect(texts.textOf(guard(script), null)).toEqual({ state: 'waiting', file: null, hash: null, reason: `"${script}" is looked for in the workspace of each session` })
    })

    it('wait in a workspace that has no such file, until it has one', () => {
      const texts = store()
      const here = (): GuardText => texts.textOf(guard('./g.js'), session())
      expect(here()).toEqual({ state: 'waiting', file: null, hash: null, reason: `"./g.js" was not found: looked for ${join(root, 'work/g.js')}` })
      put('work/gg.js', 'return 1')
      expect(here()).toMatchObject({ state: 'waiting', reason: expect.stringMatching(/did you mean gg\.js\?$/) as unknown })
      put('work/g.js', 'return 1')
      expect(here()).toMatchObject({ state: 'loaded' })
      rmSync(join(root, 'work/g.js'))
      expect([here().state, texts.reload(session())[0]?.text.state]).toEqual(['loaded', 'loaded'])
    })

    it('are broken where they are required and not there, or there and no script', () => {
      const required = resolveGuardEntry({ script: './g.js', name: 'g', required: true }, [])
      expect(store().textOf(required, session())).toMatchObject({ state: 'broken', reason: expect.stringContaining('was not found') as unknown })
      put('work/g.js', 'return (')
      expect(store().textOf(guard('./g.js'), session())).toMatchObject({ state: 'broken' })
    })

    it('are pinned at their first use; a change shows after a second and is taken over by a reload alone', () => {
      put('work/g.js', 'return 1')
      const texts = store()
      const pinned = `loaded ${short('return 1')}`
      const at = (ms: number): string => {
        now += ms
        return stateOf(texts.textOf(guard('./g.js'), session()))
      }
      expect(at(0)).toBe(pinned)
      put('work/g.js', 'return 2')
      expect(at(900)).toBe(pinned)
      expect(at(1000)).toBe(`${pinned} (pinned for this session; it was changed on disk since, which /guard reload takes over)`)
      rmSync(join(root, 'work/g.js'))
      expect(at(1000)).toBe(`${pinned} (pinned for this session; it is gone from the disk since, which /guard reload takes over)`)
      put('work/g.js', 'return 1')
      expect(at(1000)).toBe(pinned)
      put('work/g.js', 'return 3')
      expect(texts.reload(null)).toEqual([])
      expect(at(1000)).toContain(pinned)
      expect(texts.reload(session())).toMatchObject([{ guard: 'g', before: hashOf('return 1'), after: hashOf('return 3') }])
      expect(at(0)).toBe(`loaded ${short('return 3')}`)
    })

    it('stay the last good ones when a reload finds them broken', () => {
      put('work/g.js', 'return 1')
      const texts = store()
      texts.textOf(guard('./g.js'), session())
      put('work/g.js', ')')
      texts.reload(session())
      expect(stateOf(texts.textOf(guard('./g.js'), session()))).toContain(`loaded ${short('return 1')} (the last good text is in force`)
    })

    it('are the same for subagents: starting one does not bring a changed text into force', () => {
      put('work/g.js', 'return 1')
      const texts = store()
      const first = texts.textOf(guard('./g.js'), session())
      put('work/g.js', 'return "permissive"')
      expect(texts.textOf(guard('./g.js'), session({ sessionId: 'sub', isSubagent: true }))).toBe(first)
      expect(texts.textOf(guard('./g.js'), session({ sessionId: 'new', rootSessionId: 'new' }))).toMatchObject({ hash: hashOf('return "permissive"') })
    })

    it('that were missing or broken at first are pinned once they are good', () => {
      const texts = store()
      const look = (): string => stateOf(texts.textOf(guard('./g.js'), session()))
      expect(look()).toContain('broken: "./g.js" was not found')
      put('work/g.js', ')')
      expect(look()).toBe('broken: does not parse: Unexpected token')
      expect(look()).toBe('broken: does not parse: Unexpected token')
      put('work/g.js', 'return 1')
      expect(look()).toBe(`loaded ${short('return 1')}`)
      put('work/g.js', 'return 2')
      expect(look()).toBe(`loaded ${short('return 1')}`)
    })
  })

  it('know the folders to watch and the files that decide', () => {
    const real = put('real/a.js', 'return 1')
    mkdirSync(join(root, 'user'))
    symlinkSync(real, join(root, 'user/a.js'))
    put('work/w.js', 'return 1')
    const texts = store(guard('a.js'), guard('team/b.js'), guard('./w.js'))
    texts.textOf(guard('./w.js'), session())
    const folders = ['e1', 'e2', 'user', 'bundled'].flatMap(folder => [join(root, folder), join(root, folder, 'team')])
    expect(texts.folders().sort()).toEqual([...folders, join(root, 'real')].sort())
    expect(texts.files(null)).toHaveLength(8)
    expect(texts.files(session())).toContain(join(root, 'work/w.js'))
  })

  it('survive a save by rename', () => {
    put('user/a.js', 'return 1')
    const texts = store(guard('a.js'))
    put('user/.a.js.tmp', 'return 2')
    renameSync(join(root, 'user/.a.js.tmp'), join(root, 'user/a.js'))
    texts.reload(null)
    expect(texts.textOf(guard('a.js'), null)).toMatchObject({ hash: hashOf('return 2') })
  })
})
