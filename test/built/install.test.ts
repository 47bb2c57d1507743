/**
 * Each way to install: the layer is there, the guard works, no package of the host comes along, and
 * removing leaves nothing.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { npm } from '../support/install/run-step.mjs'
import { bash, say } from '../support/model/model-reply.ts'
import { lastToolResult } from '../support/model/model-server.ts'
import { packPlugin } from '../support/install/pack.ts'
import { testWorld } from '../support/host/test-world.ts'

/** A checkout as a user has it: the published files with their runtime dependencies. */
let checkout = ''
let tarball = ''

beforeAll(async () => {
  ({ tarball } = await packPlugin())
  checkout = realpathSync(mkdtempSync(join(tmpdir(), 'shooty-checkout-')))
  execFileSync('tar', ['-xzf', tarball, '-C', checkout, '--strip-components=1'])
  npm('npm install', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline'], { cwd: checkout })
})

afterAll(() => { rmSync(checkout, { recursive: true, force: true }) })

/** Names of all packages below a folder; symlinks are not followed. */
function packagesBelow(dir: string, isPackage = false): readonly string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name)
    if (isPackage && entry.name === 'package.json') return [String((JSON.parse(readFileSync(path, 'utf8')) as { name?: string }).name)]
    const inModules = /node_modules(?:[\\/]@[^\\/]+)?$/.test(dir)
    return entry.isDirectory() ? packagesBelow(path, inModules && !entry.name.startsWith('@')) : []
  })
}

const guard = "if (vance.guard.command.args.command.includes('forbidden')) vance.guard.deny('not this one')\n"

describe.each([
  ['a tarball', () => tarball],
  ['a directory', () => checkout],
  ['a directory that is copied', () => `file:${checkout}`],
  ['a link', () => `link:${checkout}`],
])('installed from %s', (_how, spec) => {
  it('shows its layer, refuses through a guard, brings no package of the host, and goes without a trace', async () => {
    const world = await testWorld({ shooty: false, guards: { 'no.js': guard }, script: [bash('touch forbidden'), bash('touch wanted'), say('over'), say('later')] })
    await world.home.plugin('headless', 'add', spec())
    await world.configure({ guard: [{ script: 'no.js', trigger: 'command' }] })
    expect(await world.home.bundles('headless')).toEqual(['@deepseek-ai/dsh-base', '@deepseek-ai/dsh-headless', 'dsh-shooty'])
    const dumped = await world.dumpConfig()
    expect(dumped).toContain('# == dsh-shooty')
    expect(dumped).toMatch(/- id: shooty\n\s+name: dsh-shooty\n/)

    const foreign = [...packagesBelow(world.home.profileDir('headless')), ...packagesBelow(checkout)]
    expect(foreign).toContain('ses')
    expect(foreign.filter(name => name.startsWith('@deepseek-ai/') || name === 'cordis')).toEqual([])

    const run = await world.run()
    expect(run).toMatchObject({ code: 0, stdout: 'over\n' })
    expect(lastToolResult(run.requests[1])).toContain('not this one')
    expect(readdirSync(world.workspace)).toEqual(['wanted'])

    await world.configure(null)
    await world.home.plugin('headless', 'remove', 'dsh-shooty')
    expect(await world.home.bundles('headless')).toEqual(['@deepseek-ai/dsh-base', '@deepseek-ai/dsh-headless'])
    expect(await world.dumpConfig()).not.toContain('shooty')
    // Empty scope folders, and the link itself of a linked package, stay behind: that is pnpm's doing for any package.
    expect(packagesBelow(world.home.profileDir('headless'))).toEqual([])
    expect(readFileSync(join(world.home.profileDir('headless'), 'package.json'), 'utf8')).not.toContain('shooty')
    expect(await world.run()).toMatchObject({ code: 0, stdout: 'later\n' })
  })
})
