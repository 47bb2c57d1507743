/**
 * What only shows where there are two hosts: one home under both, and what the one that is a program of its own makes
 * of a plugin: its settings, its Node, its installer, and what it does with a plugin that comes and goes while it runs.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onEachHost } from '../support/host/each-host.ts'
import { underHost } from '../support/host/home.ts'
import { oldSessionRows } from '../support/host/packaging.ts'
import { testWeb, testWorld } from '../support/host/test-world.ts'
import { modelEnv } from '../support/host/world.ts'
import { HOSTS } from '../support/install/host-pins.mjs'
import { packPlugin } from '../support/install/pack.ts'
import { bash, call, say } from '../support/model/model-reply.ts'
import { lastToolResult } from '../support/model/model-server.ts'

const main = HOSTS[0]?.version ?? ''
const no = { name: 'no', trigger: 'command', tools: ['bash'], scriptBody: "if (vance.guard.command.args.command.includes('forbidden')) vance.guard.deny('not this one')" }

onEachHost(({ version, modules, resumeOption }) => {
  it.runIf(resumeOption !== null)('goes on with a session that the main host wrote with Shooty', async () => {
    const world = await testWorld({ host: main, config: { guard: [no] }, script: [bash('touch forbidden'), say('first'), bash('touch forbidden'), say('second')] })
    const { session } = await world.run({ prompt: 'the first prompt' })
    const newer = underHost(world.home, version)
    // The program unpacks its parts when it first runs.
    await (await testWorld({ host: version, script: [say('unpacked')] })).run()
    const patch = join(world.home.dir, 'old-sessions.yml')
    writeFileSync(patch, oldSessionRows())
    const run = await newer.dsh(['--profile', 'headless', '--patch', patch, resumeOption ?? '', session?.id ?? '', 'go on'], { cwd: world.workspace, env: modelEnv(world.model) })
    expect(run).toMatchObject({ code: 0, stdout: 'second\n' })
    expect(JSON.stringify(world.model.requests[2]?.messages)).toContain('the first prompt')
    expect(lastToolResult(world.model.requests[3])).toBe('Error: not this one')
  })

  it.runIf(modules === null)('shows its settings with Shooty in it', async () => {
    const world = await testWorld({ host: version, profiles: ['web'] })
    const web = await testWeb(world)
    expect(JSON.stringify(await web.send('settings/describe', { args: {} }))).toContain('namespaces')
  })

  it('runs guards in processes, with a Node of its own or that of PATH; without one in threads, which the status says', async () => {
    const script = [call('guard_status', { action: 'status' }), say('over')]
    const world = await testWorld({ host: version, config: { guard: [no] }, script: [...script, ...script] })
    expect(lastToolResult((await world.run()).requests[1])).not.toContain('threads of the host')
    if (modules !== null) return
    const empty = join(world.workspace, 'empty')
    mkdirSync(empty)
    expect(lastToolResult((await world.run({ env: { PATH: empty } })).requests[1])).toMatch(/guards run in threads of the host .*there is no Node 20 or newer on PATH/)
  })

  it('adds the tarball, shows its layer, and removes it', async () => {
    const world = await testWorld({ host: version, shooty: false, script: [bash('touch forbidden'), say('over'), say('later')] })
    await world.home.plugin('headless', 'add', (await packPlugin()).tarball)
    await world.configure({ guard: [no] })
    expect(await world.dumpConfig()).toMatch(/# == dsh-shooty[^]*- id: shooty\n\s+name: dsh-shooty\n/)
    expect(lastToolResult((await world.run()).requests[1])).toBe('Error: not this one')
    await world.configure(null)
    await world.home.plugin('headless', 'remove', 'dsh-shooty')
    expect(await world.dumpConfig()).not.toContain('dsh-shooty')
    expect(await world.run()).toMatchObject({ code: 0, stdout: 'later\n' })
  })

  // On the main host nothing of this happens before the next start; docs/hosts.md.
  it.runIf(modules === null)('takes a plugin in, and lets it go, while it runs', async () => {
    const world = await testWorld({ host: version, shooty: false, profiles: ['web'] })
    const web = await testWeb(world)
    const touched = async (): Promise<string> => {
      const from = world.model.requests.length
      world.model.push(bash('echo forbidden'), say('over'))
      const session = await web.createSession()
      await web.prompt(session, 'go')
      await web.turnsEnded(session)
      return lastToolResult(world.model.requests[from + 1])
    }
    expect(await touched()).toContain('forbidden')
    await world.home.plugin('web', 'add', (await packPlugin()).tarball)
    await world.configure({ guard: [no] }, [], 'web')
    await expect.poll(touched, { timeout: 60_000, interval: 1000 }).toBe('Error: not this one')
    await world.home.plugin('web', 'remove', 'dsh-shooty')
    await expect.poll(touched, { timeout: 60_000, interval: 1000 }).toContain('forbidden')
  })
})
