import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPathIdentity } from '../../src/gate/path-identity.ts'
import { expandHome, relativeInside, resolveText } from '../../src/gate/paths.ts'
import { protectedHits, SESSION, WORKSPACE } from '../support/gate/protected-hits.ts'
import { memoryFiles } from '../support/files/memory-files.ts'
import { createRandom, seedFromEnvironment, type Random } from '../support/random.ts'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100_000)
const SPELLINGS = Math.min(RUNS, 3_000)

const PIECES = ['/', '//', '\\', '.', './', '..', '../', 'src', 'core', 'x.ts', 'SRC', 'alias', 'link.ts', '~', '~/', '~user/', ' ', '', ':', 'C:', 'c:\\', '\\\\?\\', '\\\\host\\share\\', '::$DATA', '\u0000', '\ud800', 'é', 'e\u0301', '*', '%2e', '/proc/self/cwd', '/dev/null', 'a'.repeat(300)]

function randomPath(random: Random): string {
  return Array.from({ length: 1 + random.below(8) }, () => random.pick(PIECES)).join(random.pick(['', '/', '\\']))
}

/** A detour that ends where it began, in the real file system too. */
function detour(random: Random, path: string): string {
  const steps = path.split('/')
  return steps.flatMap((step, index) => {
    const parent = steps.slice(0, index).join('/')
    const choice = random.below(8)
    if (choice === 0) return ['.', step]
    if (choice === 1) return ['', step].filter((part, at) => index > 0 || at > 0 || part !== '')
    if (choice === 2 && parent === '') return ['new', '..', step]
    if (choice === 3 && parent === 'src') return ['core', '..', step]
    return [step]
  }).join('/')
}

describe('paths', () => {
  const seed = seedFromEnvironment()

  it(`are resolved without throwing in both flavours, ${RUNS} random spellings (FUZZ_SEED=${seed})`, () => {
    const random = createRandom(seed)
    for (let run = 0; run < RUNS; run++) {
      const spelled = randomPath(random)
      for (const [flavour, cwd, home] of [[posix, '/ws', '/home/u'], [win32, 'C:\\ws', 'C:\\Users\\u']] as const) {
        const absolute = resolveText(flavour, cwd, expandHome(spelled, home))
        if (!flavour.isAbsolute(absolute)) expect({ seed, run, spelled, absolute }).toBe('absolute')
        const inside = relativeInside(flavour, cwd, absolute)
        if (inside !== null && /(?:^|\/)\.\.(?:\/|$)/.test(inside)) expect({ seed, run, spelled, inside }).toBe('inside')
      }
    }
  })

  it('keep their identity without throwing or hanging on links that lead in circles', async () => {
    const files = memoryFiles({ ...WORKSPACE, '/ws/loop': { link: 'loop' }, '/ws/one': { link: 'two/x' }, '/ws/two': { link: 'one/y' }, '/ws/up': { link: '../..' } })
    const identity = createPathIdentity(files)
    const random = createRandom(seed)
    for (let run = 0; run < SPELLINGS; run++) {
      const spelled = [random.pick(['loop', 'one', 'two', 'up', 'alias', 'link.ts', 'src']), randomPath(random)].join('/')
      const real = await identity.real(SESSION, resolveText(posix, '/ws', spelled))
      const physical = await identity.physical(SESSION, '/ws', spelled)
      if (!posix.isAbsolute(real) || !posix.isAbsolute(physical)) expect({ seed, run, spelled, real, physical }).toBe('absolute')
    }
  })

  it(`lead to the same protected file under ${SPELLINGS} random detours (FUZZ_SEED=${seed})`, async () => {
    const random = createRandom(seed)
    const files = memoryFiles(WORKSPACE)
    for (let run = 0; run < SPELLINGS; run++) {
      const prefix = random.pick(['', './', '/ws/', '/ws//', '/ws/new/../', '/ws/./', '../ws/', '~/../../ws/', 'alias/../../'])
      const spelled = prefix + detour(random, random.pick(['src/core/x.ts', 'alias/x.ts', 'link.ts']))
      const call = random.pick([{ tool: 'edit', args: { file_path: spelled } }, { tool: 'bash', args: { command: `echo > ${spelled}` } }])
      const hits = await protectedHits(call.args, { files, tool: call.tool })
      if (hits.files.join() !== 'src/core/x.ts') expect({ seed, run, spelled, ...call, hits }).toBe('src/core/x.ts')
    }
  })
})
