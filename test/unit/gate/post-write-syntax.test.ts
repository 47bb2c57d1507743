import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../../src/check/syntax/checker.ts'
import type { SyntaxChecker, SyntaxOutcome, SyntaxSource } from '../../../src/check/syntax/checker.ts'
import { createPostWriteSyntaxGate } from '../../../src/gate/post-write-syntax.ts'
import type { PostWriteSyntaxDeps } from '../../../src/gate/post-write-syntax.ts'
import { MAX_FILES, MAX_FILE_BYTES } from '../../../src/gate/syntax/before.ts'
import type { WrittenFile } from '../../../src/gate/syntax/before.ts'
import { MAX_FAILURES } from '../../../src/gate/syntax/findings.ts'
import type { Gate, JudgeContext, Verdict } from '../../../src/types.ts'
import { commandOf, countingCounters, inputAt, judging, noticesOf, perSession, resultOf, scriptedClock, sessionAt } from '../../support/gate/gate-world.ts'
import { localFiles } from '../../support/files/local-files.ts'
import { memoryFiles } from '../../support/files/memory-files.ts'
import { syntaxWorld } from '../../support/gate/syntax-world.ts'
import type { SyntaxWorld } from '../../support/gate/syntax-world.ts'

const effect = (absolute: string, more: Partial<WrittenFile> = {}): WrittenFile => ({ absolute, kind: 'write', via: 'file-tool', self: true, below: null, ...more })

/** A checker for `.bad` files: a line with `!` is an error. */
function fakeChecker(answer?: (source: SyntaxSource) => Promise<SyntaxOutcome>): SyntaxChecker & { readonly asked: SyntaxSource[] } {
  const asked: SyntaxSource[] = []
  return {
    id: 'fake', language: 'Fake', extensions: ['.bad'], shebangs: ['fake'], asked, describe: () => 'Fake 1.0',
    check(source) {
      asked.push(source)
      if (answer !== undefined) return answer(source)
      const lines = new TextDecoder().decode(source.bytes).split('\n')
      return Promise.resolve(outcomeOf(lines.flatMap((text, index) => text.includes('!') ? [{ message: `bad: ${text}`, line: index + 1, column: 1 }] : [])))
    },
  }
}

interface World {
  readonly gate: Gate
  readonly files: ReturnType<typeof memoryFiles>
  readonly checker: ReturnType<typeof fakeChecker>
  readonly counters: ReturnType<typeof countingCounters>
  readonly clock: ReturnType<typeof scriptedClock>
  /** Files whose repair is to be let through, in order. */
  readonly repairable: readonly string[]
  /** One call that writes; the effects are what `paths` says. */
  readonly write: (contents: Readonly<Record<string, string>>, options?: { session?: string, isError?: boolean, run?: JudgeContext, effects?: readonly WrittenFile[], callId?: string }) => Promise<Verdict>
}

function world(initial: Readonly<Record<string, string>> = {}, more: Partial<PostWriteSyntaxDeps> & { readonly answer?: (source: SyntaxSource) => Promise<SyntaxOutcome> } = {}): World {
  const files = memoryFiles(initial)
  const checker = fakeChecker(more.answer)
  const counters = countingCounters()
  const clock = scriptedClock()
  let effects: readonly WrittenFile[] = []
  const repairable: string[] = []
  const gate = createPostWriteSyntaxGate({
    settings: { postWriteSyntax: true, maxDiagnostics: 5, checkTimeoutMs: 60_000 }, mode: 'enforce', clock, counters, files, checkers: [checker], perSession,
    repairable: (path) => { repairable.push(path); return Promise.resolve() },
    effects: () => Promise.resolve(effects), ...more,
  })
  return {
    gate, files, checker, counters, clock, repairable,
    async write(contents, options = {}) {
      effects = options.effects ?? Object.keys(contents).map(path => effect(path))
      const session = sessionAt('/w', options.session)
      const command = commandOf('write', {}, options.callId)
      const run = options.run ?? judging()
      const before = await gate.judge(inputAt(session, command, null), run)
      expect(before).toMatchObject({ actions: [], fault: null, cancelled: false })
      for (const [path, text] of Object.entries(contents)) files.set(path, text)
      return gate.judge(inputAt(session, command, resultOf('done', options.isError === true ? { message: 'failed' } : null)), run)
    },
  }
}

