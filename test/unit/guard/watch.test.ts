import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFolderWatch, type FolderWatch } from '../../../src/guard/watch.ts'

const pause = async (ms: number): Promise<void> => { await new Promise((resolve) => { setTimeout(resolve, ms) }) }

describe('watching folders', () => {
  let root = ''
  let changes = 0
  let debounceMs = 30
  let errors: string[] = []
  let open: FolderWatch | null = null
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'shooty-watch-'))
    changes = 0
    debounceMs = 30
    errors = []
  })
  afterEach(() => {
    open?.dispose()
    open = null
    rmSync(root, { recursive: true, force: true })
  })

  const watching = (...folders: string[]): FolderWatch => {
    open = createFolderWatch({ debounceMs, onChange: () => { changes += 1 }, onError: (folder, reason) => { errors.push(`${folder} ${reason}`) } })
    open.set(folders.map(folder => join(root, folder)))
    return open
  }
  /** Waits until a change was told that was not there before. */
  const told = async (act: () => void): Promise<void> => {
    const before = changes
    act()
    await expect.poll(() => changes, { timeout: 10_000, interval: 10 }).toBeGreaterThan(before)
  }
  const quiet = async (act: () => void): Promise<void> => {
    await pause(150)
    const before = changes
    act()
    await pause(500)
    expect(changes).toBe(before)
  }

  it('tells a write, a save by rename, a new file and a removed one', async () => {
    mkdirSync(join(root, 'g'))
    writeFileSync(join(root, 'g/a.js'), '1')
    watching('g')
    await told(() => { writeFileSync(join(root, 'g/a.js'), '2') })
    await told(() => {
      writeFileSync(join(root, 'g/.a.tmp'), '3')
      renameSync(join(root, 'g/.a.tmp'), join(root, 'g/a.js'))
    })
    await told(() => { writeFileSync(join(root, 'g/b.js'), '1') })
    await told(() => { unlinkSync(join(root, 'g/b.js')) })
    // A second save by rename: the watcher is on the folder and not on the file that was replaced.
    await told(() => {
      writeFileSync(join(root, 'g/.a.tmp'), '4')
      renameSync(join(root, 'g/.a.tmp'), join(root, 'g/a.js'))
    })
  })

  it('tells a burst once', async () => {
    mkdirSync(join(root, 'g'))
    watching('g')
    await told(() => { for (let index = 0; index < 50; index++) writeFileSync(join(root, 'g/a.js'), String(index)) })
    await pause(300)
    expect(changes).toBe(1)
  })

  it('does not wait for ever while events keep coming', async () => {
    mkdirSync(join(root, 'g'))
    // Far longer than the gaps between the writes, on a busy machine too: only the longest wait can tell.
    debounceMs = 400
    watching('g')
    const noise = setInterval(() => { writeFileSync(join(root, 'g/a.js'), String(performance.now())) }, 10)
    try {
      await expect.poll(() => changes, { timeout: 15_000 }).toBeGreaterThan(0)
    } finally {
      clearInterval(noise)
    }
  })

  it('notices a folder that appears later, several levels of it, and then its files', async () => {
    watching('x/y/g')
    await told(() => { mkdirSync(join(root, 'x/y/g'), { recursive: true }) })
    await told(() => { writeFileSync(join(root, 'x/y/g/a.js'), '1') })
  })

  it('notices a folder that goes and comes back', async () => {
    mkdirSync(join(root, 'g'))
    watching('g')
    await told(() => { rmSync(join(root, 'g'), { recursive: true }) })
    await told(() => { mkdirSync(join(root, 'g')) })
    await told(() => { writeFileSync(join(root, 'g/a.js'), '1') })
  })

  it('notices a folder that was replaced by another', async () => {
    mkdirSync(join(root, 'g'))
    mkdirSync(join(root, 'new'))
    watching('g')
    await told(() => {
      renameSync(join(root, 'g'), join(root, 'old'))
      renameSync(join(root, 'new'), join(root, 'g'))
    })
    await told(() => { writeFileSync(join(root, 'g/a.js'), '1') })
  })

  it('notices that a link to a folder leads elsewhere', async () => {
    mkdirSync(join(root, 'v1'))
    mkdirSync(join(root, 'v2'))
    symlinkSync(join(root, 'v1'), join(root, 'g'))
    watching('g')
    await told(() => {
      symlinkSync(join(root, 'v2'), join(root, 'g.new'))
      renameSync(join(root, 'g.new'), join(root, 'g'))
    })
    await told(() => { writeFileSync(join(root, 'v2/a.js'), '1') })
  })

  it('does not tell what happens beside a folder that is not there yet', async () => {
    watching('x/g')
    await quiet(() => { writeFileSync(join(root, 'other.txt'), '1') })
  })

  it('watches other folders once it is told to', async () => {
    mkdirSync(join(root, 'a'))
    mkdirSync(join(root, 'b'))
    const watch = watching('a')
    watch.set([join(root, 'b')])
    await quiet(() => { writeFileSync(join(root, 'a/x'), '1') })
    await told(() => { writeFileSync(join(root, 'b/x'), '1') })
  })

  it('is silent once disposed, even with a change on its way, and disposing twice does nothing', async () => {
    mkdirSync(join(root, 'g'))
    const watch = watching('g')
    await quiet(() => {
      writeFileSync(join(root, 'g/a.js'), '1')
      watch.dispose()
      watch.dispose()
      watch.set([join(root, 'g')])
      writeFileSync(join(root, 'g/a.js'), '2')
    })
    expect(errors).toEqual([])
  })

  it('does not keep a process alive', () => {
    const url = new URL('../../../.cache/modules/guard/watch.js', import.meta.url).href
    const program = `import { createFolderWatch } from ${JSON.stringify(url)}
      import { writeFileSync } from 'node:fs'
      createFolderWatch({ debounceMs: 60000, onChange() {}, onError() {} }).set([${JSON.stringify(root)}, ${JSON.stringify(join(root, 'none'))}])
      writeFileSync(${JSON.stringify(join(root, 'x'))}, '1')`
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000, cwd: fileURLToPath(new URL('../../..', import.meta.url)) })
  })
})
