import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSessionFiles } from '../../../src/state/session-file.ts'
import type { SessionFiles } from '../../../src/state/session-file.ts'
import { EMPTY_RECORD, readSessionRecord } from '../../../src/state/session-record.ts'
import type { SessionRecord } from '../../../src/state/session-record.ts'

let home: string
let folder: string
let reports: string[]
const open = (): SessionFiles => createSessionFiles(folder, (text) => { reports.push(text) })

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'shooty-state-'))
  folder = join(home, 'shooty', 'sessions')
  reports = []
})
afterEach(async () => { await rm(home, { recursive: true, force: true }) })

const FULL: SessionRecord = {
  rounds: 2,
  runtimeGuard: { kind: 'inline', body: 'vance.guard.continueWith("…")' },
  toggles: { 'a guard': 'off', b: 'observe', c: 'enforce', __proto__x: 'off' },
  pending: [{ guard: 'g', text: 'words\nmore', skill: null, count: 3 }, { guard: 'h', text: 'body', skill: 'deploy', count: 1 }],
  activated: ['["deploy",""]'],
}
const record = (overrides: Partial<SessionRecord> = {}): SessionRecord => ({ ...EMPTY_RECORD, ...overrides })
const write = async (name: string, text: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), text)
}

describe('the state of a session', () => {
  it('comes back after a restart as it was', async () => {
    await open().save('s1', FULL)
    expect(open().load('s1')).toEqual(FULL)
    expect(reports).toEqual([])
  })

  it('keeps a script as its runtime guard', async () => {
    await open().save('s1', record({ runtimeGuard: { kind: 'script', script: './x.js' } }))
    expect(open().load('s1').runtimeGuard).toEqual({ kind: 'script', script: './x.js' })
  })

  it('lies in a file and a folder for the owner only', async () => {
    await open().save('s1', record({ rounds: 1 }))
    expect((await stat(join(folder, 's1.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(home, 'shooty'))).mode & 0o777).toBe(0o700)
  })

  it('has no file while there is nothing to keep, and none again when there is nothing any more', async () => {
    const files = open()
    expect(files.load('s1')).toEqual(EMPTY_RECORD)
    await files.save('s1', EMPTY_RECORD)
    await files.save('s1', record({ rounds: 1 }))
    expect(await readdir(folder)).toEqual(['s1.json'])
    await files.save('s1', EMPTY_RECORD)
    expect(await readdir(folder)).toEqual([])
    expect(reports).toEqual([])
  })

  it.each<[string, Partial<SessionRecord>]>([
    ['rounds', { rounds: 1 }],
    ['a runtime guard', { runtimeGuard: { kind: 'inline', body: '' } }],
    ['a toggle', { toggles: { g: 'off' } }],
    ['a notice', { pending: [{ guard: 'g', text: 't', skill: null, count: 1 }] }],
    ['a skill', { activated: ['x'] }],
  ])('is kept when there is nothing but %s', async (_name, part) => {
    await open().save('s1', record(part))
    expect(open().load('s1')).toEqual(record(part))
  })

  it('is the last of many, whatever order the disk would like', async () => {
    const files = open()
    const saves = Array.from({ length: 50 }, (_, index) => files.save('s1', record({ rounds: index + 1 })))
    expect(files.load('s1').rounds).toBe(50)
    await saves[0]
    await Promise.all(saves)
    expect(open().load('s1').rounds).toBe(50)
    expect(await readdir(folder)).toEqual(['s1.json'])
  })

  it('is on disk when the write that was waited for has ended', async () => {
    const files = open()
    void files.save('s1', record({ rounds: 1 }))
    await files.save('s1', record({ rounds: 2 }))
    expect(open().load('s1').rounds).toBe(2)
  })

  it('is settled when nothing is being written any more, also what came meanwhile', async () => {
    const files = open()
    void files.save('a', record({ rounds: 1 }))
    const settled = files.settled()
    void files.save('b', record({ rounds: 2 }))
    await settled
    expect([open().load('a').rounds, open().load('b').rounds]).toEqual([1, 2])
    await files.settled()
  })

  it('is kept nowhere without a home', async () => {
    const files = createSessionFiles(null, (text) => { reports.push(text) })
    await files.save('s1', FULL)
    expect([files.load('s1'), files.survey(), reports]).toEqual([EMPTY_RECORD, { runtimeGuard: false, switchedOn: new Set() }, []])
  })
})

describe('the file of a session', () => {
  const ODD = ['../../evil', 'a/b', '..', '.', '', 'CON', 'Ab', 'aB', 'é', 'a'.repeat(81), 'x\u0000y', 'x-1', '\ud800', 'a b', `x-${'0'.repeat(64)}`]

  it('is of its own for every session id, and inside the folder', async () => {
    const files = open()
    for (const [index, id] of ODD.entries()) await files.save(id, record({ rounds: index + 1 }))
    expect(ODD.map(id => open().load(id).rounds)).toEqual(ODD.map((_, index) => index + 1))
    const names = await readdir(folder)
    expect(new Set(names.map(name => name.toLowerCase())).size).toBe(ODD.length)
    expect(await readdir(home)).toEqual(['shooty'])
    expect(await readdir(join(home, 'shooty'))).toEqual(['sessions'])
  })

  it.each([[80, `${'a'.repeat(80)}.json`], [81, null]])('has the id of %i units for a name: %s', async (length, name) => {
    await open().save('a'.repeat(length), record({ rounds: 1 }))
    expect((await readdir(folder))[0]).toMatch(name === null ? /^x-[0-9a-f]{64}\.json$/ : new RegExp(`^${name}$`))
  })
})

describe('a broken file', () => {
  it.each([
    ['is cut off', '{"version":1,"rounds":'],
    ['is empty', ''],
    ['is a list', '[]'],
    ['has a version that was never written', '{"version":0,"rounds":1}'],
    ['has a version that is no number', '{"version":"1","rounds":1}'],
    ['has no version', '{"rounds":1}'],
  ])('that %s is put aside and reported, and the session starts empty', async (_name, text) => {
    await write('s1.json', text)
    const files = open()
    expect(files.load('s1')).toEqual(EMPTY_RECORD)
    expect(reports).toEqual([`the state of session s1 is not readable; it was put aside as ${join(folder, 's1.json')}.corrupt and the session starts empty`])
    expect(await readFile(join(folder, 's1.json.corrupt'), 'utf8')).toBe(text)
    await files.save('s1', record({ rounds: 1 }))
    expect((await readdir(folder)).sort()).toEqual(['s1.json', 's1.json.corrupt'])
  })

  it('that cannot be read at all is put aside before a write would replace it', async () => {
    await mkdir(join(folder, 's1.json'), { recursive: true })
    const files = open()
    expect(files.load('s1')).toEqual(EMPTY_RECORD)
    expect(reports).toEqual([expect.stringMatching(/^the state of session s1 could not be read \(EISDIR.*\); it was put aside as .*s1\.json\.corrupt and the session starts empty$/)])
    await files.save('s1', record({ rounds: 1 }))
    expect([(await stat(join(folder, 's1.json.corrupt'))).isDirectory(), open().load('s1').rounds, reports.length]).toEqual([true, 1, 1])
  })

  it('that cannot be put aside is said to be where it was', async () => {
    await write('s1.json', 'junk')
    await mkdir(join(folder, 's1.json.corrupt', 'full'), { recursive: true })
    open().load('s1')
    expect(reports).toEqual([expect.stringMatching(/^the state of session s1 is not readable; it could not be put aside \(.*\) and the session starts empty$/)])
    expect(await readFile(join(folder, 's1.json'), 'utf8')).toBe('junk')
  })

  it.each<[string, object, Partial<SessionRecord>]>([
    ['rounds', { rounds: -1 }, { rounds: 0 }],
    ['rounds', { rounds: 'two' }, { rounds: 0 }],
    ['runtimeGuard', { runtimeGuard: { kind: 'module', script: 'x' } }, {}],
    ['runtimeGuard', { runtimeGuard: { kind: 'inline', body: 1 } }, {}],
    ['runtimeGuard', { runtimeGuard: 'x' }, {}],
    ['toggles', { toggles: { a: 'off', b: 'paused', c: 1 } }, { toggles: { a: 'off' } }],
    ['toggles', { toggles: ['off'] }, {}],
    ['pending', { pending: [1, null, { guard: 'g' }, { guard: 'g', text: 't', count: -2, skill: 7 }] }, { pending: [{ guard: 'g', text: 't', skill: null, count: 1 }] }],
    ['pending', { pending: 'x' }, {}],
    ['activated', { activated: ['a', 1] }, { activated: ['a'] }],
    ['rounds, toggles', { rounds: null, toggles: null }, { rounds: 0 }],
  ])('part is said once, does not cost the rest, and the whole is kept: %s of %j', async (fields, part, expected) => {
    const text = JSON.stringify({ version: 1, rounds: 3, activated: ['kept'], ...part })
    await write('s1.json', text)
    const files = open()
    expect(files.load('s1')).toEqual(record({ rounds: 3, activated: ['kept'], ...expected }))
    expect(reports).toEqual([`the state of session s1 is damaged in ${fields}; a copy is kept as ${join(folder, 's1.json')}.damaged, and what could be read is in force`])
    await files.save('s1', record({ rounds: 9 }))
    expect(await readFile(join(folder, 's1.json.damaged'), 'utf8')).toBe(text)
    expect([open().load('s1').rounds, reports.length]).toEqual([9, 1])
  })

  it('that is damaged again does not replace the copy of the first time', async () => {
    await write('s1.json', '{"version":1,"rounds":1,"toggles":{"g1":"paused"}}')
    open().load('s1')
    await write('s1.json', '{"version":1,"rounds":"x"}')
    open().load('s1')
    expect(await readFile(join(folder, 's1.json.damaged'), 'utf8')).toContain('paused')
    expect(reports[1]).toContain('a copy of it as it was first is in')
  })

  it('keeps a toggle of the name __proto__ as a plain one', () => {
    const read = readSessionRecord('{"version":1,"rounds":0,"toggles":{"__proto__":"off"}}')
    expect(read.kind === 'record' && Object.entries(read.record.toggles)).toEqual([['__proto__', 'off']])
  })
})

describe('a file that a newer Shooty wrote', () => {
  const NEWER = '{"version":2,"rounds":{"stop":1},"toggles":{"g":"off"}}'

  it('is said once, is not in force, and is found as it was after going back up', async () => {
    await write('s1.json', NEWER)
    const files = open()
    expect([files.load('s1'), files.load('s1')]).toEqual([EMPTY_RECORD, EMPTY_RECORD])
    expect(reports).toEqual([`the state of session s1 was written by a newer Shooty (${join(folder, 's1.json')}, version 2): it stays as it is, is not in force here, and what is set in this session now is lost when dsh ends`])
    await files.save('s1', record({ rounds: 1 }))
    await files.save('s1', EMPTY_RECORD)
    expect([await readdir(folder), await readFile(join(folder, 's1.json'), 'utf8')]).toEqual([['s1.json'], NEWER])
  })

  it('costs no other session its own', async () => {
    await write('s1.json', NEWER)
    const files = open()
    files.load('s1')
    await files.save('s2', record({ rounds: 2 }))
    expect([open().load('s2').rounds, files.survey().switchedOn.size]).toEqual([2, 0])
  })
})

describe('a folder that cannot be written', () => {
  it('is reported for the session, and the state in memory goes on', async () => {
    await writeFile(join(home, 'shooty'), 'a file where the folder should be')
    const files = open()
    await files.save('s1', record({ rounds: 1 }))
    await files.settled()
    expect(reports).toEqual([expect.stringMatching(/^the state of session s1 could not be saved \(E.*\); it is lost when dsh ends$/)])
    await rm(join(home, 'shooty'))
    await files.save('s1', record({ rounds: 2 }))
    expect([open().load('s1').rounds, reports.length]).toEqual([2, 1])
  })
})

describe('the survey of all sessions', () => {
  it('finds runtime guards and what humans switched on, beside files that cannot be read', async () => {
    await mkdir(join(folder, '0-a-folder.json'), { recursive: true })
    await write('1-junk.json', 'junk')
    await write('2.txt', JSON.stringify({ version: 1, rounds: 0, toggles: { no: 'enforce' } }))
    const files = open()
    await files.save('a', record({ toggles: { g: 'enforce', h: 'off', i: 'observe' } }))
    expect(files.survey()).toEqual({ runtimeGuard: false, switchedOn: new Set(['g', 'i']) })
    await files.save('b', record({ runtimeGuard: { kind: 'inline', body: '' } }))
    expect(files.survey().runtimeGuard).toBe(true)
    expect(reports).toEqual([])
  })

  it('is not taken in by words that look like a runtime guard', async () => {
    await open().save('a', record({ pending: [{ guard: '"runtimeGuard":{', text: '"runtimeGuard":{"kind":"inline"}', skill: null, count: 1 }] }))
    expect(open().survey().runtimeGuard).toBe(false)
  })

  it('of a folder that is not there finds nothing and makes nothing', async () => {
    expect(open().survey()).toEqual({ runtimeGuard: false, switchedOn: new Set() })
    expect(await readdir(home)).toEqual([])
  })
})
