import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import * as nodeModule from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { syntaxWorld, type SyntaxWorld } from '../../../support/gate/syntax-world.ts'

const works = (program: string, ...args: string[]): boolean => spawnSync(program, args, { timeout: 20_000 }).status === 0
const hasPython = works('python3', '--version')
const hasPwsh = works('pwsh', '-NoProfile', '-Command', 'exit 0')
const strips = 'stripTypeScriptTypes' in nodeModule
const ifHere = (here: boolean, what: string): string => here ? '' : ` (skipped: ${what} is not on this machine)`

describe(`Python${ifHere(hasPython, 'python3')}`, () => {
  it.runIf(hasPython).each<[string, string | Uint8Array, string | null, number | null, number | null]>([
    ['a.py', 'x = 1\n', null, null, null],
    ['a.py', 'def f(:\n  pass\n', 'invalid syntax', 1, 7],
    ['a.py', 'def f():\npass\n', 'expected an indented block after function definition on line 1', 2, 1],
    ['a.py', 'x = (1,\n\n', "'(' was never closed", 1, 5],
    ['a.pyi', 'def f() -> int: ...\n', null, null, null],
    ['tool', '#!/usr/bin/env python3\nx = \n', 'invalid syntax', 2, 5],
    ['latin.py', Buffer.from('# -*- coding: latin-1 -*-\nx = "\xe9"\n', 'latin1'), null, null, null],
    ['bom.py', '\uFEFFx = 1\n', null, null, null],
    ['return.py', 'return 1\n', "'return' outside function", 1, 1],
    ['warn.py', 'x = "\\d"\nassert (1, "x")\n', null, null, null],
  ])('%s holding %j', async (name, text, message, line, column) => {
    const world = await syntaxWorld()
    expect(await world.check(name, text)).toEqual(message === null ? { kind: 'ok' } : { kind: 'errors', total: 1, diagnostics: [{ message, line, column }] })
  })

  it.runIf(hasPython)('writes nothing beside the file, and knows its version afterwards', async () => {
    const world = await syntaxWorld()
    const path = await world.put('pkg/a.py', 'import os\n')
    await utimes(path, 1_000, 1_000)
    await world.check('pkg/a.py', 'import os\n')
    expect(await readdir(world.path('pkg'))).toEqual(['a.py'])
    expect((await stat(path)).mtimeMs).toBe(1_000_000)
    expect(world.checkers[0]?.describe()).toMatch(/^Python 3\.\d+\.\d+$/)
  })

  it.runIf(hasPython)('imports nothing from the workspace or from the folder it runs in', async () => {
    const world = await syntaxWorld()
    const trap = 'open("trapped", "w")\nraise SystemExit(9)\n'
    for (const name of ['json.py', 'base64.py', 'sitecustomize.py']) {
      await world.put(name, trap)
      await world.put(`../temporary/${name}`, trap)
    }
    expect(await world.check('a.py', 'x = 1\n')).toEqual({ kind: 'ok' })
    expect(await readdir(world.temporary)).not.toContain('trapped')
  })

  it.runIf(hasPython)('reports a text that Python gives up on as a failure of the check', async () => {
    const world = await syntaxWorld()
    const outcome = await world.check('deep.py', `x = ${'-'.repeat(200_000)}1\n`)
    expect(outcome?.kind === 'failed' || outcome?.kind === 'errors').toBe(true)
  })

  it('is said to be unavailable where there is no Python', async () => {
    const world = await syntaxWorld({ path: '/nonexistent' })
    expect(await world.check('a.py', 'x\n')).toMatchObject({ kind: 'unavailable' })
    expect(world.checkers[0]?.describe()).toBe('missing')
  })
})

