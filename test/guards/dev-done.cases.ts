import type { JsonValue, PointInput } from '../../src/types.ts'
import type { GuardCase } from './guard-case.ts'
import { QUIET } from './guard-case.ts'

const stop = (output: string): Partial<PointInput> => ({ point: 'stop', output })
const ran = (name: string, args: JsonValue, text = 'ok', isError = false): Partial<PointInput> => ({
  point: 'result', command: { name, args, callId: 'c' }, result: { isError, text, error: null, durationMs: 5 },
})
const bash = (command: string, text?: string): Partial<PointInput> => ran('bash', { command }, text)
const ASKED = { continued: /^You are about to stop, and nothing shows[\s\S]*Still open: build, tests, lint, types \(1 of these is needed\)/ }
const says = (output: string, asked: boolean): GuardCase => ({ name: `${asked ? 'asks' : 'does not ask'} after ${JSON.stringify(output)}`, steps: [{ input: stop(output), expect: asked ? ASKED : QUIET }] })

export const cases: readonly GuardCase[] = [
  ...[
    'Done.', 'I have implemented the parser.', 'All set!', 'The bug is fixed. The tests should pass.', 'Finished. I did not run the tests, but they would pass.', 'Fixed; I haven\'t verified that the build succeeds.',
    'Done. Hopefully the build passes.', '功能已完成。', '已修复，但没有运行测试。', 'Done. Run `npm test` to see.', 'Done.\nnot applicable: documentation',
  ].map(output => says(output, true)),
  ...[
    'Done. All tests pass.', 'Implemented it; 42 passed, 0 failed.', 'Fixed.\n- Build: ok\n- Tests: 12 passed', 'Done. The build succeeded with 0 errors.', 'Finished, tsc reports no errors.', 'Done, eslint is clean.',
    '已完成，测试通过。', '已完成，编译没有错误。', 'Done.\nnot applicable: tests', 'Done.\nNot applicable: build, lint.',
    'The parser reads tokens one by one.', 'It is not done yet: the build fails.', 'I could not get it fixed.', '任务尚未完成。', '', 'Done. Shall I run the tests?',
  ].map(output => says(output, false)),
  { name: 'asks once in a turn, and again in the next', steps: [{ input: stop('Done.'), expect: ASKED }, { input: stop('Done.'), expect: QUIET }, { newTurn: true, input: stop('Done.'), expect: ASKED }] },
  { name: 'asks as often as asks says', params: { asks: 2 }, steps: [{ input: stop('Done.'), expect: ASKED }, { input: stop('Done.'), expect: ASKED }, { input: stop('Done.'), expect: QUIET }] },
  {
    name: 'threshold is how many kinds of check are needed', params: { threshold: 3, asks: 3 },
    steps: [
      { input: stop('Done. Build: ok\nTests: 3 passed'), expect: { continued: /Still open: lint, types \(1 of these is needed\)/ } },
      { input: stop('Done. Tests: 3 passed'), expect: { continued: /Still open: build, lint, types \(2 of these are needed\)/ } },
      { input: stop('Done. Build: ok\nTests: 3 passed\nnot applicable: lint'), expect: QUIET },
    ],
  },
  { name: 'a threshold above the number of kinds means all of them', params: { threshold: 9 }, steps: [{ input: stop('Done. Build ok\nTests pass\nLint clean\ntsc ok'), expect: QUIET }] },
  { name: 'claim, checks and prompt can be the user\'s own', params: { claim: 'ship', prompt: 'Show the audit.', checks: { audit: { said: 'audit' } } }, steps: [{ input: stop('Done.'), expect: QUIET }, { input: stop('Ready to ship.'), expect: { continued: /^Show the audit\.\nStill open: audit/ } }, { newTurn: true, input: stop('Ready to ship.\nThe audit passed.'), expect: QUIET }] },
  { name: 'counting: a turn without a change needs no check, whatever is said', steps: [{ input: bash('ls'), expect: QUIET }, { input: stop('Done.'), expect: QUIET }] },
  { name: 'counting: words are no check', steps: [{ input: ran('edit', {}), expect: QUIET }, { input: stop('Done. All tests pass.'), expect: ASKED }] },
  { name: 'counting: a check that ran after the change is enough, whatever is said', steps: [{ input: ran('write', {}), expect: QUIET }, { input: bash('cd x && npm test'), expect: QUIET }, { input: stop('Done.'), expect: QUIET }] },
  { name: 'counting: a check before the last change is none', steps: [{ input: ran('write', {}), expect: QUIET }, { input: bash('npm run build'), expect: QUIET }, { input: ran('edit', {}), expect: QUIET }, { input: stop('Done.'), expect: ASKED }] },
  { name: 'counting: a check that failed is none', steps: [{ input: ran('write', {}), expect: QUIET }, { input: bash('npx vitest run', '3 failed\n[exit code: 1]'), expect: QUIET }, { input: stop('Done.'), expect: ASKED }] },
  { name: 'counting: a check that was stopped is none', steps: [{ input: ran('write', {}), expect: QUIET }, { input: bash('pytest', '[timed out after 5ms]'), expect: QUIET }, { input: stop('Done.'), expect: ASKED }] },
  { name: 'counting: a change that failed is none', steps: [{ input: ran('edit', {}, 'no match', true), expect: QUIET }, { input: stop('Done.'), expect: QUIET }] },
  { name: 'counting: looking at a file is no change', steps: [{ input: ran('str_replace_editor', { command: 'view' }), expect: QUIET }, { input: stop('Done.'), expect: QUIET }] },
  { name: 'counting: the tools that change files can be named', params: { changingTools: ['mcp_write'] }, steps: [{ input: ran('edit', {}), expect: QUIET }, { input: stop('Done.'), expect: QUIET }, { input: ran('mcp_write', {}), expect: QUIET }, { input: stop('Done.'), expect: ASKED }] },
  { name: 'counting: malformed arguments do no harm', steps: [{ input: ran('bash', '{broken'), expect: QUIET }, { input: stop('Done.'), expect: QUIET }] },
  { name: 'counting: a new turn begins at nothing', steps: [{ input: ran('edit', {}), expect: QUIET }, { newTurn: true, input: bash('ls'), expect: QUIET }, { input: stop('Done.'), expect: QUIET }] },
  { name: 'counting: the agent may say that a check does not exist', steps: [{ input: ran('edit', {}), expect: QUIET }, { input: stop('Done.\nnot applicable: tests'), expect: QUIET }] },
  ...['npm t', 'pnpm build', 'yarn run test', 'go vet ./...', 'cargo clippy', './gradlew build', 'npx tsc --noEmit', 'make check', 'python -m pytest -q', 'npm run lint', 'npm run typecheck'].map((command): GuardCase => ({
    name: `counting: ${command} is a check`, steps: [{ input: ran('edit', {}), expect: QUIET }, { input: bash(command), expect: QUIET }, { input: stop('Done.'), expect: QUIET }],
  })),
  ...['git test-branch', 'ls maker', 'echo done', 'cat contest.txt'].map((command): GuardCase => ({
    name: `counting: ${command} is no check`, steps: [{ input: ran('edit', {}), expect: QUIET }, { input: bash(command), expect: QUIET }, { input: stop('Done.'), expect: ASKED }],
  })),
]
