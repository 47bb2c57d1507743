import { describe, expect, it } from 'vitest'
import { checkerEnvironment } from '../../../src/check/environment.ts'

describe('the environment of a checker', () => {
  it('holds what a program needs, and no key, token or switch of the host', () => {
    const source = {
      PATH: '/usr/bin', HOME: '/home/u', LANG: 'C.UTF-8', ELAN_HOME: '/home/u/.elan',
      NODE_OPTIONS: '--require x', PYTHONPATH: '/x', LD_PRELOAD: '/x.so', DEEPSEEK_API_KEY: 'sk-1', GITHUB_TOKEN: 't', LOCKDOWN_ERROR_TAMING: 'unsafe', EMPTY: undefined,
    }
    expect(checkerEnvironment(source, 'linux')).toEqual({ PATH: '/usr/bin', HOME: '/home/u', LANG: 'C.UTF-8', ELAN_HOME: '/home/u/.elan' })
  })

  it.each([
    ['linux' as const, { PATH: '.:/usr/bin::node_modules/.bin:/bin' }, { PATH: '/usr/bin:/bin' }],
    ['win32' as const, { Path: '.;C:\\Windows;bin', SystemRoot: 'C:\\Windows' }, { Path: 'C:\\Windows', SystemRoot: 'C:\\Windows' }],
  ])('finds no program in the workspace (%s)', (platform, source, kept) => {
    expect(checkerEnvironment(source, platform)).toEqual(kept)
  })
})