describe(`the project's own Python${ifHere(hasPython, 'python3')}`, () => {
  const NEWER = 'def f[T](x: T) -> T:\n    return x\n'
  const BROKEN = 'def f(:\n    pass\n'
  /** A Python of another version: a program that answers as the checker's own does. */
  const pythonOf = async (path: string, version: string, errors: readonly object[]): Promise<string> => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `#!/bin/sh\necho '${JSON.stringify({ parser: `Python ${version}`, errors })}'\n`, { mode: 0o755 })
    return path
  }
  const ERROR = [{ message: 'invalid syntax', line: 1, column: 6 }]
  const oldPython = async (): Promise<SyntaxWorld & { readonly bin: string }> => {
    const bin = await mkdtemp(join(tmpdir(), 'shooty-python-'))
    onTestFinished(() => rm(bin, { recursive: true, force: true }))
    await pythonOf(join(bin, 'python3'), '3.11.7', ERROR)
    return { ...await syntaxWorld({ path: bin }), bin }
  }

  it.each<[string, Record<string, string>, boolean]>([
    ['nothing', {}, true],
    ['requires-python above it', { 'pyproject.toml': '[project]\nrequires-python = ">=3.12"\n' }, false],
    ['requires-python below it', { 'pyproject.toml': '[project]\nrequires-python = ">=3.9,<4"\n' }, true],
    ['requires-python that ends before it', { 'pyproject.toml': '[project]\nrequires-python = "<3.11"\n' }, false],
    ['a compatible release', { 'pyproject.toml': '[project]\nrequires-python = "~=3.12"\n' }, false],
    ['setup.cfg', { 'setup.cfg': '[options]\npython_requires = >=3.12\n' }, false],
    ['.python-version', { '.python-version': '3.12.1\n' }, false],
    ['.python-version of the same minor version', { '.python-version': '3.11\n' }, true],
    ['a .venv of another version', { '.venv/pyvenv.cfg': 'home = /usr/bin\nversion = 3.12.1\n' }, false],
    ['a name that is no version', { '.python-version': 'pypy3\n' }, true],
  ])('an error found by 3.11 where the project says %s is an error: %s', async (_name, files, isError) => {
    const world = await oldPython()
    for (const [name, text] of Object.entries(files)) await world.put(name, text)
    expect((await world.check('src/a.py', NEWER))?.kind).toBe(isError ? 'errors' : 'ok')
  })

  it('is asked before the one on PATH: behind .venv outside the workspace, then by its version, and pinned', async () => {
    const world = await oldPython()
    await world.put('pyproject.toml', '[project]\nrequires-python = ">=3.12"\n')
    await pythonOf(join(world.bin, 'python3.12'), '3.12.4', [])
    expect(await world.check('a.py', NEWER)).toEqual({ kind: 'ok' })
    expect(world.checkers[0]?.describe()).toBe('Python 3.12.4')
    const outside = await pythonOf(world.path('../outside/bin/python3.13'), '3.13.0', ERROR)
    await mkdir(world.path('other/.venv/bin'), { recursive: true })
    await symlink(outside, world.path('other/.venv/bin/python'))
    expect((await world.check('other/a.py', NEWER))?.kind).toBe('errors')
    expect(world.checkers[0]?.describe()).toBe('Python 3.13.0')
    await rm(world.path('other/.venv'), { recursive: true })
    await world.check('other/a.py', NEWER)
    expect(world.checkers[0]?.describe()).toBe('Python 3.13.0')
  })

  it('is never a program of the workspace, nor one that is no Python', async () => {
    const world = await oldPython()
    for (const [folder, target] of [['a', await pythonOf(world.path('a/own/python3'), '3.13.0', [])], ['b', await pythonOf(world.path('../outside/tool'), '3.13.0', [])]] as const) {
      await mkdir(world.path(`${folder}/.venv/bin`), { recursive: true })
      await symlink(target, world.path(`${folder}/.venv/bin/python`))
      await world.check(`${folder}/x.py`, BROKEN)
      expect(world.checkers[0]?.describe()).toBe('Python 3.11.7')
    }
  })
})

