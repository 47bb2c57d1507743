/**
 * The post-write-syntax gate on the real host: a call that breaks a file is told so on that very call,
 * old errors are nobody's news, and a checker in trouble is reported and stops nothing.
 */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readInstalled } from '../support/install/installed.ts'
import { bash, call } from '../support/model/model-reply.ts'
import { allOf, runSteps } from '../support/host/steps.ts'
import { testWorld } from '../support/host/test-world.ts'

function edit(path: string, from: string, to: string): ReturnType<typeof call> {
  return call('edit', { file_path: path, old_string: from, new_string: to })
}

const recent = (): ReturnType<typeof call> => call('guard_status', { action: 'recent' })
const read = (path: string): ReturnType<typeof call> => call('read', { file_path: path })

describe('the post-write-syntax gate', () => {
  it('says nothing of what another version, a template engine or a notebook reads, and says which version found an error', async () => {
    const old = mkdtempSync(join(tmpdir(), 'shooty-old-python-'))
    onTestFinished(() => { rmSync(old, { recursive: true, force: true }) })
    // Python before 3.12, as far as a checker can tell: the real one may be newer on this machine.
    const answer = '{"parser": "Python 3.11.7", "errors": [{"message": "expected \'(\'", "line": 1, "column": 6}]}'
    for (const name of ['python3', 'python']) writeFileSync(join(old, name), `#!/bin/sh\ncat <<'EOT'\n${answer}\nEOT\n`, { mode: 0o755 })
    const newer = 'def f[T](x: T) -> T:\n    return x\n'
    const world = await testWorld({ files: { 'new/pyproject.toml': '[project]\nname = "n"\nrequires-python = ">=3.99"\n' } })
    const write = (path: string, content: string): ReturnType<typeof call> => call('write', { file_path: path, content })
    const { steps } = await runSteps(world, [
      write('new/a.py', newer), write('plain/a.py', newer), write('plain/book.py', '%matplotlib inline\nx = 1\n'),
      write('template.js', 'const a = {{ cookiecutter.name }};\n'), write('wrong.js', 'const a = ;\n'),
    ], { env: { PATH: [old, ...readInstalled().bins, process.env.PATH ?? ''].join(delimiter) } })
    const said = steps.map(allOf)
    expect(said[1]).toMatch(/Syntax check: this call broke plain\/a\.py \(1 new syntax error, found by Python 3\.11\.7\)/)
    expect(said[4]).toContain('Syntax check: this call broke wrong.js')
    for (const at of [0, 2, 3]) expect(said[at]).not.toContain('Syntax check')
  })

  it('tells the call that broke a Python, a TypeScript or a JSON file, and not the one that left an old error in place', async () => {
    const world = await testWorld({
      files: {
        'a.py': 'def total(x):\n    return x + 1\n', 'a.ts': 'export function total(x: number): number {\n  return x + 1\n}\n', 'a.json': '{ "a": 1, "b": [2] }\n',
        'old.py': 'def old(:\n    return 1\n\nlimit = 1\n', 'old.ts': 'const x: = 1\n// limit 1\n', 'old.json': '{ "a": , "limit": 1 }\n',
      },
    })
    const { run, steps } = await runSteps(world, [
      read('a.py'), edit('a.py', 'def total(x):', 'def total(x:'),
      read('a.ts'), edit('a.ts', 'x + 1\n}', 'x + \n}'),
      read('a.json'), edit('a.json', '[2] }', '[2 }'),
      edit('a.py', 'def total(x:', 'def total(x):'),
      ...['py', 'ts', 'json'].flatMap(type => [read(`old.${type}`), edit(`old.${type}`, type === 'py' ? 'limit = 1' : type === 'ts' ? 'limit 1' : '"limit": 1', type === 'py' ? 'limit = 2' : type === 'ts' ? 'limit 2' : '"limit": 2')]),
      bash("cat > b.ts <<'EOT'\nconst y: number = (1\nEOT"),
      call('guard_status', { action: 'status' }),
    ])
    expect(run.code).toBe(0)
    const said = steps.map(allOf)
    expect(said[1]).toMatch(/Syntax check: this call broke a\.py \(1 new syntax error, found by Python 3[\d.]+\):\na\.py:1/)
    expect(said[3]).toMatch(/Syntax check: this call broke a\.ts \(1 new syntax error, found by .*\):\na\.ts:3/)
    expect(said[5]).toMatch(/Syntax check: this call broke a\.json \(1 new syntax error, found by built-in JSON parser\):\na\.json:1/)
    expect(said[6]).not.toContain('Syntax check')
    for (const n of [8, 10, 12]) {
      expect(said[n]).not.toContain('Error')
      expect(said[n]).not.toContain('Syntax check')
    }
    expect(said[13]).toMatch(/Syntax check: this call broke b\.ts/)
    expect(said[14]).toMatch(/postWriteChecks 8\b/)
    expect(said[14]).toMatch(/post-write-syntax: on \(Python: Python 3/)
    expect(readFileSync(join(world.workspace, 'old.py'), 'utf8')).toBe('def old(:\n    return 1\n\nlimit = 2\n')
    expect(readdirSync(world.workspace).sort()).toEqual(['a.json', 'a.py', 'a.ts', 'b.ts', 'old.json', 'old.py', 'old.ts'])
  })

  it.skipIf(process.platform === 'win32')('reports a checker that is missing, hangs, crashes or floods, goes on, and lets the other gates work', async () => {
    const world = await testWorld({ config: { checkTimeoutMs: 4000, criticalPaths: ['core/**'] }, files: { 'core/x.ts': '1\n' } })
    const programs = join(world.home.dir, 'programs')
    mkdirSync(programs)
    // A PATH without Python, with what the session needs.
    for (const folder of ['/bin', '/usr/bin']) {
      for (const name of readdirSync(folder)) if (!/python|pwsh|^lean/.test(name)) try { symlinkSync(join(folder, name), join(programs, name)) } catch { /* In both folders. */ }
    }
    const python = join(world.home.dir, 'python')
    mkdirSync(python)
    const mode = join(python, 'mode')
    const standIn = `#!/bin/sh
case $(cat '${mode}') in
  hang) sleep 300 & sleep 300 ;;
  crash) echo 'Fatal Python error: init failed' >&2; kill -SEGV $$ ;;
  flood) exec yes flooding ;;
esac
`
    writeFileSync(join(world.home.dir, 'stand-in'), standIn)
    chmodSync(join(world.home.dir, 'stand-in'), 0o755)
    const become = (name: string): string => `cp -f '${join(world.home.dir, 'stand-in')}' '${join(python, 'python3')}'; echo ${name} > '${mode}'`
    const { run, steps } = await runSteps(world, [
      bash("printf 'def f(:\\n' > missing.py"), bash("printf 'def g(:\\n' > missing2.py"),
      bash(become('hang')), bash("printf 'def f(:\\n' > hang.py; stat -c %Y hang.py"), recent(),
      bash(become('crash')), bash("printf 'def f(:\\n' > crash.py"), recent(),
      bash(become('flood')), bash("printf 'def f(:\\n' > flood.py"), recent(),
      bash("printf 'def f(:\\n' > given-up.py"),
      bash("printf '{,}' > still.json"), bash('echo 2 > core/x.ts'), ...[1, 2, 3].map(n => bash(`cat nothing-${n}.txt`)),
      call('guard_status', { action: 'status' }),
    ], { env: { PATH: [python, ...readInstalled().bins, programs].join(delimiter) } })
    expect(run.code).toBe(0)
    const said = steps.map(allOf)
    expect(said[0]).toMatch(/Syntax check: Python files are not checked in this session: .*python/)
    expect(said[1]).not.toContain('Syntax check')
    for (const [at, words] of [[3, /hang\.py was not checked: python3 gave no answer within \d+ ms/], [6, /crash\.py was not checked: .*/], [9, /flood\.py was not checked: .*/]] as const) {
      expect(said[at]).not.toContain('this call broke')
      expect(said[at + 1]).toMatch(/post-write-syntax result bash: script_error/)
      expect(said[at + 1]).toMatch(words)
    }
    expect(Number(/\d{9,}/.exec(said[3] ?? '')?.[0])).toBe(Math.floor(statSync(join(world.workspace, 'hang.py')).mtimeMs / 1000))
    expect(said[11]).toContain('the checker failed 3 times in a row')
    expect(said[12]).toContain('Syntax check: this call broke still.json')
    expect(said[13]).toContain('stands down')
    expect(said[16]).toContain('Repeated failure')
    expect(said[17]).toMatch(/post-write-syntax: on/)
    // A gate's own failures are in the decisions above; the totals are of guards.
    expect(said[17]).toMatch(/script_error 0\b/)
  })
})
