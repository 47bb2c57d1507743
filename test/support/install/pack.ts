/**
 * Packs the built plugin as `npm publish` would, once for each state of the files that go in.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from './run-step.mjs'
import { withLock } from './setup-lock.mjs'
import { cacheDir, repository } from './installed.ts'

export interface PackedPlugin {
  /** Absolute path of the tarball. */
  readonly tarball: string
  /** Changes with any byte of what was packed. */
  readonly hash: string
}

function filesBelow(path: string): readonly string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).sort().flatMap(name => filesBelow(join(path, name)))
}

function hashOfPackedFiles(): string {
  const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { readonly files: readonly string[] }
  const hash = createHash('sha256')
  for (const file of ['package.json', ...manifest.files].flatMap(name => filesBelow(join(repository, name)))) {
    hash.update(file.slice(repository.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

/** The tarball of the repository as it is built now. */
export async function packPlugin(): Promise<PackedPlugin> {
  const packs = join(cacheDir, 'packs')
  mkdirSync(packs, { recursive: true })
  const hash = hashOfPackedFiles()
  const tarball = join(packs, `dsh-shooty-${hash}.tgz`)
  if (existsSync(tarball)) return { tarball, hash }
  return withLock(join(packs, 'lock'), () => {
    if (existsSync(tarball)) return { tarball, hash }
    const into = join(packs, `new-${process.pid}`)
    mkdirSync(into, { recursive: true })
    npm('npm pack', ['pack', '--silent', '--ignore-scripts', '--pack-destination', into], { cwd: repository })
    const [made] = readdirSync(into)
    if (made === undefined) throw new Error('npm pack made no tarball')
    renameSync(join(into, made), tarball)
    rmSync(into, { recursive: true })
    return { tarball, hash }
  })
}
