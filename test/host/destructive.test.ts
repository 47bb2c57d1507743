/**
 * The gate on destructive commands on the real host, without any configuration: refused, advised, the advice taken, allowed
 * once by the human, off by the human, headless and web.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bash, call, say } from '../support/model/model-reply.ts'
import { lastToolResult } from '../support/model/model-server.ts'
import { allOf, runSteps } from '../support/host/steps.ts'
import { testWeb, testWorld } from '../support/host/test-world.ts'

describe('a headless run without any configuration', () => {
  it('refuses, names the way that passes, lets it pass, and keeps ordinary work free', async () => {
    const world = await testWorld({ config: {}, files: { 'src/a.txt': 'a', 'build/b.txt': 'b', '.git/HEAD': 'ref: refs/heads/main\n' } })
    const { run, steps } = await runSteps(world, [
      bash('rm -rf .git'), bash('git reset --hard'), bash('rm -rf build && ls'), bash('bash -c "rm -rf ./*"'), bash('echo "rm -rf ~" > note.md'), call('guard_status', { action: 'status' }),
    ])
    expect(run.code).toBe(0)
    const said = steps.map(allOf)
    expect(said[0]).toContain('Refused by the gate destructive, rule core.filesystem/delete-git: "rm -rf .git"')
    expect(said[1]).toContain('rule core.git/reset-hard')
    expect(said[1]).toContain('What passes: `git stash push -u`')
    expect(said[2]).not.toContain('Refused')
    expect(said[3]).toContain('core.filesystem/delete-workspace')
    expect(said[4]).not.toContain('Refused')
    expect(said[5]).toMatch(/destructive: on \(refuses; 12 packs with \d+ rules: core.filesystem \d+/)
    expect(existsSync(join(world.workspace, '.git', 'HEAD'))).toBe(true)
    expect(existsSync(join(world.workspace, 'build'))).toBe(false)
    expect(existsSync(join(world.workspace, 'src', 'a.txt'))).toBe(true)
    expect(said.join('\n')).not.toMatch(/\/guard allow [a-z0-9]{5}\b(?! shows)/)
  })
})

describe('the human in the web host', () => {
  it('allows exactly one call once, and switches the gate off and on', async () => {
    const world = await testWorld({
      profiles: ['web'], config: {}, files: { 'src/a.txt': 'a' },
      script: [bash('rm -rf .git'), say('refused'), bash('rm -rf .git '), say('another call'), bash('rm -rf .git'), say('done'), bash('rm -rf .git'), say('once only'), bash('rm -rf .git'), say('off')],
    })
    const git = join(world.workspace, '.git')
    const make = (): void => {
      mkdirSync(git, { recursive: true })
      writeFileSync(join(git, 'HEAD'), 'x')
    }
    make()
    const web = await testWeb(world)
    const session = await web.createSession()
    const guard = async (line: string): Promise<string> => (await web.command(session, `/guard ${line}`))?.text ?? ''
    const turn = async (number: number): Promise<string> => {
      await web.prompt(session, `turn ${number}`)
      await web.turnsEnded(session, number)
      return lastToolResult(world.model.requests.at(-1))
    }
    expect(await turn(1)).toContain('core.filesystem/delete-git')
    const code = /\/guard allow (\w{5}): bash rm -rf \.git \(refused by destructive\)/.exec(await guard('log'))?.[1] ?? ''
    expect(code).toHaveLength(5)
    expect(JSON.stringify(world.model.requests)).not.toContain(code)
    expect(await guard(`allow ${code}`)).toContain('allowed once: bash rm -rf .git')
    expect(await turn(2)).toContain('Refused')
    expect(await turn(3)).not.toContain('Refused')
    expect(existsSync(git)).toBe(false)
    expect(await guard('log')).toContain('let through once, because the human allowed it')
    make()
    expect(await turn(4)).toContain('Refused')
    expect(await guard('off destructive')).toContain('destructive: off')
    expect(await turn(5)).not.toContain('Refused')
    expect(await guard('on destructive')).toContain('destructive: on')
    expect(await guard('list')).toMatch(/destructive: on, active: refuses; 12 packs/)
  })
})
