/**
 * `/guard` typed into the web interface in a real browser. With SHOOTY_PICTURE set to a path, the picture
 * of the transcript that the README shows is written there.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findChromium, startBrowser } from '../support/host/browser.ts'
import type { Page } from '../support/host/browser.ts'
import { bash, call, say } from '../support/model/model-reply.ts'
import { testWeb, testWorld } from '../support/host/test-world.ts'

const NO_DELETE = "if (/\\brm\\b/.test(vance.guard.command.args.command)) vance.guard.deny('Deleting is for the human. Move what is in the way to trash/ instead.')\n"
const REMIND = "if (/\\bls\\b/.test(vance.guard.command.args.command)) vance.guard.notice('build/ is not under version control: what is deleted there is gone.')\n"
const chromium = findChromium()

/** Types one line and sends it, as soon as the page takes it: right after it is shown it does not yet. */
async function line(page: Page, text: string): Promise<void> {
  const draft = (): Promise<unknown> => page.evaluate("document.querySelector('textarea').value")
  await expect.poll(async () => {
    if (await draft() === '') {
      await page.evaluate("document.querySelector('textarea').focus()")
      await page.type(text)
    }
    return await draft()
  }, { timeout: 20_000 }).toBe(text)
  await expect.poll(async () => {
    if (await draft() === text) await page.press('Enter')
    return await draft()
  }, { timeout: 20_000, interval: 300 }).toBe('')
}

describe('the web interface', () => {
  it.runIf(chromium !== null)(`shows a refusal and a notice, and takes /guard from the keyboard${chromium === null ? ' (not run: there is no chromium on PATH)' : ''}`, async () => {
    const world = await testWorld({
      profiles: ['web'], aside: () => say('Clean up'), files: { 'build/app.js': '1' }, guards: { 'no-delete.js': NO_DELETE, 'remind.js': REMIND },
      config: { guard: [{ script: 'no-delete.js', trigger: 'command', tools: ['bash'] }, { script: 'remind.js', trigger: 'result', tools: ['bash'] }] },
      script: [
        call('bash', { command: 'ls build', description: 'List the build folder' }), bash('rm -r build'), say('I may not delete it. I leave build/ as it is.'),
        say('Half of it works.'), say('ALL TESTS PASS'), bash('rm -r build'), say('Deleted. ALL TESTS PASS'),
      ],
    })
    const web = await testWeb(world)
    const session = await web.createSession()
    const browser = await startBrowser(chromium ?? '')
    onTestFinished(() => browser.close())
    const page = await browser.open(web.url)
    await page.shows(/Continue$/m)
    await page.click('button', 'Continue')
    await page.click('div', 'New Session')

    await line(page, 'Clean up the build folder.')
    await page.shows(/I leave build\/ as it is/)
    await page.shows(/Error: Deleting is for the human/)
    await page.shows(/what is deleted there is gone/)
    if (process.env.SHOOTY_PICTURE !== undefined) writeFileSync(process.env.SHOOTY_PICTURE, await page.picture())

    await line(page, `/guard inline if (!/TESTS PASS/.test(vance.guard.output)) { vance.guard.loopValues.set('asked', true); vance.guard.continueWith('Run the tests.') }`)
    await page.shows(/runtime guard: inline code, loaded/)
    await line(page, 'Make it work.')
    await page.shows(/Run the tests\.[^]*ALL TESTS PASS/)
    await line(page, '/guard status')
    await page.shows(/asked = true/)
    await line(page, '/guard off no-delete')
    await page.shows(/no-delete: off \(on in the configuration\)/)
    await line(page, 'Clean up now.')
    await page.shows(/Deleted\. ALL TESTS PASS/)
    expect(existsSync(join(world.workspace, 'build'))).toBe(false)
    expect((await web.command(session, '/guard list'))?.text).toContain('no-delete: command, off')
  })
})
