/**
 * Mistakes that people make in their first hour, on the real host: each is said at the start or at the first use,
 * with its place and the way out, and none lets a call pass that its author meant to refuse.
 */
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { testHost } from '../support/host/test-world.ts'

const DENY = 'vance.guard.deny("no push")'
const PUSH = `if (/push/.test(vance.guard.command.args.command)) ${DENY}`
const command = (scriptBody: string, more: object = {}): object => ({ guard: [{ name: 'no-push', trigger: 'command', scriptBody, ...more }] })

/** Told when the configuration is read: dsh does not start with it. */
const AT_THE_CONFIGURATION: readonly (readonly [mistake: string, config: object, said: RegExp])[] = [
  ['a typo in a key', { gaurd: [] }, /gaurd is not a known key; did you mean guard\?/],
  ['a typo in a trigger', { guard: [{ scriptBody: PUSH, trigger: 'comand' }] }, /guard\[0\]\.trigger is "comand"; .*did you mean command\?/],
  ['a typo in a mode', command(PUSH, { mode: 'enforced' }), /guard\[0\]\.mode is "enforced"; .*did you mean enforce\?/],
  ['a key of an entry one level too high', { trigger: 'command' }, /trigger is not a known key/],
  ['one entry where a list belongs', { guard: { scriptBody: PUSH, trigger: 'command' } }, /guard is .*; expected a list/],
  ['a word where a list belongs', command(PUSH, { tools: 'bash' }), /guard\[0\]\.tools is "bash"; expected a list/],
  ['one name twice', { guard: [{ scriptBody: PUSH, name: 'a' }, { scriptBody: PUSH, name: 'a' }] }, /guard\[1\]\.name is "a", which is the name of guard\[0\] already/],
  ['script and scriptBody', command(PUSH, { script: 'a.js' }), /guard\[0\] has both script and scriptBody/],
  ['a relative workspace', command(PUSH, { workspaces: ['my-app'] }), /guard\[0\]\.workspaces\[0\] is "my-app"; expected a pattern that begins with/],
]

/** Told when it is mounted, or at the first session; the call that was meant is refused. */
const AT_THE_START: readonly (readonly [mistake: string, config: object, said: RegExp])[] = [
  ['a typo in a name', command('if (/push/.test(comand.args.command)) vance.guard.deny("no")'), /no-push is BROKEN: comand is declared nowhere .*did you mean vance\.guard\.command\? \(line 1, column 17\)/],
  ['vance left out', command(PUSH.replace(DENY, 'guard.deny("no")')), /guard is declared nowhere .*did you mean vance\.guard\?/],
  ['console.log', command(`console.log(1); ${PUSH}`), /console is not available in a guard: use vance\.log\.info/],
  ['a syntax error', command(`${PUSH} }`), /is BROKEN: does not parse: .*\(line 1, column \d+\)/],
  ['a missing file', { guard: [{ name: 'no-push', trigger: 'command', script: 'no-push.js' }] }, /is BROKEN: "no-push\.js" was not found: looked for /],
  ['a missing extension', { guard: [{ name: 'no-push', trigger: 'command', script: 'no-push' }] }, /has no extension: write no-push\.js/],
  ['a missing file of the workspace that is required', { guard: [{ name: 'no-push', trigger: 'command', script: './no-push.js', required: true }] }, /no-push/],
  ['a forgotten trigger', { guard: [{ name: 'no-push', scriptBody: PUSH }] }, /vance\.guard\.deny is for command alone, and it has no trigger, which means stop: set guard\[0\]\.trigger to command/],
  ['a decision that is returned', command('return !/push/.test(vance.guard.command.args.command)'), /what a script returns decides nothing: call vance\.guard\.deny\(reason\)/],
  ['a typo in an action', command(PUSH.replace('deny', 'denny')), /no-push/],
  ['an action of another Point', command(`if (/push/.test(vance.guard.command.args.command)) vance.guard.block("no")`), /vance\.guard\.block is for result alone, and its trigger is command/],
]

async function mounted(config: object): Promise<{ readonly said: () => string, push(): Promise<boolean> }> {
  const lines: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => { lines.push(String(text)); return true })
  onTestFinished(() => { write.mockRestore() })
  const host = await testHost()
  host.tool('bash', () => 'pushed')
  await host.mountShooty({ audit: false, ...config })
  const agent = await host.createAgent({ cwd: realpathSync(mkdtempSync(join(tmpdir(), 'shooty-first-'))) })
  return {
    said: () => lines.join(''),
    push: async () => (await host.execute({ name: 'bash', args: { command: 'git push' }, agent })).isError,
  }
}

describe('a mistake in the configuration', () => {
  it.each(AT_THE_CONFIGURATION)('%s keeps Shooty from loading, with the key and what was expected', async (_mistake, config, said) => {
    await expect((await testHost()).mountShooty(config)).rejects.toThrow(said)
  })
})

describe('a mistake in a guard', () => {
  it.each(AT_THE_START)('%s is said, and the call that was meant is refused', async (_mistake, config, said) => {
    const host = await mounted(config)
    expect(await host.push()).toBe(true)
    await expect.poll(host.said, { timeout: 30_000 }).toMatch(said)
  })

  it('tools in another spelling are said at the first session, with what is meant', async () => {
    const host = await mounted(command(PUSH, { tools: ['Bash'] }))
    await host.push()
    await expect.poll(host.said, { timeout: 30_000 }).toMatch(/no-push \(guard\[0\]\.tools\): "Bash" matches no tool of this session; did you mean bash\?/)
  })

  it('is none where everything is right', async () => {
    const host = await mounted(command(PUSH))
    expect(await host.push()).toBe(true)
    await expect.poll(host.said, { timeout: 30_000 }).toMatch(/guards no-push → command/)
    expect(host.said()).not.toMatch(/BROKEN|warn/)
  })
})
