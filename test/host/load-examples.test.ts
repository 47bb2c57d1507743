/** Examples beside configured guards, run on the real host once the load line is said: what differs is one note. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { testHost } from '../support/host/test-world.ts'

const NO_PUSH = "if (vance.guard.command.shell?.commands.some(one => one.args[0] === 'push')) vance.guard.deny('no push')\n"

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shooty-examples-')))
  onTestFinished(() => { rmSync(folder, { recursive: true, force: true }) })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

async function mounted(files: Readonly<Record<string, string>>, guard: readonly object[]) {
  const lines: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => { lines.push(String(text)); return true })
  onTestFinished(() => { write.mockRestore() })
  const host = await testHost()
  const folder = folderWith(files)
  host.tool('bash', () => 'ran')
  const shooty = await host.mountShooty({ guardDirs: [folder], guard, audit: false, destructive: { action: 'off' } })
  return { host, folder, shooty, said: () => lines.join('') }
}

describe('examples at load', () => {
  it('tell in one note how many differ, with the first and its line, and delay no call', async () => {
    const { host, said } = await mounted({
      'no-push.js': NO_PUSH,
      'no-push.examples.yml': '- { call: git push, expect: deny }\n- { call: git status, expect: deny }\n- { call: git pull, expect: deny }\n',
      'fine.js': NO_PUSH, 'fine.examples.yml': '- { call: git push, expect: { deny: no push } }\n',
      'without.js': NO_PUSH,
    }, ['no-push.js', 'fine.js', 'without.js', 'dev-done.js'].map(script => ({ script, trigger: script === 'dev-done.js' ? 'stop' : 'command' })))
    const agent = await host.createAgent()
    expect(await host.execute({ name: 'bash', args: { command: 'git push' }, agent })).toMatchObject({ isError: true })
    await expect.poll(said, { timeout: 60_000 }).toMatch(/no-push: 2 of 3 examples differ, first no-push\.examples\.yml:2 git status: expected deny, got pass\n/)
    expect(said().indexOf('examples differ')).toBeGreaterThan(said().indexOf('shooty '))
    expect(said().match(/examples differ/g)).toHaveLength(1)
    const status = await host.execute({ name: 'guard_status', args: { action: 'guards' }, agent })
    expect(JSON.stringify(status)).toContain('no-push: 2 of 3 examples differ')
  })

  it('a file that cannot be read is told with its line', async () => {
    const { said } = await mounted({ 'no-push.js': NO_PUSH, 'no-push.examples.yml': '- { call: git push, expect: deny }\n- { call: x, expekt: pass }\n' }, [{ script: 'no-push.js', trigger: 'command' }])
    await expect.poll(said, { timeout: 60_000 }).toMatch(/no-push: 1 of 2 examples differ, first no-push\.examples\.yml:2 unknown key "expekt"/)
  })
})
