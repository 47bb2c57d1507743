/** Every attempt is made twice: by a guard that broke out of its compartment, and where nothing is in its way. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { isBuiltin } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEscapedPool, escape, withoutWalls, type Act } from '../support/runner/escaped.ts'
import { CANARY_ACTIONS, canary, createRealPool, isAlive } from '../support/runner/guard-pool.ts'

const pool = createEscapedPool()
const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'escaped-'))
const at = (name: string): string => join(folder, name)
let servers: readonly Server[] = []
let port = 0

beforeAll(async () => {
  writeFileSync(at('secret.txt'), 'SECRET=1')
  servers = [createServer((_request, response) => { response.end() }).listen(0, '127.0.0.1'), createServer().listen(at('server.sock'))]
  await Promise.all(servers.map(server => once(server, 'listening')))
  port = (servers[0]?.address() as AddressInfo).port
})
afterAll(async () => {
  await pool.dispose()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true })
})

const linux = process.platform === 'linux'
/** An attempt is left out where this Node or system has no such thing. */
const only = (there: boolean, ...rows: readonly (readonly [string, () => Act])[]): readonly (readonly [string, () => Act])[] => there ? rows : []

const ATTEMPTS: readonly (readonly [string, () => Act])[] = [
  ['read a file of the user', () => ['read', at('secret.txt')]],
  ['read a file by the bytes of its path', () => ['readBuffer', at('secret.txt')]],
  ['read a file by a path that leaves its own folder', () => ['readBuffer', inRepository('.cache/modules/runner/../pool/pool.js')]],
  ['read the manifest of another package', () => ['read', inRepository('node_modules/acorn/package.json')]],
  ['read a neighbour of the one file of SES that it needs', () => ['read', inRepository('node_modules/ses/package.json')]],
  ['read the test of its own package', () => ['read', inRepository('test/vitest.config.ts')]],
  ['require a file', () => ['requireFile', inRepository('node_modules/acorn/package.json')]],
  ['list a folder', () => ['list', folder]],
  ['list the folder above its own', () => ['list', inRepository('lib')]],
  ['change its working directory', () => ['chdir', folder]],
  ['read a file as an environment', () => ['envFile', at('secret.txt')]],
  ...only(linux,
    ['read its own environment from the kernel', () => ['read', '/proc/self/environ']],
    ['read the environment of the host', () => ['readOfParent', 'environ']],
    ['read the command of the host', () => ['readOfParent', 'cmdline']],
    ['list what the host has open', () => ['listOfParent', 'fd']]),
  ['write a file', () => ['write', at('written')]],
  ['make a link', () => ['link', at('link')]],
  ...only(isBuiltin('node:sqlite'), ['open a database', () => ['database', at('database')]]),
  ['write a report', () => ['report', at('report')]],
  ['leave a report when it dies', () => ['reportOnDeath', folder]],
  ['write its heap', () => ['heapSnapshot', at('heap')]],
  ['leave its heap when it dies', () => ['heapSnapshotOnDeath']],
  ['set flags of the engine, which can write', () => ['engineFlags', folder]],
  ['trace itself into a file', () => ['traces']],
  ['use the old bindings', () => ['binding']],
  ['attach the inspector', () => ['inspector']],
  ['open a debugger', () => ['debugPort']],
  ['register a loader', () => ['loader']],
  ['open a folder to WASI', () => ['wasi', folder]],
  ['start a process', () => ['spawn']],
  ['fork', () => ['fork', at('secret.txt')]],
  ['start a cluster', () => ['cluster']],
  ['start a thread', () => ['worker']],
  ['have the handle of a child, which signals the group', () => ['childHandle']],
  ['connect', () => ['connect', port]],
  ['connect with the class of its own error stream', () => ['connectAgain', port]],
  ['connect by an import', () => ['connectByImport', port]],
  ['connect to a local socket', () => ['connectLocal', at('server.sock')]],
  ['make a request', () => ['http', port]],
  ['fetch', () => ['fetch', port]],
  ['send a datagram', () => ['datagram', port]],
  ['ask for a name', () => ['name']],
  ['ask for a name in another way', () => ['nameByPromise']],
  ['listen', () => ['listen']],
  ['serve requests', () => ['listenHttp']],
  ['listen on a local socket', () => ['listenLocal', at('own.sock')]],
]

describe('a guard that has broken out', () => {
  it.each(ATTEMPTS)('cannot %s', async (_name, act) => {
    const outcome = await escape(pool, act())
    expect(outcome).toEqual({ failed: expect.any(String) })
    expect(readdirSync(folder).sort()).toEqual(['secret.txt', 'server.sock'])
  })

  it.each<readonly [string, Act]>([
    ['load an add-on', ['addon', at('none.node')]],
    ['load an engine of OpenSSL', ['cryptoEngine', at('none.so')]],
    ['use linked bindings', ['linkedBinding']],
  ])('cannot %s, and it is not for want of a file', async (_name, act) => {
    expect((await escape(pool, act)).failed).toMatch(/ERR_ACCESS_DENIED|ERR_DLOPEN_DISABLED|ERR_CRYPTO_CUSTOM_ENGINE|ERR_INVALID_MODULE/)
  })

  it('could do all of that if nothing were in its way', async () => {
    const outcomes = await withoutWalls(ATTEMPTS.map(([, act]) => act()))
    expect(Object.entries(outcomes).filter(([, outcome]) => !('done' in outcome))).toEqual([])
    expect(existsSync(at('written'))).toBe(true)
  })
})

describe('a signal', () => {
  it.each(['kill', 'killByImport', 'killRaw', 'debugHost', 'priority'])('by %s does not leave the runner, and would reach a process of the same user otherwise', async (name) => {
    const victim = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
    const end = once(victim, 'exit')
    try {
      const pid = victim.pid ?? 0
      expect(await escape(pool, [name, pid])).toEqual({ failed: expect.any(String) })
      expect(isAlive(pid)).toBe(true)
      expect(await withoutWalls([[name, pid]])).toEqual({ [name]: { done: expect.anything() } })
      if (name.startsWith('kill')) expect((await end)[1]).toBe('SIGTERM')
    } finally {
      victim.kill('SIGKILL')
    }
  })
})

it('a runner that is a thread takes nothing from the host', async () => {
  const threads = createRealPool({ sandbox: { runner: 'worker' } })
  expect(await canary(threads)).toMatchObject({ fault: null, actions: CANARY_ACTIONS })
  expect(isAlive(process.pid)).toBe(true)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  await threads.dispose()
})
