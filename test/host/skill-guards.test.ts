/**
 * A skill brings its guards: while it is active in a session they refuse, whoever activated it; what is on disk
 * meanwhile changes nothing; ended, they are gone. The web host, with the host's own skills.
 */
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { testWeb, testWorld } from '../support/host/test-world.ts'
import type { World } from '../support/host/world.ts'
import { bash, call, say } from '../support/model/model-reply.ts'
import { lastToolResult } from '../support/model/model-server.ts'

const skill = (name: string): string => `---\nname: ${name}\ndescription: ${name}\n---\nBODY: careful.\n`
const GUARDS = "- { script: no-delete.js, trigger: command, tools: [shell] }\n- { name: reads, trigger: result, scriptBody: \"vance.log.info('x')\" }\n"
const NO_DELETE = "if (/\\brm\\b/.test(vance.guard.command.args.command)) vance.guard.deny('the skill keeps files')\n"
const STARTER = {
  name: 'starter', trigger: 'start', scriptBody: "if (/activate it/.test(vance.guard.request)) vance.guard.activateSkill('strict')\nif (/end it/.test(vance.guard.request)) vance.guard.deactivateSkill('strict')",
}

async function userSkill(world: World, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(world.home.dir, 'skills', 'strict')
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

it('refuses while it is active: by the human, by the host\'s skill tool, by activateSkill; pinned, protected, and gone when it is ended', async () => {
  const world = await testWorld({
    profiles: ['web'], files: { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd' }, config: { destructive: { action: 'off' }, guard: [STARTER] },
    script: [
      bash('rm a.txt'), say('done'),
      bash('rm b.txt'), say('done'),
      bash('echo > "$DSH_HOME/skills/strict/no-delete.js"'), say('done'),
      bash('rm b.txt'), say('done'),
      bash('rm b.txt'), say('done'),
      call('skill', { name: 'strict' }), bash('rm c.txt'), say('done'),
      bash('rm d.txt'), say('done'),
      bash('rm d.txt'), say('done'),
    ],
  })
  const folder = await userSkill(world, { 'SKILL.md': skill('strict'), 'guards.yml': GUARDS, 'no-delete.js': NO_DELETE })
  const web = await testWeb(world)
  const there = (name: string): boolean => existsSync(join(world.workspace, name))
  const open = async () => {
    const session = await web.createSession()
    let turns = 0
    return {
      /** @returns the last result that the model read. */
      turn: async (text: string): Promise<string> => {
        await web.prompt(session, text)
        await web.turnsEnded(session, turns += 1)
        return lastToolResult(world.model.requests.at(-1))
      },
      guard: async (line: string): Promise<string> => (await web.command(session, `/guard ${line}`))?.text ?? '',
    }
  }

  const first = await open()
  await first.turn('plain')
  expect(there('a.txt')).toBe(false)
  expect(await first.guard('list')).not.toContain('strict/')
  expect(await first.turn('/strict work')).toContain('the skill keeps files')
  expect(await first.guard('list')).toMatch(/strict\/no-delete: command, on, loaded from [^\n]*\/skills\/strict\/no-delete\.js, [0-9a-f]{12}\n {2}strict\/reads: result, on/)
  expect(await first.turn('change it')).toMatch(/tamper-protection/)
  await writeFile(join(folder, 'no-delete.js'), 'vance.log.info("nothing")\n')
  expect(await first.turn('again')).toContain('the skill keeps files')
  expect(there('b.txt')).toBe(true)
  await first.guard('off strict/no-delete')
  await first.turn('now')
  expect(there('b.txt')).toBe(false)

  await writeFile(join(folder, 'no-delete.js'), NO_DELETE)
  const second = await open()
  expect(await second.turn('use it')).toContain('the skill keeps files')
  expect(there('c.txt')).toBe(true)

  const third = await open()
  expect(await third.turn('activate it')).toContain('the skill keeps files')
  expect(there('d.txt')).toBe(true)
  await third.turn('end it')
  expect(there('d.txt')).toBe(false)
  expect(await third.guard('list')).not.toContain('strict/no-delete')
})

it.each([['user', false], ['all', true], ['off', false]] as const)('skills of the workspace with skillGuards: %s bring guards: %s', async (skillGuards, brings) => {
  const world = await testWorld({
    profiles: ['web'], config: { destructive: { action: 'off' }, skillGuards, guard: [STARTER] },
    files: { 'a.txt': 'a', '.dsh/skills/strict/SKILL.md': skill('strict'), '.dsh/skills/strict/guards.yml': GUARDS, '.dsh/skills/strict/no-delete.js': NO_DELETE },
    script: [bash('rm a.txt'), say('done')],
  })
  const web = await testWeb(world)
  const session = await web.createSession()
  await web.prompt(session, 'activate it')
  await web.turnsEnded(session, 1)
  expect(existsSync(join(world.workspace, 'a.txt'))).toBe(brings)
  const list = (await web.command(session, '/guard list'))?.text ?? ''
  expect(list.includes('strict/no-delete')).toBe(brings)
})

it('a script that is not there refuses, and a file that holds no guards is told', async () => {
  const world = await testWorld({
    profiles: ['web'], files: { 'a.txt': 'a' }, config: { destructive: { action: 'off' }, guard: [STARTER] },
    script: [bash('ls'), say('done')],
  })
  await userSkill(world, { 'SKILL.md': skill('strict'), 'guards.yml': '- { script: gone.js, trigger: command, tools: [shell] }\n' })
  const web = await testWeb(world)
  const session = await web.createSession()
  await web.prompt(session, 'activate it')
  await web.turnsEnded(session, 1)
  expect(lastToolResult(world.model.requests.at(-1))).toContain('strict/gone')
  expect((await web.command(session, '/guard list'))?.text).toMatch(/strict\/gone: command, on, BROKEN: .*gone\.js was not found/)
})
