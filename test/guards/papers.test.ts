/** The guards that stand in the papers, each against ten calls that it must catch and ten that it must let pass. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScriptRunner } from '../../src/pool/create.ts'
import type { CommandView, JsonValue, TurnView } from '../../src/types.ts'
import { guardSession, startRunner } from '../support/session/guard-session.ts'

const page = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const snippet = (name: string, text: string): string => {
  const found = [...page(name).matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(match => match[1] ?? '').find(code => code.includes(text))
  if (found === undefined) throw new Error(`${name} has no guard with ${text}`)
  return found
}
const inExample = (name: string): string => {
  const rows = parse(page('cordis.patch.example.yml')) as { config: { guard: { name?: string, scriptBody?: string }[] } }[]
  return rows[0]?.config.guard.find(guard => guard.name === name)?.scriptBody ?? ''
}

type Call = string | { readonly tool: string, readonly args: JsonValue }

interface Paper {
  readonly script: string
  readonly caught: readonly Call[]
  readonly passes: readonly Call[]
  readonly turn?: Partial<TurnView>
}

const write = (path: string): Call => ({ tool: 'write', args: { file_path: path, content: 'rm -rf build; git push --force' } })

const PAPERS: Readonly<Record<string, Paper>> = {
  'README: no-delete': {
    script: snippet('README.md', "kind === 'delete'"),
    caught: ['rm a.txt', 'rm \\\n -rf build', 'rm build -rf', 'rm --recursive build', 'find . -name "*.txt" -delete', 'find build -exec rm {} +', 'bash -c "rm a.txt"', 'ls build | xargs -I{} rm build/{}', 'python3 -c "import shutil; shutil.rmtree(\'build\')"', 'sudo rm -f "a.txt"'],
    passes: ['ls -R build', 'echo "rm a.txt"', 'git log --grep="rm -rf"', 'grep -r "rm -rf" .', 'cat a.txt', 'mkdir trash && mv a.txt trash/', 'npm test', 'echo x > a.txt', 'rm --help', write('a.txt')],
  },
  'README: push-tested': {
    script: snippet('README.md', 'push-tested.js'),
    caught: ['git push', 'git push origin main', 'git -C . push', "bash -c 'git push'", 'npm run build && git push', 'git push --tags', 'env X=1 git push', 'sh <<< "git push"', 'g=git; $g push', 'timeout 5 git push -u origin x'],
    passes: ['git status', 'git stash list', 'git commit -m "push it"', 'echo git push', 'grep push a.txt', 'git log', 'npm test', 'ls', 'git pull', write('push.txt')],
  },
  'manual: no-force-push': {
    script: snippet('guards/README.md', 'no-force-push.js'),
    caught: ['git push -f', 'git push --force', 'git push --force-with-lease', 'git push origin +main', 'git push -uf origin x', 'bash -c "git push -f"', 'git -c a.b=c push --force', 'cd . && git push origin main -f', 'echo x | xargs git push -f', 'git push $UNKNOWN'],
    passes: ['git push', 'git push origin main', 'git push -u origin x', 'git push --tags', 'echo git push -f', 'git commit -m "push -f"', 'git fetch --force', 'ls -f', 'grep -f a.txt', write('a.txt')],
  },
  'manual: keep-vendor': {
    script: snippet('guards/README.md', 'keep-vendor.js'),
    caught: ['rm -r vendor', 'echo x > vendor/a.js', 'sed -i s/a/b/ vendor/a.js', 'cd vendor && touch b.js', 'mv vendor gone', 'cp a.txt ./vendor/', 'find vendor -delete', 'tee vendor/b < a.txt', write('vendor/a.js'), write('./src/../vendor/new.js')],
    passes: ['cat vendor/a.js', 'ls vendor', 'grep x vendor/a.js', 'cp vendor/a.js a.js', 'echo vendor/a.js', 'touch vendors', 'diff vendor/a.js a.txt', 'git log vendor', write('src/vendor/a.js'), write('a.txt')],
  },
  'example file: no-root-removal': {
    script: inExample('no-root-removal'),
    caught: ['rm -rf /', 'rm -r -f /', 'rm --recursive /', 'rm / -rf', 'sudo rm -rf /', 'bash -c "rm -rf /"', 'rm -rf //', 'rm -fr "/"', 'cd / && rm -rf .', 'rm -rf /../'],
    passes: ['rm -rf build', 'rm a.txt', 'ls /', 'echo rm -rf /', 'rm -rf ./build', 'find / -name x', 'du -s /', 'grep -r x /etc', 'cat /etc/hosts', write('a.txt')],
  },
}

let runner: ScriptRunner
let workspace: string
beforeAll(() => {
  runner = startRunner()
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'papers-')))
  for (const folder of ['build', 'vendor', 'src/vendor']) mkdirSync(join(workspace, folder), { recursive: true })
  for (const file of ['a.txt', 'a.js', 'build/out', 'build/x.txt', 'vendor/a.js']) writeFileSync(join(workspace, file), 'x')
})
afterAll(async () => {
  await runner.dispose()
  rmSync(workspace, { recursive: true, force: true })
})

const viewOf = (call: Call): CommandView => typeof call === 'string' ? { name: 'bash', args: { command: call }, callId: 'c' } : { name: call.tool, args: call.args, callId: 'c' }

describe.each(Object.entries(PAPERS))('%s', (_name, { script, caught, passes }) => {
  it('has ten of each', () => {
    expect([caught.length, passes.length]).toEqual([10, 10])
  })
  it.each(caught.map(call => [JSON.stringify(call), call] as const))('catches %s', async (_text, call) => {
    const outcome = await guardSession(runner, { cwd: workspace }).run(script, { point: 'command', command: viewOf(call) })
    expect([outcome.fault, outcome.denied]).toEqual([null, expect.any(String)])
  })
  it.each(passes.map(call => [JSON.stringify(call), call] as const))('lets %s pass', async (_text, call) => {
    const outcome = await guardSession(runner, { cwd: workspace }).run(script, { point: 'command', command: viewOf(call) })
    expect([outcome.fault, outcome.denied]).toEqual([null, null])
  })
})

it('push-tested lets a push pass once the tests have run well', async () => {
  const tested = (outcome: 'done' | 'failed'): Partial<TurnView> => ({ calls: [{ name: 'bash', args: {}, outcome, isError: false, ms: 1, writes: [], commands: [{ program: 'npm', args: ['test'] }] }] })
  const push = { point: 'command' as const, command: viewOf('git push') }
  const script = snippet('README.md', 'push-tested.js')
  expect((await guardSession(runner, { cwd: workspace }).run(script, push, {}, tested('done'))).denied).toBeNull()
  expect((await guardSession(runner, { cwd: workspace }).run(script, push, {}, tested('failed'))).denied).toContain('npm test')
})