describe('with the real checkers', () => {
  async function edited(disk: SyntaxWorld, name: string, before: string | null, after: string): Promise<readonly string[]> {
    const path = disk.path(name)
    if (before !== null) await disk.put(name, before)
    const gate = createPostWriteSyntaxGate({
      settings: { postWriteSyntax: true, maxDiagnostics: 5, checkTimeoutMs: 60_000 }, mode: 'enforce', clock: { now: () => Date.now() }, counters: countingCounters(),
      files: localFiles(), checkers: disk.checkers, perSession, repairable: () => Promise.resolve(), effects: () => Promise.resolve([effect(path)]),
    })
    const command = commandOf('edit', {})
    await gate.judge(inputAt(disk.session, command, null), judging())
    await disk.put(name, after)
    const time = (await stat(path)).mtimeMs
    const verdict = await gate.judge(inputAt(disk.session, command, resultOf('done')), judging())
    expect(verdict.fault).toBeNull()
    expect(await readFile(path, 'utf8')).toBe(after)
    expect((await stat(path)).mtimeMs).toBe(time)
    return noticesOf(verdict)
  }

  it.each<[string, string, string, RegExp]>([
    ['a.py', 'def f():\n    return 1\n', 'def f(:\n    return 1\n', /^Syntax check: this call broke src\/a\.py \(1 new syntax error, found by Python 3[^)]*\):\nsrc\/a\.py:1:7 invalid syntax\nRepair this/],
    ['a.ts', 'export const a = 1\n', 'export const a = {\n', /src\/a\.ts:2:1 TS1005: '}' expected\.\n/],
    ['a.json', '{"a": 1}\n', '{"a": 1\n', /src\/a\.json:2:1 the text ends before "}"\n/],
    ['a.js', 'export const a = 1\n', 'export const a = (\n', /src\/a\.js:2 Unexpected end of input\n/],
    ['a.yaml', 'a: 1\n', 'a: [1\nb: 2\n', /src\/a\.yaml:2:1 Flow sequence/],
  ])('an edit that breaks %s is told so on that very call', async (name, before, after, text) => {
    const disk = await syntaxWorld()
    await disk.addTypeScript()
    const notices = await edited(disk, `src/${name}`, before, after)
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatch(text)
  })

  it.each([
    ['a.py', 'x = 1\ndef f(:\n', '# new\n# new\nx = 2\ndef f(:\n'],
    ['b.py', 'def f():\npass\n', '\n\ndef f():\npass\n'],
    ['a.ts', 'const a = ;\nconst b = {\n', 'const new1 = 1\nconst a = ;\nconst b = {\n'],
    ['a.json', '{"a": 1,}', '{"a": 1,\n}'],
    ['c.json', '{\n // why\n "a": 1\n}', '{\n "b": 2,\n // why not\n "a": 1\n}'],
    ['a.js', 'const a = ;\n', '// new\nconst a = ;\n'],
    ['a.yaml', 'a: [1\nb: 2\n', '# new\na: [1\nb: 2\n'],
  ])('an edit of %s that leaves an old error in place is not', async (name, before, after) => {
    const disk = await syntaxWorld()
    await disk.addTypeScript()
    expect(await edited(disk, name, before, after)).toEqual([])
  })

  it('a new file that is broken is told so', async () => {
    expect(await edited(await syntaxWorld(), 'new.json', null, '{')).toEqual([expect.stringContaining('new.json:1:2 the text ends before')])
  })
})

