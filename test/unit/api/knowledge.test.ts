import { describe, expect, it } from 'vitest'
import { MAX_ARGUMENT, MAX_COMMANDS, MAX_TEXT, MAX_WRITES, createKnowledgeCapability, shownReading } from '../../../src/api/knowledge.ts'
import type { CallReading, ShellCommand, ShellWrite } from '../../../src/shell/reading.ts'
import { hostCall, runContext } from '../../support/session/api-run.ts'

const COMMAND = { name: 'bash', args: { command: 'x' }, callId: 'c' }
const command = (overrides: Partial<ShellCommand> = {}): ShellCommand => ({
  program: 'rm', args: ['-r', null], words: [], wrappers: ['sudo'], env: {}, cwd: '/w', input: { kind: 'none' }, via: 'direct', elsewhere: false, source: 'rm -r $X', ...overrides,
})
const write = (path = '/w/a'): ShellWrite => ({ path, inside: true, kind: 'delete', via: 'program', tree: true, only: null, command: 0 })
const reading = (overrides: Partial<CallReading> = {}): CallReading => ({ commands: [command()], writes: [write()], gaps: [], ...overrides })

describe('what a guard is told of a call', () => {
  it('is the public fields and no other', () => {
    expect(shownReading(reading({ gaps: ['g'] }), true)).toEqual({
      writes: [{ path: '/w/a', inside: true, kind: 'delete', via: 'program' }],
      shell: { commands: [{ program: 'rm', args: ['-r', null], wrappers: ['sudo'], cwd: '/w', input: { kind: 'none' }, via: 'direct' }], gaps: ['g'] },
    })
  })

  it('has no shell for a tool that runs none', () => {
    expect(shownReading(reading({ commands: [] }), false)).toEqual({ writes: [expect.anything()], shell: null })
  })

  it.each([
    [{ kind: 'none' }], [{ kind: 'file', path: null }], [{ kind: 'text', text: 'in' }], [{ kind: 'text', text: null }], [{ kind: 'pipe', from: 3 }],
  ] as const)('tells the input %o', (input) => {
    expect(shownReading(reading({ commands: [command({ input })] }), true)).toMatchObject({ shell: { commands: [{ input }] } })
  })

  it('is bounded, and says what is missing: commands', () => {
    const many = (count: number) => shownReading(reading({ commands: Array.from({ length: count }, () => command()) }), true) as { shell: { commands: unknown[], gaps: string[] } }
    expect(many(MAX_COMMANDS).shell.gaps).toEqual([])
    expect(many(MAX_COMMANDS + 1).shell.commands).toHaveLength(MAX_COMMANDS)
    expect(many(MAX_COMMANDS + 1).shell.gaps).toEqual([expect.stringContaining(`more than ${MAX_COMMANDS} commands`)])
  })

  it('is bounded, and says what is missing: paths', () => {
    const many = (count: number) => shownReading(reading({ writes: Array.from({ length: count }, (_none, at) => write(`/w/${at}`)) }), true) as { writes: unknown[], shell: { gaps: string[] } }
    expect(many(MAX_WRITES).shell.gaps).toEqual([])
    expect(many(MAX_WRITES + 1).writes).toHaveLength(MAX_WRITES)
    expect(many(MAX_WRITES + 1).shell.gaps).toHaveLength(1)
  })

  it('is bounded, and says what is missing: arguments, one and all together', () => {
    const shown = (args: readonly string[]) => shownReading(reading({ commands: [command({ args })] }), true) as { shell: { commands: { args: (string | null)[] }[], gaps: string[] } }
    expect(shown(['界'.repeat(MAX_ARGUMENT)]).shell).toMatchObject({ gaps: [] })
    expect(shown(['界'.repeat(MAX_ARGUMENT + 1), 'b']).shell).toMatchObject({ commands: [{ args: [null, 'b'] }], gaps: [expect.stringContaining(`${MAX_ARGUMENT}`)] })
    const full = Array.from({ length: MAX_TEXT / MAX_ARGUMENT }, () => 'x'.repeat(MAX_ARGUMENT))
    expect(shown(full).shell.gaps).toEqual([])
    expect(shown([...full, 'y']).shell.commands[0]?.args.at(-1)).toBeNull()
    expect(shown([...full, 'y']).shell.gaps).toHaveLength(1)
  })
})

describe('the host calls', () => {
  const capability = createKnowledgeCapability({
    reading: of => Promise.resolve(reading({ gaps: [of.name] })), isShell: () => true,
    turn: () => Promise.resolve({ calls: [], files: ['/w/a'], running: [{ id: 'bash-1', kind: 'bash', label: 'sleep' }] }),
  })

  it('answer for the call of the run', async () => {
    expect(await hostCall(capability, 'command.read', [], runContext({ point: 'result', command: COMMAND }))).toMatchObject({ shell: { gaps: ['bash'] } })
  })

  it('say where a call can be read', async () => {
    await expect(hostCall(capability, 'command.read', [], runContext({ point: 'stop', command: null }))).rejects.toThrow('no call at the Point "stop"')
  })

  it('answer for the turn; for a call without an agent there is none', async () => {
    expect(await hostCall(capability, 'turn.read', [])).toEqual({ calls: [], files: ['/w/a'], running: [{ id: 'bash-1', kind: 'bash', label: 'sleep' }] })
    expect(await hostCall(capability, 'turn.read', [], runContext({ hasAgent: false }))).toEqual({ calls: [], files: [], running: [] })
  })
})
