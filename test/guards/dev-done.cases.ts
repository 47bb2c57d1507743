import type { PointInput, TurnCall } from '../../src/types.ts'
import type { GuardCase } from './guard-case.ts'
import { QUIET } from './guard-case.ts'

const stop = (output = 'Done. All tests pass, the build is green.'): Partial<PointInput> => ({ point: 'stop', output })
const called = (name: string, overrides: Partial<TurnCall> = {}): TurnCall => ({ name, args: {}, outcome: 'done', isError: false, ms: 1, writes: [], commands: [], ...overrides })
const change = (path = '/workspace/src/a.ts', overrides: Partial<TurnCall> = {}): TurnCall =>
  called('edit', { writes: [{ path, inside: path.startsWith('/workspace/'), kind: 'write', via: 'file-tool' }], ...overrides })
const ran = (command: string, overrides: Partial<TurnCall> = {}): TurnCall => {
  const [program = '', ...args] = command.split(' ')
  return called('bash', { commands: [{ program, args }], ...overrides })
}
const ASKED = { continued: /^You are about to stop, and no check has run well[\s\S]*Still open: build, tests, lint, types \(1 of these is needed\)/ }

export const CHANGE = change()

const step = (calls: readonly TurnCall[], asked: boolean, output?: string) => ({ input: stop(output), turn: { calls }, expect: asked ? ASKED : QUIET })
const one = (name: string, calls: readonly TurnCall[], asked: boolean, output?: string): GuardCase => ({ name, steps: [step(calls, asked, output)] })

export const cases: readonly GuardCase[] = [
  one('words are no check', [CHANGE], true),
  one('a turn without a call needs none', [], false),
  one('a turn that changed nothing needs none, whatever is said', [ran('ls'), called('read')], false),
  one('a change outside the workspace needs none', [change('/tmp/x')], false),
  one('a change by a shell command is a change', [ran('sed -i s/a/b/ src/a.ts', { writes: CHANGE.writes })], true),
  one('a change that was refused is none', [change(undefined, { outcome: 'refused', isError: true })], false),
  one('a change that failed may have changed something', [change(undefined, { outcome: 'failed', isError: true })], true),
  one('a check after the change is enough, whatever is said', [CHANGE, ran('npm test')], false, 'I give up'),
  one('a check before the last change is none', [CHANGE, ran('npm run build'), CHANGE], true),
  one('a check in the call that changed counts', [ran('npm test', { writes: CHANGE.writes })], false),
  one('a check that failed is none', [CHANGE, ran('npm test', { outcome: 'failed' })], true),
  one('a check that was stopped is none', [CHANGE, ran('pytest', { outcome: 'cancelled' })], true),
  one('a check that was refused is none', [CHANGE, ran('npm test', { outcome: 'refused', isError: true })], true),
  one('a program that is not known is none', [CHANGE, called('bash', { commands: [{ program: null, args: ['test'] }] })], true),
  one('a question is left alone', [CHANGE], false, 'Shall I run the tests?'),
  one('the agent may say that a check does not exist', [CHANGE], false, 'Done.\nNot applicable: build, lint.'),
  one('not of a kind that there is not', [CHANGE], true, 'Done.\nnot applicable: documentation'),
  { name: 'work in the background may be the check', steps: [{ input: stop(), turn: { calls: [CHANGE], running: [{ id: 'bash-1', kind: 'bash', label: 'npm test' }] }, expect: QUIET }, step([CHANGE], true)] },
  { name: 'asks once in a turn, and again in the next', steps: [step([CHANGE], true), step([CHANGE], false), { newTurn: true, ...step([CHANGE], true) }] },
  { name: 'asks as often as asks says', params: { asks: 2 }, steps: [step([CHANGE], true), step([CHANGE], true), step([CHANGE], false)] },
  {
    name: 'threshold is how many kinds of check are needed', params: { threshold: 3, asks: 3 },
    steps: [
      { input: stop(), turn: { calls: [CHANGE, ran('make'), ran('go test ./...')] }, expect: { continued: /Still open: lint, types \(1 of these is needed\)/ } },
      { input: stop(), turn: { calls: [CHANGE, ran('go test ./...')] }, expect: { continued: /Still open: build, lint, types \(2 of these are needed\)/ } },
      { input: stop('not applicable: lint'), turn: { calls: [CHANGE, ran('make'), ran('go test ./...')] }, expect: QUIET },
    ],
  },
  { name: 'a threshold above the number of kinds means all of them', params: { threshold: 9 }, steps: [step([CHANGE, ran('make'), ran('ctest'), ran('ruff check'), ran('mypy .')], false)] },
  {
    name: 'checks and prompt can be the user\'s own', params: { prompt: 'Show the audit.', checks: { audit: 'npm audit' } },
    steps: [{ input: stop(), turn: { calls: [CHANGE, ran('npm test')] }, expect: { continued: /^Show the audit\.\nStill open: audit/ } }, { newTurn: true, ...step([CHANGE, ran('npm audit')], false) }],
  },
  ...[
    'npm t', 'npm test -- x', 'pnpm build', 'yarn run test', 'bun test', 'vitest run', 'jest', 'python3 -m pytest -q', 'python -m unittest', 'node --test', 'cargo test', 'cargo clippy', 'cargo check', 'go build ./...', 'go vet ./...',
    'gradlew build', 'gradle :app:test', 'mvn -q verify', 'tsc --noEmit', 'make', 'make all', 'make check', 'npm run lint', 'npm run typecheck', 'npm run type-check', 'eslint .', 'ctest', 'dotnet test', 'deno test',
  ].map(command => one(`${command} is a check`, [CHANGE, ran(command)], false)),
  ...['git test-branch', 'ls maker', 'echo npm test', 'cat vitest.config.ts', 'make clean', 'npm install', 'npm run testdata', 'grep -r pytest .', 'which jest'].map(command => one(`${command} is no check`, [CHANGE, ran(command)], true)),
]