describe('what is looked at', () => {
  it('is nothing when the call failed', async () => {
    const { write, checker, counters } = world({ '/w/a.bad': 'ok' })
    expect(noticesOf(await write({ '/w/a.bad': '!' }, { isError: true }))).toEqual([])
    expect(checker.asked).toEqual([])
    expect(counters.counts).toEqual({})
  })

  it('is nothing when the bytes are the same, the file is gone, or nobody knows the language', async () => {
    const one = world({ '/w/a.bad': '!' })
    await one.write({ '/w/a.bad': '!' })
    await one.write({ '/w/a.txt': '!' })
    await one.write({}, { effects: [effect('/w/gone.bad')] })
    expect(one.checker.asked).toEqual([])
  })

  it('is nothing when the bytes are no text', async () => {
    const one = world()
    await one.write({ '/w/a.bad': '!\0' })
    expect(one.checker.asked).toEqual([])
  })

  it('is a file that its first line names', async () => {
    const { write } = world()
    expect(noticesOf(await write({ '/w/tool': '#!/usr/bin/fake\n!' }))).toHaveLength(1)
  })

  it('is each call with its own state before, also when calls overlap', async () => {
    const session = sessionAt('/w')
    const { gate, files } = world({ '/w/a.bad': '!old', '/w/b.bad': 'ok' }, { effects: command => Promise.resolve([effect(command.callId === 'a' ? '/w/a.bad' : '/w/b.bad')]) })
    const at = async (callId: string, over: boolean): Promise<readonly string[]> =>
      noticesOf(await gate.judge(inputAt(session, commandOf('write', {}, callId), over ? resultOf('') : null), judging()))
    await at('a', false)
    await at('b', false)
    files.set('/w/a.bad', '!old\nmore')
    files.set('/w/b.bad', '!new')
    expect((await at('b', true))[0]).toContain('b.bad:1:1 bad: !new')
    expect(await at('a', true)).toEqual([])
    // Handed out once: a second RESULT of the same call finds nothing.
    expect(await at('b', true)).toEqual([])
  })

  it('is what a pattern in one folder matches, and not what lies deeper', async () => {
    const one = world({ '/w/src/a.bad': 'ok', '/w/src/b.txt': 'ok', '/w/src/deep/c.bad': 'ok' })
    const effects = [effect('/w/src', { self: false, below: '*.bad' }), effect('/w', { self: false, below: '**/*.bad' })]
    const [notice] = noticesOf(await one.write({ '/w/src/a.bad': '!', '/w/src/deep/c.bad': '!' }, { effects }))
    expect(notice).toContain('broke src/a.bad (1 new')
  })

  it('is only what is written: no deletion, no mode, no link', async () => {
    const one = world({ '/w/a.bad': 'ok' })
    for (const kind of ['delete', 'move-from', 'mode', 'hard-link', 'symlink']) await one.write({ '/w/a.bad': `!${kind}` }, { effects: [effect('/w/a.bad', { kind })] })
    expect(one.checker.asked).toEqual([])
  })

  it.each([[MAX_FILES, 0], [MAX_FILES + 1, 1]])('is at most %i files of a call; %i more are counted', async (count, left) => {
    const one = world()
    const contents = Object.fromEntries(Array.from({ length: count }, (_unused, index) => [`/w/${index}.bad`, 'ok']))
    const notices = noticesOf(await one.write(contents))
    expect(one.checker.asked).toHaveLength(MAX_FILES)
    expect(notices).toEqual(left === 0 ? [] : [expect.stringContaining(`${left} were not looked at`)])
    expect(noticesOf(await one.write(contents))).toEqual([])
  })

  it('counts no word of a command that could not be read', async () => {
    const one = world()
    const effects = [...Array.from({ length: 50 }, (_unused, index) => effect(`/w/${index}.txt`, { via: 'unread' })), effect('/w/a.bad')]
    expect(noticesOf(await one.write({ '/w/a.bad': '!' }, { effects }))).toEqual([expect.stringContaining('a.bad:1:1')])
  })
})

