/**
 * What is published: the content of the tarball, and what the manifest promises about it.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import { describe, expect, it } from 'vitest'
import { repository } from '../support/install/installed.ts'
import { packPlugin } from '../support/install/pack.ts'

interface Manifest {
  readonly type: string
  readonly files: readonly string[]
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies?: object
  readonly optionalDependencies?: object
  readonly dsh: { readonly bundle: { readonly patch: string } }
}

const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Manifest

async function packedFiles(): Promise<readonly string[]> {
  const { tarball } = await packPlugin()
  return execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).split('\n').filter(line => line !== '' && !line.endsWith('/')).map(line => line.replace(/^package\//, ''))
}

/** Everything that a module imports by a literal name, statically or not. */
function importsOf(text: string): readonly string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, source } = node as { readonly type?: string, readonly source?: { readonly value?: unknown } | null }
    if (/^(?:Import|Export)/.test(type ?? '') && typeof source?.value === 'string') found.push(source.value)
    Object.values(node).forEach(visit)
  }
  visit(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }))
  return found
}

function libFiles(): readonly string[] {
  return readdirSync(join(repository, 'lib'), { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.js'))
}

describe('the tarball', () => {
  it('holds the built plugin, the guards, the types, the patches and the papers, and nothing else', async () => {
    const allowed = /^(?:lib\/.+\.(?:js|d\.ts)|guards\/.+\.(?:js|md|yml)|skills\/.+\.md|types\/.+\.d\.ts|cordis\.patch(?:\.example)?\.yml|README(?:\.zh)?\.md|LICENSE|package\.json)$/
    expect((await packedFiles()).filter(name => !allowed.test(name))).toEqual([])
  })

  it.each([
    'lib/index.js', 'lib/index.d.ts', 'types/vance.d.ts', 'cordis.patch.yml', 'cordis.patch.example.yml', 'README.md', 'README.zh.md', 'LICENSE', 'guards/README.md',
  ])('holds %s', async (name) => {
    expect(await packedFiles()).toContain(name)
  })

  it('is a handful of files', async () => {
    const packed = await packedFiles()
    // The guards' examples and pages grow with the guards; the rest does not.
    expect(packed.filter(name => name.startsWith('lib/')).length).toBeLessThanOrEqual(16)
    expect(packed.length).toBeLessThanOrEqual(30)
  })

  it('holds every built file', async () => {
    const packed = await packedFiles()
    expect(libFiles().map(name => `lib/${name.replaceAll('\\', '/')}`).filter(name => !packed.includes(name))).toEqual([])
  })
})

describe('the manifest', () => {
  it('builds and runs nothing on the machine of a user', () => {
    const run = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish', 'preprepare', 'postprepare', 'prepack']
    expect(run.filter(name => manifest.scripts[name] !== undefined)).toEqual([])
  })

  it('has no runtime dependency with an install script', () => {
    const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as { packages: Record<string, { dev?: boolean, hasInstallScript?: boolean }> }
    const runtime = Object.entries(packages).filter(([name, entry]) => name !== '' && entry.dev !== true)
    expect(runtime.length).toBeGreaterThanOrEqual(Object.keys(manifest.dependencies).length)
    expect(runtime.filter(([, entry]) => entry.hasInstallScript === true).map(([name]) => name)).toEqual([])
  })

  it('pins its runtime dependencies and depends on no package of the host', () => {
    expect(Object.entries(manifest.dependencies).filter(([name, range]) => name.startsWith('@deepseek-ai/') || !/^\d+\.\d+\.\d+$/.test(range))).toEqual([])
    expect(manifest.peerDependencies).toBeUndefined()
    expect(manifest.optionalDependencies).toBeUndefined()
  })

  it('declares its bundle patch', () => {
    expect(manifest).toMatchObject({ type: 'module', dsh: { bundle: { patch: './cordis.patch.yml' } } })
  })
})

describe('the built plugin', () => {
  it('imports nothing of the host, and only what it depends on', () => {
    const specifiers = libFiles().flatMap(name => importsOf(readFileSync(join(repository, 'lib', name), 'utf8')))
    const imported = new Set(specifiers.filter(name => !/^(?:node:|\.)/.test(name)).map(name => name.split('/').slice(0, name.startsWith('@') ? 2 : 1).join('/')))
    expect([...imported].filter(name => manifest.dependencies[name] === undefined)).toEqual([])
    expect(imported.size).toBeGreaterThan(0)
  })
})
