import { describe, expect, it } from 'vitest'
import { runnerNotes } from '../../../src/pool/create.ts'
import { commandOf } from '../../../src/pool/command-line.ts'
import { rssReaderOf } from '../../../src/pool/memory-watch.ts'
import { permissionFlags } from '../../../src/pool/node-binary.ts'
import { createRealPool } from '../../support/runner/guard-pool.ts'

const PROCESS = { kind: 'process', detail: '/n/node' } as const

describe('what a platform does not hold runners to', () => {
  it.each(['darwin', 'win32', 'freebsd'] as const)('on %s: memory beside the heap, and it is said', (platform) => {
    expect(rssReaderOf(platform)).toBeNull()
    expect(runnerNotes(PROCESS, rssReaderOf(platform) !== null, platform)).toEqual([expect.stringContaining(`not watched on ${platform}: their heap limit (sandbox.memoryMb) holds`)])
  })

  it('on Linux: nothing', () => {
    expect(rssReaderOf('linux')?.(process.pid) ?? 1).toBeGreaterThan(0)
    expect(runnerNotes(PROCESS, rssReaderOf('linux') !== null, 'linux')).toEqual([])
  })

  it('in threads: memory at all, and why they are threads', () => {
    expect(runnerNotes({ kind: 'worker', detail: 'sandbox.runner is worker' }, true, 'linux')).toEqual(['guards run in threads of the host (sandbox.runner is worker): a guard that uses up its memory can end the host'])
  })

  it('is told by the pool, and taken for the machine that it runs on', () => {
    expect(createRealPool({ platform: 'darwin' }).notes()).toHaveLength(1)
    expect(createRealPool({ platform: 'linux' }).notes()).toEqual([])
    expect(createRealPool({ sandbox: { runner: 'worker' } }).notes()).toEqual([expect.stringContaining('threads')])
  })
})

describe('the command of a runner on Windows', () => {
  const readable = ['C:\\Users\\u\\.dsh\\node_modules\\dsh-shooty\\lib\\runner\\*', '\\\\server\\share\\lib\\base\\*']
  const program = { nodePath: 'C:\\Program Files\\nodejs\\node.exe', version: '24.1.0', entry: 'C:\\lib\\runner\\entry.js', ses: 'C:\\store\\ses.cjs', readable, memoryMb: 128, cpuSeconds: 60 }

  it('is Node itself: there is no shell in front, and paths stay whole', () => {
    expect(commandOf(program, null)).toEqual([
      program.nodePath, '--max-old-space-size=128', '--no-warnings', '--permission',
      ...['C:\\lib\\runner\\entry.js', 'C:\\store\\ses.cjs', ...readable].map(path => `--allow-fs-read=${path}`), 'C:\\lib\\runner\\entry.js', 'C:\\store\\ses.cjs',
    ])
  })

  it.each([['20.0.0', '--experimental-permission'], ['22.23.5', '--experimental-permission'], ['23.11.0', '--experimental-permission'], ['24.0.0', '--permission'], ['25.9.0', '--permission'], ['26.12.1', '--permission']])('of Node %s gives no permission but to read', (version, flag) => {
    expect(permissionFlags(version, ['C:\\a'])).toEqual([flag, '--allow-fs-read=C:\\a'])
  })
})
