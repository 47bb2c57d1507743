/** What a guard could still do if it broke out of its compartment: the process around it is the second wall. */
import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEscapedPool, escape } from '../support/runner/escaped.ts'
import { CANARY_ACTIONS, canary, scriptJob } from '../support/runner/guard-pool.ts'

const pool = createEscapedPool()
let folder = ''
let secret = ''
let held = -1
let server: Server

beforeAll(async () => {
  process.env['SECOND_WALL_SECRET'] = 'in the environment of the host'
  process.env['LOCKDOWN_ERROR_TAMING'] = 'unsafe'
  folder = mkdtempSync(join(tmpdir(), 'second-wall-'))
  secret = join(folder, 'secret.txt')
  writeFileSync(secret, 'x')
  held = openSync(secret, 'r')
  server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => { server.once('listening', resolve) })
})
afterAll(async () => {
  delete process.env['SECOND_WALL_SECRET']
  delete process.env['LOCKDOWN_ERROR_TAMING']
  await pool.dispose()
  closeSync(held)
  server.close()
  rmSync(folder, { recursive: true })
})

describe('a guard that has broken out', () => {
  it('finds no environment', async () => {
    expect(await escape(pool, ['environment'])).toEqual({ done: {} })
  })

  it.skipIf(process.platform !== 'linux')('does not find one with the kernel either', async () => {
    await canary(pool)
    expect(readFileSync(`/proc/${pool.stats().runners[0]?.pid ?? 0}/environ`, 'latin1')).toBe('')
  })

  it('finds no stack that was opened up by the host\'s environment', async () => {
    const report = await pool.run(scriptJob('try { null.x } catch (e) { vance.guard.deny(e.stack) }'))
    expect(report.actions).toEqual([{ kind: 'deny', reason: '' }])
  })

  it('has three pipes, two that lead nowhere, and what Node makes for itself', async () => {
    const { done } = await escape(pool, ['descriptors'])
    const descriptors = done as string[]
    expect(descriptors.slice(0, 5)).toEqual(['0 device', '1 device', '2 socket', '3 socket', '4 socket'])
    expect(descriptors.filter(entry => /socket|file/.test(entry))).toHaveLength(3)
  })

  it.skipIf(process.platform !== 'linux')('holds none of the host\'s files and connections', async () => {
    await canary(pool)
    const folderOf = (pid: number | string): string[] => readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`)
      } catch {
        return ''
      }
    })
    const links = folderOf(pool.stats().runners[0]?.pid ?? 0)
    expect(folderOf('self')).toContain(secret)
    expect(links.filter(link => link.startsWith('/') && link !== '/dev/null')).toEqual([])
    expect(links.filter(link => link.startsWith('socket:'))).toHaveLength(3)
  })

  it.each([
    ['something that is no frame', 'hello'],
    ['a frame for another run', JSON.stringify({ t: 'act', run: 999, action: { kind: 'deny', reason: 'x' } })],
    ['an action that there is not', JSON.stringify({ t: 'act', run: 1, action: { kind: 'allow' } })],
    ['more than a frame may hold', JSON.stringify({ t: 'act', run: 1, action: { kind: 'deny', reason: 'x'.repeat(1 << 20) } })],
  ])('only ends itself by sending %s', async (_name, text) => {
    const report = await pool.run(scriptJob('escaped("forge", vance.params.text); for (;;) {}', { params: { text } }))
    expect(report.fault).toMatchObject({ code: 'protocol' })
    expect(await canary(pool)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
  })
})
