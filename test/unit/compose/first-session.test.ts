import { describe, expect, it } from 'vitest'
import { createFirstSession, deadPathNote, toolNotes } from '../../../src/compose/first-session.ts'
import type { GuardSettings } from '../../../src/types.ts'
import { memoryFiles } from '../../support/files/memory-files.ts'
import { sessionAt } from '../../support/gate/gate-world.ts'
import { guardSettings } from '../../support/session/api-run.ts'

const guard = (overrides: Partial<GuardSettings>): GuardSettings => guardSettings({ name: 'g', trigger: 'command', points: ['command'], ...overrides })
const TOOLS = ['bash', 'read', 'write', 'mcp_shell_exec']
const PATHS = ['src/core/x.ts', 'src/other.ts', 'README.md']

describe('a pattern on tools that matches none', () => {
  it.each<[string, string]>([
    ['Bash', 'did you mean bash?'], ['bashh', 'did you mean bash?'], ['write_file', 'there are bash, read, write, mcp_shell_exec'], ['mcp_git*', 'there are bash, read, write, mcp_shell_exec'],
  ])('%s: %s', (pattern, instead) => {
    expect(toolNotes([guard({ tools: [pattern] })], TOOLS)).toEqual([[`tools g ${pattern}`, `guard g (guard[0].tools): "${pattern}" matches no tool of this session; ${instead}`]])
  })

  it('is not told of a guard that is off, that is for the end of a turn, or that matches', () => {
    expect(toolNotes([guard({ tools: ['Bash'], mode: 'off' }), guard({ tools: ['Bash'], points: ['stop'] }), guard({ tools: ['shell'] }), guard({ tools: null })], TOOLS)).toEqual([])
  })

  it('leaves shell tools open, which is told', () => {
    expect(toolNotes([guard({ tools: ['bash'] })], TOOLS)).toEqual([['shells', 'no COMMAND guard covers the shell tool mcp_shell_exec, although bash is judged; tools: [shell] covers every shell tool']])
  })
})

describe('a pattern on paths that matches none', () => {
  it.each<[string, string]>([
    ['core/**', 'did you mean "src/core/**"?'], ['SRC/core/**', 'did you mean "src/core/**"?'], ['src/cor/**', 'did you mean "src/core/**"?'], ['lib/**', 'it has src, README.md'], ['core', 'did you mean "src/core"?'],
  ])('%s: %s', (pattern, instead) => {
    expect(deadPathNote('criticalPaths', pattern, PATHS)).toEqual([[`criticalPaths ${pattern}`, `criticalPaths: "${pattern}" matches no file of the workspace; ${instead}`]])
  })

  it.each(['src/core', ' src/core/** ', 'src/core/', './src/core/x.ts', '**/*.ts', 'README.md'])('%j matches', (pattern) => {
    expect(deadPathNote('criticalPaths', pattern, PATHS)).toEqual([])
  })

  it('may be a locked file that is not there yet', () => {
    expect([deadPathNote('lockedPaths', '.env', PATHS), deadPathNote('lockedPaths', 'core', PATHS)]).toEqual([[], [['lockedPaths core', 'lockedPaths: "core" matches no file of the workspace; did you mean "src/core"?']]])
  })
})

it('the first session of a workspace says it once, and a subagent says nothing', async () => {
  const notes: string[] = []
  const first = createFirstSession({
    settings: { guards: [guard({ tools: ['Bash'] })], criticalPaths: ['core/**'], lockedPaths: [] }, files: memoryFiles({ '/ws/src/core/x.ts': 'x' }), tools: () => ['bash'], note: (_key, text) => { notes.push(text) },
  })
  await first({ ...sessionAt('/ws'), isSubagent: true })
  expect(notes).toEqual([])
  await first(sessionAt('/ws'))
  await first(sessionAt('/ws', 'other'))
  expect(notes).toEqual(['guard g (guard[0].tools): "Bash" matches no tool of this session; did you mean bash?', 'criticalPaths: "core/**" matches no file of the workspace; did you mean "src/core/**"?'])
})
