import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandOf } from '../../../src/pool/command-line.ts'
import { chooseRunner, nodeForChecks, permissionFlags, probeNode, type HostProcess } from '../../../src/pool/node-binary.ts'
import { findNodeOnPath } from '../../../src/pool/node-on-path.ts'

const host: HostProcess = { execPath: '/usr/bin/node', versions: { node: '22.19.0' }, isSingleExecutable: false, findNode: () => null }
const auto = { runner: 'process', nodePath: null } as const

describe('what runs guards', () => {
  it.each(['/usr/bin/node', '/opt/node-v24/bin/node24', '/usr/bin/nodejs', 'C:\\Program Files\\nodejs\\node.exe', 'C:\\Node.EXE'])('is the host\'s own binary %s in a process', (execPath) => {
    expect(chooseRunner(auto, { ...host, execPath })).toEqual({ kind: 'process', nodePath: execPath, version: '22.19.0' })
  })

  it.each([
    ['a packaged program', { execPath: '/usr/local/bin/dsh' }, 'is not named like Node'],
    ['a folder that is named like Node', { execPath: '/opt/node/dsh' }, 'is not named like Node'],
    ['a single-executable application', { isSingleExecutable: true }, 'is a single-executable application'],
    ['Electron', { versions: { node: '22.0.0', electron: '30.0.0' } }, 'is Electron'],
    ['Bun', { versions: { node: '22.0.0', bun: '1.2.0' } }, 'is Bun'],
    ['something else', { versions: {} }, 'is not Node'],
  ])('is a thread where the host is %s, and it says why and what to do', (_name, part, why) => {
    const choice = chooseRunner(auto, { ...host, ...part as Partial<HostProcess> })
    expect(choice).toMatchObject({ kind: 'thread', why: expect.stringContaining(why) })
    expect(choice).toMatchObject({ why: expect.stringContaining('set sandbox.nodePath') })
  })

  it('is the Node of PATH where the host is a program of its own', () => {
    const found = { nodePath: '/opt/node', version: '22.1.0' }
    const own = { ...host, execPath: '/opt/dsh', isSingleExecutable: true, findNode: () => found }
    expect(chooseRunner(auto, own)).toEqual({ kind: 'process', ...found })
    expect([null, '/x/node'].map(nodePath => nodeForChecks(nodePath, own))).toEqual(['/opt/node', '/x/node'])
    expect([host, { ...own, findNode: () => null }].map(one => nodeForChecks(null, one))).toEqual(['/usr/bin/node', 'node'])
  })

  it('is the configured binary even then, whose version is not known yet', () => {
    expect(chooseRunner({ runner: 'process', nodePath: '/x/node' }, { ...host, isSingleExecutable: true })).toEqual({ kind: 'process', nodePath: '/x/node', version: null })
  })

  it('is a thread when the configuration says so', () => {
    expect(chooseRunner({ runner: 'worker', nodePath: '/x/node' }, host)).toEqual({ kind: 'thread', why: 'sandbox.runner is worker' })
  })
})

describe('the Node of PATH', () => {
  it('is the first that is new enough; relative folders and what is not Node are passed over', () => {
    const folder = mkdtempSync(join(tmpdir(), 'node-on-path-'))
    const made = ['v18.20.4', 'hello', 'v20.1.0', 'v24.0.0'].map((answer, at) => {
      const dir = join(folder, String(at))
      mkdirSync(dir)
      writeFileSync(join(dir, 'node'), `#!/bin/sh\necho ${answer}\n`, { mode: 0o755 })
      return dir
    })
    try {
      expect(findNodeOnPath([join(folder, 'none'), 'bin', '', ...made].join(delimiter), 20)).toEqual({ nodePath: join(folder, '2', 'node'), version: '20.1.0' })
      expect(findNodeOnPath(made.slice(0, 2).join(delimiter), 20)).toBeNull()
      expect(findNodeOnPath('', 20)).toBeNull()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('asking a binary for its version', () => {
  let folder = ''
  beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'node-binary-')) })
  afterAll(() => { rmSync(folder, { recursive: true }) })
  const program = (name: string, answer: string, mode = 0o755): string => {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\n${answer}\n`)
    chmodSync(path, mode)
    return path
  }

  it('knows this one', async () => {
    expect(await probeNode(process.execPath)).toEqual({ version: process.versions.node })
  })

  it.each([
    ['is missing', () => join(folder, 'none'), /none could not be run \(ENOENT\)/],
    ['may not be run', () => program('locked', 'echo v20.0.0', 0o644), /could not be run \(EACCES\)/],
    ['is something else', () => program('other', 'echo hello'), /is not Node/],
    ['is too old', () => program('old', 'echo v18.20.4'), /is Node 18\.20\.4, at least 20 is needed/],
    ['fails', () => program('failing', 'exit 3'), /could not be run \(3\)/],
  ])('says what is wrong when it %s', async (_name, path, problem) => {
    expect(await probeNode(path())).toEqual({ problem: expect.stringMatching(problem) })
  })

  it('takes the oldest that is good enough', async () => {
    expect(await probeNode(program('good', 'echo v20.0.0'))).toEqual({ version: '20.0.0' })
  })
})

describe('the command of a runner', () => {
  const program = { nodePath: '/n/node', version: '24.1.0', entry: '/lib/runner/entry.js', ses: '/store/ses.cjs', readable: ['/lib/runner/*'], memoryMb: 128, cpuSeconds: 60 }

  it.each([['20.20.2', '--experimental-permission'], ['22.19.0', '--experimental-permission'], ['24.0.0', '--permission'], ['26.1.0', '--permission']])('Node %s is kept in by %s', (version, flag) => {
    expect(permissionFlags(version, ['/a', '/b c'])).toEqual([flag, '--allow-fs-read=/a', '--allow-fs-read=/b c'])
  })

  it('is told a path with a star in it up to there, once', () => {
    expect(permissionFlags('24.0.0', ['/a*b/c', '/a*b/d/*', '/e/*'])).toEqual(['--permission', '--allow-fs-read=/a*', '--allow-fs-read=/e/*'])
  })

  it('may read its own files and nothing else', () => {
    const command = commandOf(program, null)
    expect(command.filter(part => part.startsWith('--allow'))).toEqual(['--allow-fs-read=/lib/runner/entry.js', '--allow-fs-read=/store/ses.cjs', '--allow-fs-read=/lib/runner/*'])
    expect(command.slice(-2)).toEqual(['/lib/runner/entry.js', '/store/ses.cjs'])
    expect(command).toContain('--max-old-space-size=128')
  })

  it('has a shell in front that sets the limits and hands every argument on as it is', () => {
    const command = commandOf({ ...program, nodePath: '/with space/$(node)' }, '/bin/sh')
    expect(command.slice(0, 2)).toEqual(['/bin/sh', '-c'])
    expect(command.slice(3, 7)).toEqual(['runner', '60', '65', '/with space/$(node)'])
    expect(command[2]).toContain('exec "$@"')
  })
})