describe('the bounds of a file', () => {
  it('checks one of exactly the limit, and says once of larger ones that it does not', async () => {
    const one = world()
    const line = '!'.padEnd(MAX_FILE_BYTES, ' ')
    expect(noticesOf(await one.write({ '/w/a.bad': line }))[0]).toContain('1 new syntax error')
    expect(noticesOf(await one.write({ '/w/b.bad': `${line} ` }))).toEqual([
      `Syntax check: b.bad is larger than 1048576 bytes and was not checked. Whether it parses is not known; run the project's own check. This is said once.`,
    ])
    expect(noticesOf(await one.write({ '/w/c.bad': `${line} ` }))).toEqual([])
    expect(noticesOf(await one.write({ '/w/c.bad': `${line}  ` }, { session: 'other' }))).toHaveLength(1)
    expect(one.checker.asked).toHaveLength(1)
  })

  it('counts bytes, not characters', async () => {
    const one = world()
    expect(noticesOf(await one.write({ '/w/b.bad': 'ä'.repeat(MAX_FILE_BYTES / 2 + 1) }))[0]).toContain('larger than')
  })

  it('says nothing of what a write introduced into a file that was too large before', async () => {
    const one = world({ '/w/a.bad': '!'.repeat(MAX_FILE_BYTES + 1) })
    expect(noticesOf(await one.write({ '/w/a.bad': '!' }))).toEqual([])
  })

  it('says nothing of larger files that nobody would check', async () => {
    expect(noticesOf(await world().write({ '/w/a.txt': ' '.repeat(MAX_FILE_BYTES + 1) }))).toEqual([])
  })
})

describe('the list', () => {
  it.each([[5, 0], [6, 1]])('of %i errors leaves %i out', async (count, left) => {
    const text = Array.from({ length: count }, (_unused, index) => `!${index}`).join('\n')
    const [notice] = noticesOf(await world().write({ '/w/a.bad': text }))
    expect(notice?.match(/^a\.bad:/gm)).toHaveLength(5)
    expect(notice?.includes(`… and ${left} more`)).toBe(left > 0)
    expect(notice).toContain(`(${count} new syntax errors, found by Fake 1.0)`)
  })

  it('may be empty; the count stays', async () => {
    const one = world({}, { settings: { postWriteSyntax: true, maxDiagnostics: 0, checkTimeoutMs: 1_000 } })
    expect(noticesOf(await one.write({ '/w/a.bad': '!' }))[0]).toMatch(/1 new syntax error,.*\n… and 1 more\nRepair/)
  })

  it('holds the files of one call together, and paths outside the workspace whole', async () => {
    const [notice] = noticesOf(await world().write({ '/w/a.bad': '!', '/elsewhere/b.bad': '!' }))
    expect(notice).toContain('this call broke 2 files (2 new syntax errors')
    expect(notice).toContain('\n/elsewhere/b.bad:1:1 ')
  })

  it('is bounded, on one line each, and holds no key', async () => {
    const [notice] = noticesOf(await world().write({ [`/w/${'x'.repeat(5_000)}.bad`]: `!\r ${'m'.repeat(5_000)}`, '/w/k.bad': `! api_key = "sk-${'a'.repeat(30)}"` }))
    expect(notice?.length).toBeLessThanOrEqual(3_000)
    expect(notice?.split('\n')).toHaveLength(4)
    expect(notice).not.toContain('sk-aaaa')
  })
})

