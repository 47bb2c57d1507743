import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { localFiles } from '../../support/files/local-files.ts'
import { protectedHits, SESSION } from '../../support/gate/protected-hits.ts'
import { createRandom, seedFromEnvironment } from '../../support/random.ts'
import { randomCommand } from '../../support/gate/random-commands.ts'

const FILES = ['src/core/x.ts', 'src/core/y.ts', 'src/core/deep/z.ts', 'src/app.ts', 'a.txt', 'new/x.ts', 'new/other.ts'] as const
const PROTECTED = FILES.filter(file => file.startsWith('src/core/'))
const RUNS = Number(process.env['BASH_RUNS'] ?? 60)

const root = realpathSync(mkdtempSync(join(tmpdir(), 'shell-against-bash-')))
afterAll(() => { rmSync(root, { recursive: true, force: true }) })

const hasBash = (() => {
  try {
    return execFileSync('bash', ['-c', 'echo ok'], { encoding: 'utf8' }).trim() === 'ok'
  } catch {
    return false
  }
})()

function freshWorkspace(name: string): string {
  const cwd = join(root, name, 'down', 'ws')
  for (const file of FILES) {
    mkdirSync(join(cwd, file, '..'), { recursive: true })
    writeFileSync(join(cwd, file), `content of ${file}\n`)
  }
  symlinkSync('src/core', join(cwd, 'alias'))
  return cwd
}

function fingerprint(path: string): string {
  try {
    const stat = lstatSync(path)
    return stat.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'no plain file'
  } catch {
    return 'gone'
  }
}

describe('what bash really does to protected files was read from the command', () => {
  const seed = seedFromEnvironment()
  it.runIf(hasBash)(`in ${RUNS} random commands (FUZZ_SEED=${seed}; needs bash)`, async () => {
    const random = createRandom(seed)
    let changes = 0
    for (let run = 0; run < RUNS; run++) {
      const command = randomCommand(random)
      const cwd = freshWorkspace(String(run))
      const predicted = await protectedHits({ command }, { files: localFiles(), session: { ...SESSION, cwd }, home: join(root, 'home') })
      const before = PROTECTED.map(file => fingerprint(join(cwd, file)))
      const ran = spawnSync('bash', ['-c', command], { cwd, env: { PATH: process.env['PATH'], HOME: join(root, 'home') }, timeout: 10_000, input: '' })
      const changed = PROTECTED.filter((file, index) => fingerprint(join(cwd, file)) !== before[index])
      changes += changed.length
      const missed = changed.filter(file => !predicted.files.includes(file))
      expect({ command, missed, stderr: missed.length > 0 ? String(ran.stderr) : '' }).toEqual({ command, missed: [], stderr: '' })
      rmSync(join(root, String(run)), { recursive: true, force: true })
    }
    // A generator whose commands change nothing would prove nothing.
    expect(changes).toBeGreaterThan(RUNS / 4)
  }, 600_000)
})
