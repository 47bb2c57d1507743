/**
 * One guard on the real host: the model asks for something dangerous, is refused with a reason that
 * it reads, asks for something harmless, and that runs. Exits with 1 when any of this is not so.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installHosts } from '../support/install/install-host.mjs'
import { cacheDir, hostOf, readInstalled } from '../support/install/installed.ts'
import { bash, say } from '../support/model/model-reply.ts'
import { lastToolResult } from '../support/model/model-server.ts'
import { createWorld } from '../support/host/world.ts'
import type { Run, World } from '../support/host/world.ts'

// A folder that does not exist: the demo itself must be harmless if it ever fails.
const HOME = 'rm -rf /opt/folder-that-the-demo-made-up'
const DANGEROUS = 'rm -rf build'
const HARMLESS = 'ls build > listing.txt && cat listing.txt'
const REASON = 'Deleting folders is for the human. Move what is in the way to trash/ instead.'

const GUARD = `// no-delete.js: nothing in the workspace is deleted, however it is written
if (vance.guard.command.writes.some(({ kind, inside }) => inside && kind === 'delete')) {
  vance.guard.deny('${REASON}')
}
`

const CONFIG = { guard: [{ script: 'no-delete.js', trigger: 'command', tools: ['shell'] }] }

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

function indent(text: string): string {
  return text.trimEnd().split('\n').map(line => `    ${line}`).join('\n')
}

/** The second half of the demo: what must be true, and whether it is. */
function checks(world: World, run: Run): readonly (readonly [string, boolean])[] {
  const listing = join(world.workspace, 'listing.txt')
  return [
    ['dsh ended well', run.code === 0],
    ['the default gate refused to delete outside of the workspace, and said what passes', /core.filesystem\/delete-outside[^]*What passes/.test(lastToolResult(run.requests[1]))],
    ['the refused command did not run: build/app.js is still there', existsSync(join(world.workspace, 'build', 'app.js'))],
    ['the model read the reason', lastToolResult(run.requests[2]).includes(REASON)],
    ['the allowed command ran: listing.txt was written', existsSync(listing) && readFileSync(listing, 'utf8') === 'app.js\n'],
    ['the model read its output', lastToolResult(run.requests[3]).includes('app.js')],
  ]
}

/** `--host <begin of a version>`: the host to show it on, installed if need be; default the one that npm alone installs. */
async function wantedHost(): Promise<string | undefined> {
  const at = process.argv.indexOf('--host')
  if (at < 0) return undefined
  const also = process.argv[at + 1] ?? ''
  await installHosts(cacheDir, { all: false, also, log: print })
  return hostOf(readInstalled(), also).version
}

async function demo(): Promise<boolean> {
  const host = await wantedHost()
  const world = await createWorld({
    ...host === undefined ? {} : { host },
    files: { 'build/app.js': 'console.log(1)\n' },
    guards: { 'no-delete.js': GUARD },
    config: CONFIG,
    script: [bash(HOME), bash(DANGEROUS), bash(HARMLESS), say('I left the folder alone.')],
  })
  try {
    print(
      `dsh ${world.home.host.version}, Shooty as packed from this repository, a scripted model.`, '',
      'The guard:', indent(GUARD), '',
      'The profile\'s cordis.patch.yml:', indent(readFileSync(join(world.home.profileDir('headless'), 'cordis.patch.yml'), 'utf8')), '',
    )
    const run = await world.run({ prompt: 'clean up' })
    const [, first, second, third] = run.requests
    print('Before any guard, by the gate that is on by default, the model asked for:', indent(HOME), 'and read back:', indent(lastToolResult(first)), '')
    print(
      'Then it asked for:', indent(DANGEROUS),
      'and read back:', indent(lastToolResult(second)), '',
      'Then it asked for:', indent(HARMLESS),
      'and read back:', indent(lastToolResult(third)), '',
      'It ended with:', indent(run.stdout), '',
    )
    const results = checks(world, run)
    print(...results.map(([what, holds]) => `${holds ? 'ok    ' : 'FAILED'}  ${what}`))
    const good = results.every(([, holds]) => holds)
    if (!good) print('', 'stderr of dsh:', indent(run.stderr))
    return good
  } finally {
    await world.remove()
  }
}

process.exitCode = await demo() ? 0 : 1