describe('JavaScript', () => {
  it.each<[string, string, string | null, number | null, number | null]>([
    ['a.js', 'const x = 1\n', null, null, null],
    ['a.js', 'const x = ;\n', "Unexpected token ';'", 1, 11],
    ['a.js', 'import a from "b"\nexport const x = await a\n', null, null, null],
    ['a.js', 'import a from "b"\nconst x = ;\n', "Unexpected token ';'", 2, 11],
    ['a.mjs', 'return 1\n', 'Illegal return statement', 1, 1],
    ['a.cjs', 'return 1\n', null, null, null],
    ['a.cjs', 'import a from "b"\n', 'Cannot use import statement outside a module', 1, 1],
    ['a.js', 'function f() {\n  if (x) {\n}\n', 'Unexpected end of input', 4, null],
    ['tool', '#!/usr/bin/env node\nlet let = 1\n', 'let is disallowed as a lexically bound name', 2, 5],
    ['jsx.js', 'const a = <div>x</div>\n', null, null, null],
    ['fragment.js', 'const a = (\n  <>\n  </>\n)\n', null, null, null],
    ['before-jsx.js', 'const b = ;\nconst a = <div/>\n', "Unexpected token ';'", 1, 11],
    ['flow.js', '// @flow\ntype A = number\n', null, null, null],
    ['decorated.js', 'class A {}\n@dec\nclass B {}\n', null, null, null],
    ['less.js', 'if (a < ) {}\n', "Unexpected token ')'", 1, 9],
    ['quoted.js', 'SyntaxError: fake(;\n', "Unexpected token ';'", 1, 19],
  ])('%s holding %j', async (name, text, message, line, column) => {
    const world = await syntaxWorld()
    const outcome = await world.check(name, text)
    if (message === null) expect(outcome).toEqual({ kind: 'ok' })
    else expect(outcome).toEqual({ kind: 'errors', total: 1, diagnostics: [{ message, line, column }] })
    expect(await readdir(world.temporary)).toEqual([])
  })

  it.each([
    ['module', 'with (a) {}\n', false],
    ['commonjs', 'with (a) {}\n', true],
    ['commonjs', 'import a from "b"\n', true],
  ])('in a package of type %s, %j', async (type, text, fine) => {
    const world = await syntaxWorld()
    await world.put('package.json', JSON.stringify({ type }))
    expect((await world.check('src/deep/a.js', text))?.kind).toBe(fine ? 'ok' : 'errors')
  })

  it('asks the nearest package.json, and none that is broken', async () => {
    const world = await syntaxWorld()
    await world.put('package.json', '{"type": "module"}')
    await world.put('old/package.json', '{}')
    await world.put('broken/package.json', '{')
    expect((await world.check('old/a.js', 'with (a) {}\n'))?.kind).toBe('ok')
    expect((await world.check('broken/a.js', 'with (a) {}\n'))?.kind).toBe('errors')
  })

  it('has no checker for .jsx', async () => {
    expect(await (await syntaxWorld()).check('a.jsx', '<')).toBeNull()
  })

  it.each([[800, 821], [1_000_000, null]])('finds the error of a line of %i characters', async (length, column) => {
    const world = await syntaxWorld()
    expect(await world.check('a.js', `var a = "${'x'.repeat(length)}"; let b = ;`)).toMatchObject({ kind: 'errors', diagnostics: [{ line: 1, column }] })
  })
})

