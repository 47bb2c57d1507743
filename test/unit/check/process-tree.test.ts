import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { killTree } from '../../../src/check/process-tree.ts'
import type { TreeSystem } from '../../../src/check/process-tree.ts'

interface Seen { groups: number[], programs: (readonly [string, readonly string[]])[] }

function system(fails: boolean): { readonly seen: Seen, readonly system: TreeSystem } {
  const seen: Seen = { groups: [], programs: [] }
  return {
    seen,
    system: {
      windowsRoot: 'C:\\Windows',
      signalGroup(groupId) {
        seen.groups.push(groupId)
        if (fails) throw new Error('ESRCH')
      },
      runProgram(program, args, onFailure) {
        seen.programs.push([program, args])
        if (fails) onFailure()
      },
    },
  }
}

function child(state: Partial<ChildProcess>): { readonly process: ChildProcess, readonly killed: unknown[] } {
  const killed: unknown[] = []
  const fake = { pid: 4_321, exitCode: null, signalCode: null, kill: (signal: unknown) => killed.push(signal) > 0, ...state }
  return { process: fake as unknown as ChildProcess, killed }
}

describe('a tree is ended', () => {
  it('by its group on POSIX', () => {
    const { seen, system: ports } = system(false)
    killTree(child({}).process, 'linux', ports)
    expect(seen).toEqual({ groups: [4_321], programs: [] })
  })

  it('by taskkill with its tree on Windows', () => {
    const { seen, system: ports } = system(false)
    killTree(child({}).process, 'win32', ports)
    expect(seen.programs[0]?.[0].replaceAll('/', '\\')).toBe('C:\\Windows\\System32\\taskkill.exe')
    expect(seen.programs[0]?.[1]).toEqual(['/pid', '4321', '/t', '/f'])
  })

  it.each(['linux', 'win32'] as const)('by the child alone where that fails (%s)', (platform) => {
    const one = child({})
    killTree(one.process, platform, system(true).system)
    expect(one.killed).toEqual(['SIGKILL'])
  })

  it('not at all when nothing was started, or on Windows when it has ended', () => {
    const { seen, system: ports } = system(false)
    const unborn = { ...child({}).process, pid: undefined } as unknown as ChildProcess
    killTree(unborn, 'linux', ports)
    killTree(child({ exitCode: 0 }).process, 'win32', ports)
    expect(seen).toEqual({ groups: [], programs: [] })
  })

  it('without an error when the child has long been gone', async () => {
    const ended = spawn(process.execPath, ['-e', ''])
    await new Promise(resolve => ended.on('close', resolve))
    expect(() => { killTree(ended, process.platform) }).not.toThrow()
  })
})