describe('a checker', () => {
  it('that is missing is said once in a session, however many files there are', async () => {
    const one = world({}, { answer: () => Promise.resolve({ kind: 'unavailable', reason: 'fake could not be started: ENOENT' }) })
    expect(noticesOf(await one.write({ '/w/a.bad': '1', '/w/b.bad': '2' }))).toEqual([
      `Syntax check: Fake files are not checked in this session: fake could not be started: ENOENT. Whether a.bad parses is not known; run the project's own check. This is said once.`,
    ])
    expect(noticesOf(await one.write({ '/w/c.bad': '3' }))).toEqual([])
    expect(noticesOf(await one.write({ '/w/c.bad': '4' }, { session: 'other' }))).toHaveLength(1)
    expect(one.counters.counts.postWriteChecks).toBeUndefined()
  })

  it('that is missing has not been said by a gate that observes', async () => {
    const one = world({}, { answer: () => Promise.resolve({ kind: 'unavailable', reason: 'x' }) })
    await one.write({ '/w/a.bad': '1' }, { run: judging('observe') })
    expect(noticesOf(await one.write({ '/w/a.bad': '2' }))).toHaveLength(1)
  })

  it.each<[string, (source: SyntaxSource) => Promise<SyntaxOutcome>, string, RegExp]>([
    ['hangs', () => Promise.resolve({ kind: 'failed', reason: 'fake gave no answer within 5 ms and was stopped', timedOut: true }), 'timeout', /a\.bad was not checked: fake gave no answer/],
    ['crashes', () => Promise.resolve({ kind: 'failed', reason: 'fake died of signal SIGSEGV', timedOut: false }), 'internal', /SIGSEGV/],
    ['throws', () => { throw new Error('boom') }, 'internal', /the check broke: boom/],
    ['rejects', () => Promise.reject(new Error('boom')), 'internal', /the check broke: boom/],
  ])('that %s is a fault, and the session goes on', async (_name, answer, code, message) => {
    const one = world({}, { answer })
    const verdict = await one.write({ '/w/a.bad': '!' })
    expect(verdict.actions).toEqual([])
    expect(verdict.fault).toMatchObject({ code, message: expect.stringMatching(message), position: null })
    expect(one.counters.counts.postWriteChecks).toBe(1)
  })

  it('that fails on the state before is a fault too, and nothing is guessed', async () => {
    const one = world({ '/w/a.bad': 'slow' }, { answer: source => Promise.resolve(new TextDecoder().decode(source.bytes) === 'slow' ? { kind: 'failed', reason: 'x', timedOut: true } : outcomeOf([{ message: 'm', line: 1, column: 1 }])) })
    expect(await one.write({ '/w/a.bad': '!' })).toMatchObject({ actions: [], fault: { code: 'timeout' } })
  })

  it(`that failed ${MAX_FAILURES} times in a row is given up for the session, which is said once`, async () => {
    const one = world({}, { answer: () => Promise.resolve({ kind: 'failed', reason: 'x', timedOut: true }) })
    for (let index = 0; index < MAX_FAILURES; index += 1) expect((await one.write({ '/w/a.bad': `${index}` })).fault).not.toBeNull()
    const verdict = await one.write({ '/w/a.bad': 'next' })
    expect(verdict.fault).toBeNull()
    expect(noticesOf(verdict)).toEqual([expect.stringContaining(`the checker failed ${MAX_FAILURES} times in a row`)])
    expect(await one.write({ '/w/a.bad': 'last' })).toMatchObject({ actions: [], fault: null })
    expect(one.checker.asked).toHaveLength(MAX_FAILURES)
  })

  it('that works again in between is not', async () => {
    let turn = 0
    const one = world({}, { answer: () => { turn += 1; return Promise.resolve(turn % MAX_FAILURES === 0 ? { kind: 'ok' } : { kind: 'failed', reason: 'x', timedOut: true }) } })
    for (let index = 0; index < 4 * MAX_FAILURES; index += 1) await one.write({ '/w/a.bad': `${index}` })
    expect(one.checker.asked).toHaveLength(4 * MAX_FAILURES)
  })

  it('gets what is left of the time of the call, and none is asked after it', async () => {
    const times: number[] = []
    const one = world()
    const slow = { ...one.checker, check: (_source: SyntaxSource, limits: { timeoutMs: number }) => { times.push(limits.timeoutMs); one.clock.time += 25; return Promise.resolve({ kind: 'ok' as const }) } }
    const two = world({}, { clock: one.clock, checkers: [slow], settings: { postWriteSyntax: true, maxDiagnostics: 5, checkTimeoutMs: 50 } })
    const verdict = await two.write({ '/w/a.bad': '1', '/w/b.bad': '2', '/w/c.bad': '3' })
    expect(times).toEqual([50, 25])
    expect(verdict.fault).toMatchObject({ code: 'timeout', message: expect.stringContaining('c.bad was not checked: the time') })
  })
})

