/** Which files only the human may change, on the real host's pipeline: told by where a path leads, not by how it is spelled. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testHost } from '../support/host/test-world.ts'

/** A workspace whose folder of guards is configured through a link. */
function linkedGuards(): string {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'shooty-linked-')))
  onTestFinished(() => { rmSync(workspace, { recursive: true, force: true }) })
  mkdirSync(join(workspace, 'real-guards'))
  symlinkSync(join(workspace, 'real-guards'), join(workspace, 'linked-guards'))
  writeFileSync(join(workspace, 'real-guards', 'kept.js'), "vance.guard.deny('kept')")
  return workspace
}

const OFF = { repeatThreshold: 0, postWriteSyntax: false, audit: false }

describe('a folder of guards that is configured through a link', () => {
  it('is not written by a guard with allowTools, also while the gate is off', async () => {
    const workspace = linkedGuards()
    const host = await testHost()
    await host.mountShooty({
      ...OFF, tamperProtection: false, guardDirs: [join(workspace, 'linked-guards')],
      guard: [{ name: 'writer', trigger: 'command', tools: ['work'], allowTools: true, scriptBody: "vance.documents.write('real-guards/kept.js', '// gone')" }],
    })
    host.tool('work', () => 'worked')
    const agent = await host.createAgent({ cwd: workspace })
    expect(JSON.stringify(await host.execute({ name: 'work', agent }))).toContain('belongs to the guard system')
    expect(readFileSync(join(workspace, 'real-guards', 'kept.js'), 'utf8')).toBe("vance.guard.deny('kept')")
  })

  it.each([
    [true, 'real-guards/kept.js', 'protected by tamper-protection'],
    [true, 'linked-guards/kept.js', 'protected by tamper-protection'],
    [false, 'linked-guards/kept.js', 'not protected'],
  ])('with tamperProtection %s: %s is shown as %s', async (tamperProtection, path, words) => {
    const workspace = linkedGuards()
    const host = await testHost()
    await host.mountShooty({ ...OFF, tamperProtection, guardDirs: [join(workspace, 'linked-guards')] })
    const agent = await host.createAgent({ cwd: workspace })
    const shown = await host.execute({ name: 'guard_status', args: { action: 'targets', path }, agent })
    expect(JSON.stringify(shown.content)).toContain(`${path}: ${words}`)
  })
})
