/** What a guard is told of calls and turns, in real runners: nothing of the host comes with it, nothing of it stays behind. */
import { afterAll, describe, expect, it } from 'vitest'
import { MAX_ARGUMENT, MAX_COMMANDS, shownReading } from '../../src/api/knowledge.ts'
import type { CallReading, ShellCommand } from '../../src/shell/reading.ts'
import type { JsonValue } from '../../src/types.ts'
import { createRealPool, scriptJob } from '../support/runner/guard-pool.ts'

const pool = createRealPool({ sandbox: { maxRunners: 1 } })
afterAll(() => pool.dispose())

const command = (args: readonly string[]): ShellCommand => ({
  program: 'rm', args, words: [], wrappers: [], env: {}, cwd: '/w', input: { kind: 'none' }, via: 'direct', elsewhere: false, source: '',
})
const reading = (commands: readonly ShellCommand[]): CallReading => ({ commands, writes: [{ path: '/w/a', inside: true, kind: 'delete', via: 'program', tree: false, only: null, command: 0 }], gaps: [] })
const TURN = { calls: [{ name: 'bash', args: {}, outcome: 'done', isError: false, ms: 1, writes: [], commands: [] }], files: ['/w/a'], running: [] }

/** Runs a script; gives what it denied with or its fault, and the methods that it called. */
async function run(body: string, commands: readonly ShellCommand[] = [command(['-r', 'x'])]): Promise<{ said: string, asked: readonly string[] }> {
  const asked: string[] = []
  const report = await pool.run(scriptJob(body, {
    call: (method): Promise<JsonValue> => {
      asked.push(method)
      return Promise.resolve(method === 'turn.read' ? TURN as unknown as JsonValue : shownReading(reading(commands), true))
    },
  }))
  const action = report.actions[0]
  return { said: report.fault === null ? action?.kind === 'deny' ? action.reason : '' : `${report.fault.code}: ${report.fault.message}`, asked }
}

const WALK = `
const open = [vance.guard.command.shell, vance.guard.command.writes, vance.guard.turn, vance.guard.command]
const seen = new Set(), loose = [], kinds = new Set()
while (open.length > 0) {
  const value = open.pop()
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue
  seen.add(value)
  if (!Object.isFrozen(value)) loose.push(String(value))
  const proto = Object.getPrototypeOf(value)
  if (typeof value === 'object') kinds.add(proto === Object.prototype ? 'object' : proto === Array.prototype ? 'array' : 'other')
  for (const { value: inner, get } of Object.values(Object.getOwnPropertyDescriptors(value))) open.push(inner, get)
}
vance.guard.deny([loose.length, [...kinds].filter(kind => kind === 'other').length].join())`

describe('what a guard is told', () => {
  it('is made of plain objects and lists of its own realm, frozen through and through', async () => {
    expect(await run(WALK)).toEqual({ said: '0,0', asked: ['command.read', 'turn.read'] })
  })

  it('is read once, however often it is touched, and not at all by who does not touch it', async () => {
    expect((await run('for (let i = 0; i < 5000; i++) vance.guard.command.shell.commands.length\nvance.guard.deny("x")')).asked).toEqual(['command.read'])
    expect((await run('vance.guard.deny(JSON.stringify(vance.guard.command.args))')).asked).toEqual([])
  })

  it.each([
    ['vance.guard.command.shell.commands.push(1)', /TypeError/], ['vance.guard.turn.files = []', /TypeError/], ["Object.defineProperty(vance.guard.command, 'writes', { value: [] })", /TypeError/],
    ["Object.getOwnPropertyDescriptor(vance.guard, 'turn').get.left = 1", /TypeError/], ['delete vance.guard.command.shell', /TypeError/],
  ])('cannot be changed by %s, and the next run finds it as it is', async (attempt, error) => {
    expect((await run(attempt)).said).toMatch(error)
    expect((await run('vance.guard.deny(vance.guard.command.shell.commands[0].program + vance.guard.turn.files + vance.guard.command.writes[0].kind)')).said).toBe('rm/w/adelete')
  })

  it('leads nowhere: constructors and getters are those of the compartment', async () => {
    expect((await run('try { vance.guard.command.shell.constructor.constructor("return process")() } catch (e) { vance.guard.deny(e.name) }')).said).toMatch(/Error/)
    expect((await run("const { get } = Object.getOwnPropertyDescriptor(vance.guard, 'turn')\nvance.guard.deny(String(get.call({ fake: 1 }).files))")).said).toBe('/w/a')
  })

  it('arrives whole at the limits', async () => {
    const longest = 'x'.repeat(MAX_ARGUMENT)
    const body = 'const { commands, gaps } = vance.guard.command.shell\nvance.guard.deny([commands.length, commands[0].args[0] === null ? "null" : commands[0].args[0].length, gaps.length].join())'
    expect((await run(body, [command([longest])])).said).toBe(`1,${MAX_ARGUMENT},0`)
    expect((await run(body, [command([`${longest}x`])])).said).toBe('1,null,1')
    expect((await run(body, Array.from({ length: MAX_COMMANDS + 1 }, () => command(['a'])))).said).toBe(`${MAX_COMMANDS},1,1`)
  })
})
