import { describe, expect, it } from 'vitest'
import { cliWorld } from '../support/cli/run-cli.ts'

const GUARD = "if (vance.guard.command.shell?.commands.some(({ program, args }) => program === 'git' && args.includes('push'))) vance.guard.deny('Pushing is for the human.')"
const PATCH = `- id: shooty\n  config:\n    destructive: { action: off }\n    guard:\n      - name: no-push\n        trigger: command\n        tools: [shell]\n        scriptBody: |\n          ${GUARD}\n`

describe('explain', () => {
  it('shows what was read, who refuses and why, what the model reads, and what changes it', async () => {
    const world = await cliWorld()
    await world.profile('headless', PATCH)
    const { code, out } = await world.run('explain', '--profile', 'headless', "echo hi > a.txt && sudo bash -c 'git push'")
    expect(code).toBe(1)
    expect(out).toMatch(/^Refused by no-push\n/)
    expect(out).toContain('git push  (behind sudo')
    expect(out).toContain(`write ${world.folder}/a.txt`)
    expect(out).toContain('✗ no-push: denied: ')
    expect(out).toContain('Pushing is for the human.')
    expect(out).toContain('/guard off no-push')
    expect(out).not.toContain('\u001b[')
  })

  it('says that a call may run, with every gate that looked', async () => {
    const world = await cliWorld()
    const { code, out } = await world.run('explain', 'ls -l')
    expect(code).toBe(0)
    expect(out).toMatch(/^Allowed\n/)
    expect(out).toContain('tamper-protection: passed')
    expect(out).toContain('the defaults (no --profile was given)')
  })

  it('takes any tool', async () => {
    const world = await cliWorld()
    await world.profile('p', '- id: shooty\n  config:\n    lockedPaths: [keep.txt]\n')
    const { judgment } = await world.json('explain', '--profile', 'p', '--tool', 'write', '--args', '{"file_path":"keep.txt","content":"x"}') as { judgment: { decision: string, guard: string } }
    expect([judgment.decision, judgment.guard]).toEqual(['deny', 'locked-paths'])
  })

  it('as JSON holds the reading and each part', async () => {
    const world = await cliWorld()
    const { reading } = await world.json('explain', 'cat a | grep b') as { reading: { shell: { commands: { program: string, input: unknown }[], gaps: string[] } } }
    expect(reading.shell.commands.map(({ program, input }) => [program, input])).toEqual([['cat', { kind: 'none' }], ['grep', { kind: 'pipe', from: 0 }]])
  })

  it.each([
    [['explain'], 'a command in quotes'], [['explain', 'ls', '--tool', 'bash'], 'not both'], [['explain', '--tool', 'write', '--args', '{x'], '--args is not JSON'], [['explain', 'ls', '--profile', 'none'], 'there is no profile "none"'],
    [['explain', 'ls', '--colour'], 'unknown option'], [['expain'], 'unknown command'], [[], 'Usage:'],
  ])('%j is a clear error', async (args, words) => {
    const world = await cliWorld()
    const { code, out, err } = await world.run(...args)
    expect(code).toBe(2)
    expect(out + err).toContain(words)
    expect(out + err).not.toMatch(/\n\s+at /)
  })
})

describe('the profile', () => {
  it('has the last override whole, and says which expressions were left out', async () => {
    const world = await cliWorld()
    await world.profile('p', '- id: shooty\n  config:\n    lockedPaths: [a]\n    maxDiagnostics: !!js process.env.X ?? 3\n- id: other\n  config: { x: 1 }\n')
    const { configuration, notes } = await world.json('explain', '--profile', 'p', 'ls') as { configuration: string, notes: string[] }
    expect(configuration).toBe(`${world.home}/profiles/p/cordis.patch.yml`)
    expect(notes).toEqual([expect.stringContaining('!!js process.env.X ?? 3 is not evaluated here')])
  })

  it.each([
    ['- id: shooty\n  config:\n    gaurd: []\n', /cordis\.patch\.yml: .*gaurd/s], ['- id: [\n', /cordis\.patch\.yml:\d+: /], ['id: shooty\n', /a patch file is a list of rows/], ['[]\n- id: shooty\n', /cordis\.patch\.yml:\d+: /],
  ])('that is wrong (%j) names the file, the line or the key', async (patch, words) => {
    const world = await cliWorld()
    await world.profile('p', patch)
    const { code, err } = await world.run('explain', '--profile', 'p', 'ls')
    expect(code).toBe(2)
    expect(err).toMatch(words)
  })
})