describe('at COMMAND', () => {
  it('a reader of effects that fails harms nothing, and is told when the call is over', async () => {
    const one = world({}, { effects: () => Promise.reject(new Error('cannot parse')) })
    expect(await one.write({ '/w/a.bad': '!' })).toMatchObject({ actions: [], fault: { code: 'internal', message: expect.stringContaining('cannot parse') } })
  })

  it('one that never answers is left after a bounded time', async () => {
    const one = world({}, { effects: () => new Promise(() => undefined) })
    const began = Date.now()
    const verdict = await one.write({ '/w/a.bad': '!' })
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(verdict.fault?.message).toContain('ran out')
  })

  it('a file that cannot be read is not judged', async () => {
    const files = { ...memoryFiles({}), read: () => Promise.reject(new Error('EACCES')) }
    const one = world({}, { files })
    expect((await one.write({}, { effects: [effect('/w/a.bad')] }))).toMatchObject({ actions: [], fault: null })
    const statFails = { ...files, stat: () => Promise.resolve({ kind: 'file' as const, size: 1, mtimeMs: 1 }) }
    expect((await world({}, { files: statFails }).write({}, { effects: [effect('/w/a.bad')] })).fault?.message).toContain('could not be read after the call: EACCES')
  })

  it('a folder is nothing to report', async () => {
    const disk = await syntaxWorld()
    await mkdir(disk.path('made.bad'))
    const gate = createPostWriteSyntaxGate({
      settings: { postWriteSyntax: true, maxDiagnostics: 5, checkTimeoutMs: 1_000 }, mode: 'enforce', clock: scriptedClock(), counters: countingCounters(), perSession, checkers: [fakeChecker()], repairable: () => Promise.resolve(),
      files: { ...localFiles(), read: (_session, path) => readFile(path).then(bytes => ({ bytes, truncated: false })) }, effects: () => Promise.resolve([effect(disk.path('made.bad'))]),
    })
    await gate.judge(inputAt(disk.session, commandOf('bash', {}), null), judging())
    await rm(disk.path('made.bad'), { recursive: true })
    await mkdir(disk.path('made.bad'))
    expect(await gate.judge(inputAt(disk.session, commandOf('bash', {}), resultOf('')), judging())).toMatchObject({ actions: [], fault: null })
  })
})

