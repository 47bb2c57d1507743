import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileWorkspaces } from '../../../src/guard/scope.ts'

describe('the workspaces of a guard', () => {
  it.each<[string, string, boolean]>([
    ['/work/*', '/work/a', true], ['/work/*', '/work/a/b', false], ['/work/**', '/work/a/b', true], ['/work/**', '/work', true], ['/work/app', '/work/app', true], ['/work/app/', '/work/app/sub', true], ['/work/app', '/work/app2', false],
    ['~/x', '/home/[u]/x', true], ['~/x', '/home/[u]/x/y', true], ['~', '/home/[u]/any', true], ['~/x', '/home/u/x', false], ['**/secret', '/a/b/secret', true], ['**/secret', '/a/b/secret2', false], ['/{a,b}/c', '/b/c', true],
  ])('%s and the folder %s: %s', (pattern, cwd, matches) => {
    expect(compileWorkspaces([pattern], '/home/[u]')(cwd)).toBe(matches)
  })

  it('are all of them without patterns, any of them with several, and none where ~ is not known', () => {
    expect([compileWorkspaces(null, null)('/x'), compileWorkspaces(['/a', '/b'], null)('/b/c'), compileWorkspaces(['~/a'], null)('/a')]).toEqual([true, true, false])
  })

  describe('behind symbolic links', () => {
    let root: string
    beforeAll(() => {
      root = realpathSync(mkdtempSync(join(tmpdir(), 'shooty-scope-')))
      mkdirSync(join(root, 'real', 'app'), { recursive: true })
      symlinkSync(join(root, 'real'), join(root, 'link'))
    })
    afterAll(() => { rmSync(root, { recursive: true, force: true }) })

    it.each([['link', 'link'], ['link', 'real'], ['real', 'link']])('are the same folder: pattern %s, session %s', (pattern, session) => {
      expect(compileWorkspaces([`${join(root, pattern)}/*`], null)(join(root, session, 'app'))).toBe(true)
    })
  })
})
