/**
 * Each gate is switched by its own key and by nothing else; with all off and no guards nothing is
 * registered on the host.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { MountedHost } from '../support/host/mount.ts'
import { testHost } from '../support/host/test-world.ts'

const ON = { criticalPaths: ['core/**'], specChecker: ['false', '{path}'], audit: false }
const OFF = { repeatThreshold: 0, criticalPaths: [], postWriteSyntax: false, tamperProtection: false, audit: false, destructive: { action: 'off' } }
const GATES = ['critical-paths', 'repeated-failure', 'post-write-syntax', 'tamper-protection']

const EVENTS = [
  'tools/pre-execute', 'tools/execute', 'tools/post-execute', 'tools/result', 'agent/turn-stop', 'agent/pre-step', 'agent/turn-start', 'agent/turn-end',
  'agent/disposed', 'agent/created', 'agent/stop', 'agent/message', 'session/event', 'agent/pre-turn',
]

async function hostWithWrite(): Promise<{ readonly host: MountedHost, readonly workspace: string }> {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'shooty-switch-')))
  onTestFinished(() => { rmSync(workspace, { recursive: true, force: true }) })
  mkdirSync(join(workspace, 'core'))
  writeFileSync(join(workspace, 'core', 'x.txt'), 'v1')
  const host = await testHost()
  host.tool('write', (args) => {
    const { file_path: path, content } = args as { file_path: string, content: string }
    writeFileSync(resolve(workspace, path), content)
    return 'written'
  })
  host.tool('fail', () => { throw new Error('cannot find the thing') })
  return { host, workspace }
}

/** Which gates acted on a session in which each had its occasion. */
async function acted(config: object): Promise<{ readonly acted: readonly string[], readonly status: string }> {
  const { host, workspace } = await hostWithWrite()
  await host.mountShooty(config)
  const agent = await host.createAgent({ cwd: workspace })
  const heard = async (name: string, args: object): Promise<string> => JSON.stringify(await host.execute({ name, args, agent }))
  const texts = [
    await heard('write', { file_path: 'core/x.txt', content: 'v2' }),
    await heard('write', { file_path: 'broken.json', content: '{ "a": }' }),
    await heard('write', { file_path: join(host.home, 'cordis.patch.yml'), content: '[]' }),
    await heard('fail', { n: 1 }), await heard('fail', { n: 2 }), await heard('fail', { n: 3 }),
  ].join('\n')
  const signs: readonly (readonly [string, string])[] = [
    ['critical-paths', 'Refused by the gate critical-paths'], ['repeated-failure', 'Repeated failure:'],
    ['post-write-syntax', 'Syntax check: this call broke'], ['tamper-protection', 'Refused by the gate tamper-protection'],
  ]
  return { acted: signs.filter(([, sign]) => texts.includes(sign)).map(([name]) => name), status: await heard('guard_status', { action: 'status' }) }
}

describe('the keys of the gates', () => {
  it.each([
    ['none', null, {}],
    ['repeatThreshold: 0', 'repeated-failure', { repeatThreshold: 0 }],
    ['criticalPaths: []', 'critical-paths', { criticalPaths: [] }],
    ['postWriteSyntax: false', 'post-write-syntax', { postWriteSyntax: false }],
    ['tamperProtection: false', 'tamper-protection', { tamperProtection: false }],
  ])('%s switches off that gate alone', async (_key, off, change) => {
    const seen = await acted({ ...ON, ...change })
    expect(seen.acted).toEqual(GATES.filter(gate => gate !== off))
    for (const gate of GATES) expect(seen.status).toContain(`${gate}: ${gate === off ? 'off' : 'on'}`)
  })

  it('leave nothing registered when all are off and there are no guards, and everything comes and goes with one', async () => {
    const { host } = await hostWithWrite()
    const hooks = (): Readonly<Record<string, number>> => {
      const { _hooks: known } = host.ctx.events as unknown as { readonly _hooks: Readonly<Record<string, unknown>> }
      const names = new Set([...EVENTS, ...Object.keys(known).filter(name => /^(?:tools|agent|session)\//.test(name))])
      return Object.fromEntries([...names].sort().map(name => [name, host.listeners(name)]).filter(([, count]) => count !== 0))
    }
    const before = hooks()
    const all = await host.mountShooty(OFF)
    expect(hooks()).toEqual(before)
    await all.dispose()
    const one = await host.mountShooty({ ...OFF, repeatThreshold: 3 })
    expect(hooks()).not.toEqual(before)
    await one.dispose()
    expect(hooks()).toEqual(before)
  })
})
