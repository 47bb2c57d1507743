import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createEffectReader } from '../../../src/gate/effects.ts'
import type { CallReading } from '../../../src/shell/reading.ts'
import { commandForms } from '../../support/gate/command-forms.ts'
import { localFiles } from '../../support/files/local-files.ts'
import { sessionAt } from '../../support/gate/gate-world.ts'

/** Only recorded; nothing of them runs. */
const RECORDED = ['rm', 'mv', 'tool', 'deploy']
/** Needed by the forms themselves: the real programs. */
const REAL = ['bash', 'sh', 'cat', 'env', 'nice', 'nohup', 'timeout', 'stdbuf', 'setsid', 'xargs', 'find', 'tee', 'true', 'node']

const root = realpathSync(mkdtempSync(join(tmpdir(), 'shell-forms-')))
afterAll(() => { rmSync(root, { recursive: true, force: true }) })

const shared = join(root, 'bin')
mkdirSync(shared)
for (const program of REAL) {
  const real = program === 'node' ? process.execPath : spawnSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim()
  executable(join(shared, program), `exec ${real.startsWith('/') ? real : `/bin/${program}`} "$@"`)
}

function executable(path: string, text: string): void {
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
}

function prepare(name: string): { readonly folder: string, readonly log: string, readonly path: string } {
  const [folder, bin, log] = [join(root, name, 'work'), join(root, name, 'bin'), join(root, name, 'log')]
  mkdirSync(join(folder, 'sub'), { recursive: true })
  mkdirSync(bin)
  const record = `for word in "\${0##*/}" "$@"; do printf '%s\\037' "$word"; done >> '${log}'\nprintf '\\036' >> '${log}'`
  for (const program of RECORDED) executable(join(bin, program), record)
  return { folder, log, path: `${bin}:${shared}` }
}

function run(command: string, folder: string, path: string): Promise<void> {
  return new Promise((resolve) => {
    execFile('/bin/bash', ['-c', command], { cwd: folder, env: { PATH: path, HOME: folder }, timeout: 20_000 }, () => { resolve() })
  })
}

function ran(log: string): string[][] {
  try {
    return readFileSync(log, 'utf8').split('\u001e').filter(entry => entry !== '').map(entry => entry.split('\u001f').slice(0, -1))
  } catch {
    return []
  }
}

function names(reading: CallReading, [program, ...args]: readonly string[]): boolean {
  return reading.commands.some(command => command.program === program && command.args.length === args.length && command.args.every((word, at) => word === null || word === args[at]))
}

const forms = commandForms()

it('there are at least 600 commands', () => {
  expect(forms.length).toBeGreaterThanOrEqual(600)
})

describe.skipIf(process.platform === 'win32')('what really runs and is written is in the reading, or there is a gap', () => {
  const groups = [...new Set(forms.map(form => form.group))]
  it.each(groups)('%s', async (group) => {
    const missed: unknown[] = []
    const found = { ran: 0, gaps: 0 }
    for (const [index, { command }] of forms.entries()) {
      if (forms[index]?.group !== group) continue
      const { folder, log, path } = prepare(`c${index}`)
      const reader = createEffectReader({ files: localFiles(), protectedTools: [], home: folder, variables: {}, budgetMs: 10_000 })
      const before = new Set(readdirSync(folder))
      const reading = await reader.readText(command, sessionAt(folder))
      await run(command, folder, path)
      const records = ran(log)
      found.ran += records.length
      if (reading.gaps.length > 0) {
        found.gaps++
        continue
      }
      const unread = records.filter(record => !names(reading, record))
      const unwritten = readdirSync(folder).filter(name => !before.has(name) && !reading.writes.some(write => write.path === join(folder, name)))
      if (unread.length > 0 || unwritten.length > 0) missed.push({ command, unread, unwritten, read: reading.commands.map(one => [one.program, ...one.args]) })
    }
    expect(missed).toEqual([])
    // The commands did run, and a gap is the exception.
    expect(found.ran).toBeGreaterThan(0)
    expect(found.gaps).toBe(0)
  }, 300_000)
})