describe('TypeScript by the package of the project', () => {
  it.each<[string, string, readonly (readonly [RegExp, number, number])[]]>([
    ['a.ts', 'enum A { X }\nclass B { constructor(private x: number) {} }\n', []],
    ['a.ts', 'const a: string = 1\nimport x from "nowhere"\n', []],
    ['a.ts', 'const a: number = ;\nenum A {\n', [[/^TS1109: Expression expected/, 1, 19], [/^TS1005: '}' expected/, 3, 1]]],
    ['a.tsx', 'export const a = <div>{1}</div>\n', []],
    ['a.tsx', 'const a = <div>\n', [[/^TS17008/, 1, 12], [/^TS1005/, 2, 1]]],
    ['a.mts', 'export const a = await 1\n', []],
    ['a.cts', 'import a = require("a")\n', []],
    ['a.d.ts', 'declare const a: number\n', []],
    ['qt.ts', '<?xml version="1.0"?>\n<!DOCTYPE TS>\n<TS></TS>\n', []],
  ])('%s holding %j', async (name, text, errors) => {
    const world = await syntaxWorld()
    await world.addTypeScript()
    const outcome = await world.check(`src/${name}`, text)
    expect(outcome?.kind).toBe(errors.length === 0 ? 'ok' : 'errors')
    const found = outcome?.kind === 'errors' ? outcome.diagnostics : []
    expect(found.map(one => [one.line, one.column])).toEqual(errors.map(([, line, column]) => [line, column]))
    errors.forEach(([message], index) => { expect(found[index]?.message).toMatch(message) })
  })

  it('lets the package read itself, and neither read, write nor start anything else', async () => {
    const world = await syntaxWorld()
    await world.put('secret', 'x')
    await world.put('node_modules/typescript/lib/typescript.js', `
      const found = {}
      for (const [name, attempt] of Object.entries({
        read: () => require('fs').readFileSync(${JSON.stringify(world.path('secret'))}),
        write: () => require('fs').writeFileSync(${JSON.stringify(world.path('written'))}, ''),
        start: () => require('child_process').execSync('true'),
      })) { try { attempt(); found[name] = 'done' } catch (error) { found[name] = error.code } }
      throw new Error(JSON.stringify(found) + ' ' + Object.keys(process.env).join(' '))
    `)
    const outcome = await world.check('a.ts', 'const a = 1\n')
    const reason = outcome?.kind === 'unavailable' ? outcome.reason : ''
    if (!strips) expect(reason).toContain('{"read":"ERR_ACCESS_DENIED","write":"ERR_ACCESS_DENIED","start":"ERR_ACCESS_DENIED"}')
    expect(await readdir(world.path('.'))).not.toContain('written')
  })

  it('stops a package that hangs, and reports one that floods or dies', async () => {
    const world = await syntaxWorld()
    await world.put('node_modules/typescript/lib/typescript.js', 'for (;;) {}')
    expect(await world.check('a.ts', '1', 3_000)).toMatchObject({ kind: 'failed', timedOut: true })
    await world.put('node_modules/typescript/lib/typescript.js', 'for (;;) require("fs").writeSync(1, "x".repeat(65536))')
    expect(await world.check('a.ts', '1')).toMatchObject({ kind: 'failed', timedOut: false })
    await world.put('node_modules/typescript/lib/typescript.js', 'process.exit(7)')
    expect(await world.check('a.ts', '1')).toMatchObject({ kind: 'failed', reason: expect.stringContaining('exit code 7') })
  })
})

describe('TypeScript without a package in the project', () => {
  it.runIf(!strips)('is said to be unavailable on a Node that strips no types', async () => {
    const world = await syntaxWorld()
    expect(await world.check('a.ts', 'const a: = 1')).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('no type stripping of its own') })
  })

  it.runIf(strips)(`is checked by Node's own type stripping${ifHere(strips, 'a Node that strips types')}`, async () => {
    const world = await syntaxWorld()
    expect(await world.check('a.ts', 'enum A { X }\n')).toEqual({ kind: 'ok' })
    expect(await world.check('a.ts', 'const a = 1\nconst b: = 2\n')).toMatchObject({ kind: 'errors', diagnostics: [{ line: 2, column: 10 }] })
    expect(await world.check('a.tsx', '<')).toMatchObject({ kind: 'unavailable' })
  })
})

