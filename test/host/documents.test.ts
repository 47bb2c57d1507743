/**
 * `vance.documents` on the real host and the real disk: what a guard can read and change, and that the
 * workspace of each session is its own.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { GATES_OFF } from '../support/host/guarded-host.ts'
import { say } from '../support/model/model-reply.ts'
import { userTexts } from '../support/model/model-server.ts'
import type { ModelRequest } from '../support/model/model-server.ts'
import { testWeb, testWorld } from '../support/host/test-world.ts'

const attempt = `const attempt = (what) => { try { return JSON.stringify(what() ?? null) } catch (error) { return error.code + ' ' + error.message } }
const { documents } = vance
`

/** A guard that says, for each expression, what came out. */
function trying(label: string, expressions: readonly string[]): string {
  const tries = expressions.map(expression => `vance.guard.notice(${JSON.stringify(`${label} ${expression} => `)} + attempt(() => ${expression}))`)
  return attempt + tries.join('\n')
}

function outcome(request: ModelRequest | undefined, label: string, expression: string): string {
  const start = `${label} ${expression} => `
  const line = userTexts(request).flatMap(text => text.split('\n')).find(one => one.startsWith(start))
  return line === undefined ? 'not said' : line.slice(start.length)
}

const READS: readonly (readonly [string, RegExp])[] = [
  ["documents.read('note.txt')", /^"of the first"$/],
  ["documents.read('./sub/../note.txt')", /^"of the first"$/],
  ["documents.read('link-in')", /^"of the first"$/],
  ["documents.exists('note.txt')", /^true$/],
  ["documents.exists('missing.txt')", /^false$/],
  ["documents.list('sub')", /^\[\{"name":"deep\.txt","kind":"file"\}\]$/],
  ["documents.meta('huge.bin')", /^\{"kind":"file","size":1073741824,"mtimeMs":\d/],
  ["documents.read('../outside.txt')", /^OUTSIDE_WORKSPACE .*lies outside the workspace/],
  ["documents.read('sub/../../second/note.txt')", /^OUTSIDE_WORKSPACE /],
  ["documents.exists('../second/note.txt')", /^OUTSIDE_WORKSPACE /],
  ["documents.read('/etc/hostname')", /^OUTSIDE_WORKSPACE .*is absolute/],
  ["documents.read('link-out')", /^OUTSIDE_WORKSPACE .*link that leads out/],
  ["documents.list('folder-out')", /^OUTSIDE_WORKSPACE /],
  ["documents.read('folder-out/note.txt')", /^OUTSIDE_WORKSPACE /],
  ["documents.read('huge.bin')", /^TOO_LARGE .*has 1073741824 bytes, at most 262144/],
  ["documents.read('binary.bin')", /^NOT_TEXT .*is not UTF-8 text/],
  ["documents.read('missing.txt')", /^NOT_FOUND .*there is no "missing\.txt"/],
  ["documents.read('note.txt/below')", /^NOT_FOUND /],
  ["documents.read('sub')", /^BAD_ARGUMENT .*is a folder/],
  ["documents.write('note.txt', 'x')", /^NOT_ALLOWED .*needs allowTools: true/],
  ["documents.delete('note.txt')", /^NOT_ALLOWED .*needs allowTools: true/],
]

const WRITES: readonly (readonly [string, RegExp])[] = [
  ["documents.write('made.txt', 'by a guard')", /^null$/],
  ["documents.read('made.txt')", /^"by a guard"$/],
  ["documents.write('new/folder/made.txt', 'deep')", /^null$/],
  ["documents.delete('sub/deep.txt')", /^null$/],
  ["documents.delete('link-in')", /^null$/],
  ["documents.delete('missing.txt')", /^NOT_FOUND /],
  ["documents.write('../outside.txt', 'x')", /^OUTSIDE_WORKSPACE /],
  ["documents.write('link-out', 'x')", /^OUTSIDE_WORKSPACE /],
  ["documents.write('dangling', 'x')", /^OUTSIDE_WORKSPACE /],
  ["documents.write('folder-out/x.txt', 'x')", /^OUTSIDE_WORKSPACE /],
  ["documents.write('own-guard.js', '//')", /^NOT_ALLOWED .*belongs to the guard system/],
  ["documents.delete('own-guard.js')", /^NOT_ALLOWED .*belongs to the guard system/],
  ["documents.write('sub/../own-guard.js', '//')", /^NOT_ALLOWED .*belongs to the guard system/],
]

describe('documents of two sessions in one host', () => {
  it('stay inside the workspace with the documented errors; changes need allowTools and spare guard files', async () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'shooty-docs-')))
    onTestFinished(() => { rmSync(place, { recursive: true, force: true }) })
    const [first, second] = [join(place, 'first'), join(place, 'second')]
    for (const folder of [join(first, 'sub'), second]) mkdirSync(folder, { recursive: true })
    const files = { 'outside.txt': 'outside', 'first/note.txt': 'of the first', 'first/sub/deep.txt': 'deep', 'first/own-guard.js': 'return', 'second/note.txt': 'of the second', 'first/huge.bin': '' }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text)
    truncateSync(join(first, 'huge.bin'), 1_073_741_824)
    writeFileSync(join(first, 'binary.bin'), Uint8Array.of(0x89, 0x50, 0xff, 0, 1))
    const links = { 'link-out': join(place, 'outside.txt'), 'folder-out': second, 'link-in': 'note.txt', 'dangling': join(place, 'nowhere.txt') }
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(first, name))

    const world = await testWorld({
      profiles: ['web'],
      script: () => say('over'),
      config: {
        ...GATES_OFF, timeoutMs: 60_000,
        guard: [
          // First, because a file of the workspace is known as a guard from its first use in the session.
          { name: 'own', trigger: 'start', script: 'project:own-guard.js' },
          { name: 'reads', trigger: 'start', scriptBody: trying('reads', READS.map(([expression]) => expression)) },
          { name: 'writes', trigger: 'start', allowTools: true, scriptBody: `if (!vance.documents.exists('own-guard.js')) return\n${trying('writes', WRITES.map(([expression]) => expression))}` },
        ],
      },
    })
    const web = await testWeb(world)
    const one = await web.createSession(first)
    const two = await web.createSession(second)
    await Promise.all([web.prompt(one, 'in the first'), web.prompt(two, 'in the second')])
    await Promise.all([web.turnsEnded(one), web.turnsEnded(two)])
    const requestOf = (prompt: string): ModelRequest | undefined => world.model.requests.find(request => userTexts(request).includes(prompt))

    const mine = requestOf('in the first')
    for (const [expression, wanted] of READS) expect(outcome(mine, 'reads', expression), expression).toMatch(wanted)
    for (const [expression, wanted] of WRITES) expect(outcome(mine, 'writes', expression), expression).toMatch(wanted)
    const theirs = requestOf('in the second')
    expect(outcome(theirs, 'reads', "documents.read('note.txt')")).toBe('"of the second"')
    expect(outcome(theirs, 'reads', "documents.read('../outside.txt')")).toMatch(/^OUTSIDE_WORKSPACE /)
    expect(outcome(theirs, 'reads', "documents.read('huge.bin')")).toMatch(/^NOT_FOUND /)

    expect(readFileSync(join(place, 'outside.txt'), 'utf8')).toBe('outside')
    expect(existsSync(join(place, 'nowhere.txt'))).toBe(false)
    expect(readdirSync(second)).toEqual(['note.txt'])
    expect(readFileSync(join(first, 'own-guard.js'), 'utf8')).toBe('return')
    expect(readFileSync(join(first, 'note.txt'), 'utf8')).toBe('of the first')
    expect(readFileSync(join(first, 'new/folder/made.txt'), 'utf8')).toBe('deep')
    expect(readdirSync(join(first, 'sub'))).toEqual([])
    expect(readdirSync(first)).not.toContain('link-in')
  })
})
