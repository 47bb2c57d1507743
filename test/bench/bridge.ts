/** The host's own way to ask a command before a tool call: its bridge for Claude Code hooks, on the host's own pipeline. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installBridge } from '../support/install/install-host.mjs'
import { cacheDir, importableHost, readInstalled } from '../support/install/installed.ts'
import { importHostPackage, mountHost } from '../support/host/mount.ts'
import { sample } from './measure.ts'
import type { Sample } from './measure.ts'

/** @returns one sample per command, each asked before every call of a tool that does nothing. */
export async function measureBridge(count: number, commands: readonly string[]): Promise<readonly Sample[]> {
  const installed = importableHost(readInstalled())
  const module = await installBridge(cacheDir, installed.modules, (line) => { process.stderr.write(`${line}\n`) })
  const bridge = await import(pathToFileURL(module).href) as object
  const samples: Sample[] = []
  for (const command of commands) {
    const folder = mkdtempSync(join(tmpdir(), 'shooty-bench-'))
    const configPath = join(folder, 'hooks.json')
    writeFileSync(configPath, JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command }] }] } }))
    const host = await mountHost()
    for (const name of ['dsh-subprocess-local', 'dsh-bash-local']) {
      const service = await importHostPackage(installed, `@deepseek-ai/${name}`)
      await host.mount(service.default as object, {})
    }
    await host.mount(bridge, { configPath })
    host.tool('bash', () => 'done')
    const agent = await host.createAgent()
    const refused = await host.execute({ name: 'bash', args: { command: 'rm -rf build' }, agent })
    if (!refused.isError) throw new Error('the hook did not refuse what it has to refuse')
    samples.push(await sample(count, () => host.execute({ name: 'bash', args: { command: 'echo' }, agent })))
    await host.dispose()
    rmSync(folder, { recursive: true })
  }
  return samples
}