describe('YAML', () => {
  it.each<[string, number | null]>([
    ['a: 1\n---\nb: !custom {x: 1}\nc: &a 1\nd: *a\n', null],
    ['a:\n  - x\n {broken\n', 3],
    ['a: [1, 2\nb: 3\n', 2],
    ['a: 1\na: 2\n', 2],
    ['x: &x {a: 1}\ny:\n  <<: *x\n  <<: *x\n', null],
    ['metadata:\n  {{- include "x" . | nindent 2 }}\n', null],
    ['a: {{ .Values.x }}\n', null],
    ['a:\n\tb: 1\n', 2],
    ['', null],
  ])('%j', async (text, line) => {
    const world = await syntaxWorld()
    const outcome = await world.check('a.yaml', text)
    if (line === null) expect(outcome).toEqual({ kind: 'ok' })
    else expect(outcome?.kind === 'errors' ? outcome.diagnostics[0]?.line : outcome).toBe(line)
  })

  it('is stopped on a text that takes the parser too long', async () => {
    const world = await syntaxWorld()
    const text = Array.from({ length: 120_000 }, (_unused, index) => `k${index}:`).join('\n')
    expect(await world.check('a.yml', text, 3_000)).toMatchObject({ kind: 'failed', timedOut: true })
  })
})

describe('PowerShell', () => {
  it.runIf(hasPwsh)(`is parsed by pwsh itself${ifHere(hasPwsh, 'pwsh')}`, async () => {
    const world = await syntaxWorld()
    expect(await world.check('a.ps1', 'function F { 1 }\n')).toEqual({ kind: 'ok' })
    expect(await world.check('a.ps1', 'function F {\n')).toMatchObject({ kind: 'errors', diagnostics: [{ line: 1 }] })
  })

  it('is said to be unavailable where there is no pwsh', async () => {
    expect(await (await syntaxWorld({ path: '/nonexistent' })).check('a.ps1', 'function {')).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('pwsh') })
  })

  it.runIf(process.platform !== 'win32').each<[string, string, unknown]>([
    ['no error', 'echo "{\\"parser\\": \\"PowerShell 7\\", \\"errors\\": []}"', { kind: 'ok' }],
    ['an error', 'test -f "$SHOOTY_CHECKED_FILE" && printf %s \'{"parser": "PowerShell 7.4", "errors": [{"message": "Missing closing }", "line": 1, "column": 12}]}\'', { kind: 'errors', total: 1, diagnostics: [{ message: 'Missing closing }', line: 1, column: 12 }] }],
    ['a crash', 'echo broken >&2; exit 1', { kind: 'failed', timedOut: false, reason: 'pwsh ended with exit code 1 and no readable answer: broken' }],
  ])('reads %s of a stand-in', async (_name, body, outcome) => {
    const world = await syntaxWorld({ path: `${(await syntaxWorld()).temporary}:/bin:/usr/bin` })
    const standIn = await world.put('bin/pwsh', `#!/bin/sh\n${body}\n`)
    await chmod(standIn, 0o755)
    const withStandIn = await syntaxWorld({ path: `${world.path('bin')}:/bin:/usr/bin` })
    expect(await withStandIn.check('a.ps1', 'function F {')).toEqual(outcome)
    expect(await readdir(withStandIn.temporary)).toEqual([])
  })
})

describe('a checked file', () => {
  it('keeps its bytes and its time, whatever the language', async () => {
    const world = await syntaxWorld()
    for (const [name, text] of [['a.py', 'def (\n'], ['a.js', 'let x = ;\n'], ['a.ts', 'let x: = 1\n'], ['a.json', '{\n'], ['a.yaml', 'a: [\n'], ['a.ps1', '{\n']] as const) {
      const path = await world.put(name, text)
      await utimes(path, 1_000, 1_000)
      await world.check(name, text)
      expect((await stat(path)).mtimeMs).toBe(1_000_000)
      expect(await readFile(path, 'utf8')).toBe(text)
    }
    expect((await readdir(world.path('.'))).length).toBe(6)
  })
})