describe('what is no file of its language', () => {
  const PYTHON: SyntaxChecker = { ...fakeChecker(), language: 'Python', check: source => Promise.resolve(badLine(source)) }
  /** An error at the first line that holds `BAD`, a tag or a magic. */
  const badLine = (source: SyntaxSource): SyntaxOutcome => {
    const at = new TextDecoder().decode(source.bytes).split('\n').findIndex(line => /BAD|\{\{|\{%|<%|^\s*[%!]|\?$/.test(line))
    return at < 0 ? { kind: 'ok' } : { kind: 'errors', diagnostics: [{ message: 'invalid syntax', line: at + 1, column: 1 }], total: 1 }
  }
  const said = async (path: string, text: string): Promise<readonly string[]> => noticesOf(await world({}, { checkers: [PYTHON] }).write({ [path]: text }))

  it.each<[string, string]>([
    ['/w/a.bad', 'x = {{ a }}\n'], ['/w/a.bad', 'const a = {{ cookiecutter.name | upper }};\n'], ['/w/a.bad', '{% if x %}\ny = 1\n{% endif %}\n'], ['/w/a.bad', '<%= name %>\n'],
    ['/w/a.bad', 'import x\n%matplotlib inline\n'], ['/w/a.bad', '%%time\nx\n'], ['/w/a.bad', '%pip install x\n'], ['/w/a.bad', '!ls -l\n'], ['/w/a.bad', 'x\nname?\n'],
    ['/w/templates/a.bad', 'BAD\nclass {{ name }}:\n'], ['/w/my-cookiecutter/x/a.bad', 'BAD {{ name }}\n'], ['/w/{{cookiecutter.slug}}/a.bad', 'BAD\n'],
  ])('%s holding %j is left alone', async (path, text) => {
    expect(await said(path, text)).toEqual([])
  })

  it.each<[string, string]>([
    ['/w/a.bad', 'BAD\n'], ['/w/a.bad', 'BAD\nx = {{ a }}\n'], ['/w/a.bad', 'BAD = "{{"\n'], ['/w/templates/a.bad', 'BAD\n'], ['/w/a.bad', 'BAD % x\n'],
  ])('%s holding %j is not', async (path, text) => {
    expect(await said(path, text)).toHaveLength(1)
  })
})

describe('a repair', () => {
  it('is to be let through after a report, until a check finds the file whole', async () => {
    const one = world()
    await one.write({ '/w/a.bad': 'fine' })
    expect(one.repairable).toEqual([])
    await one.write({ '/w/a.bad': '!' })
    expect(one.repairable).toEqual(['/w/a.bad'])
    // Still broken, and nothing new in it: the same error stands on the same line.
    await one.write({ '/w/a.bad': '!', '/w/b.bad': 'fine' })
    await one.write({ '/w/a.bad': 'more\n!' })
    expect(one.repairable).toEqual(['/w/a.bad', '/w/a.bad', '/w/a.bad'])
    await one.write({ '/w/a.bad': 'fine' })
    await one.write({ '/w/a.bad': 'fine again' })
    expect(one.repairable).toHaveLength(3)
  })

  it('of what a gate only observed is nobody\'s business', async () => {
    const one = world()
    await one.write({ '/w/a.bad': '!' }, { run: judging('observe') })
    expect(one.repairable).toEqual([])
  })
})

describe('the gate', () => {
  it('decides nothing once the turn was cancelled', async () => {
    const controller = new AbortController()
    const one = world({}, { answer: () => { controller.abort(); return Promise.resolve({ kind: 'failed', reason: 'stopped', timedOut: false }) } })
    expect(await one.write({ '/w/a.bad': '!' }, { run: judging('enforce', controller.signal) })).toMatchObject({ actions: [], fault: null, cancelled: true })
  })

  it('is off by its key and by its mode, and then applies to nothing', () => {
    const settings = { postWriteSyntax: false, maxDiagnostics: 5, checkTimeoutMs: 1_000 }
    const input = inputAt(sessionAt('/w'), commandOf('write', {}), null)
    for (const gate of [world({}, { settings }).gate, world({}, { mode: 'off' }).gate]) {
      expect([gate.mode, gate.applies(input), gate.status().active]).toEqual(['off', false, false])
    }
    const { gate } = world()
    expect([gate.mode, gate.applies(input), gate.status()]).toEqual(['enforce', true, { active: true, detail: 'Fake: Fake 1.0' }])
    expect([gate.kind, gate.points, gate.hash(null)]).toEqual(['gate', ['command', 'result'], null])
  })

  it('counts each file that it checks', async () => {
    const one = world()
    await one.write({ '/w/a.bad': 'ok', '/w/b.bad': '!' })
    await one.write({ '/w/a.bad': 'ok' })
    expect(one.counters.counts).toEqual({ postWriteChecks: 2 })
  })
})
