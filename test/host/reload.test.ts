/**
 * Guards that change while the agent works, in the web host: the last good version keeps judging, a
 * mended one takes over, and a live edit of the patch file keeps what the session has.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bash, call, createHold, held, say } from '../support/model/model-reply.ts'
import { lastToolResult, userTexts } from '../support/model/model-server.ts'
import { testWeb, testWorld } from '../support/host/test-world.ts'
import type { WebHost } from '../support/host/web.ts'

const version = (word: string): string => `vance.guard.deny('version ${word}')\n`

describe('a script that changes while the agent works', () => {
  it('keeps its last good version while the new one is broken, and takes the mended one over without a missed call', async () => {
    const [broken, mended, late] = [createHold(), createHold(), createHold()]
    const world = await testWorld({
      profiles: ['web'], guards: { 'no.js': version('one') },
      config: { guard: [
        { script: 'no.js', trigger: 'command', tools: ['bash'] },
        { script: 'later.js', trigger: 'command', tools: ['read'] },
      ], guardDirs: [] },
      script: [
        bash('echo 1'), held(broken, bash('echo 2')), call('guard_status', { action: 'guards' }), held(mended, bash('echo 3')), call('guard_status', { action: 'guards' }),
        held(late, call('read', { file_path: 'x' })), say('over'),
      ],
    })
    const guard = join(world.home.dir, 'guards', 'no.js')
    const web = await testWeb(world)
    const session = await web.createSession()
    await web.prompt(session, 'work')

    await broken.arrived
    const saved = `${guard}.tmp`
    writeFileSync(saved, 'if (\n')
    renameSync(saved, guard)
    await web.child.saw(/no: the last good version [0-9a-f]{12} stays in force/)
    broken.release()

    await mended.arrived
    writeFileSync(guard, version('two'))
    await web.child.saw(/no: now [0-9a-f]{12}, was [0-9a-f]{12}/)
    mended.release()

    await late.arrived
    writeFileSync(join(world.home.dir, 'guards', 'later.js'), version('late'))
    await web.child.saw(/later: loaded, [0-9a-f]{12}/)
    late.release()
    await web.turnsEnded(session)

    const heard = world.model.requests.map(request => lastToolResult(request))
    expect(heard[1]).toBe('Error: version one')
    expect(heard[2]).toBe('Error: version one')
    expect(heard[3]).toMatch(/no: loaded[^]*the last good version|no: loaded[^]*note: /)
    expect(heard[4]).toBe('Error: version two')
    expect(heard[5]).not.toMatch(/\n {2}no: loaded[^\n]*\n[^\n]*\n[^\n]*note: /)
    expect(heard[6]).toBe('Error: version late')
  })
})

const COUNTING = `const { loopValues, sessionValues } = vance.guard
const seen = (sessionValues.get('seen') ?? 0) + 1
sessionValues.set('seen', seen)
loopValues.set('loop', (loopValues.get('loop') ?? 0) + 1)
if (vance.params.word) vance.guard.deny(vance.params.word + ' call ' + seen + ' of the session, ' + loopValues.get('loop') + ' of the loop')`

/** Saves again until it is seen: the host begins to watch the file some time after it is up. */
async function saved(save: () => Promise<void>, seen: Promise<unknown>): Promise<void> {
  for (;;) {
    await save()
    const late = new Promise<boolean>((resolve) => { setTimeout(resolve, 4_000, false) })
    if (await Promise.race([seen.then(() => true), late])) return
  }
}

/** Resolves when Shooty has said its line once more than until now. */
async function mountedAgain(web: WebHost): Promise<void> {
  const lines = web.child.stderr().match(/shooty [\d.]+: 3 guards/g)?.length ?? 0
  await web.child.saw(new RegExp(`(?:shooty [\\d.]+: 3 guards[^]*){${lines + 1}}`))
}

describe('a live edit of the patch file', () => {
  it('takes the new configuration over and keeps scratch, rounds, toggles and the runtime guard of a live session', async () => {
    const [edit, after] = [createHold(), createHold()]
    const row = (params: object): object => ({
      guard: [
        { name: 'counting', scriptBody: COUNTING, trigger: 'command', tools: ['bash'], params },
        { name: 'never', scriptBody: "vance.guard.deny('never')", trigger: 'command', tools: ['bash'] },
        { name: 'once-more', scriptBody: "if (!/DONE/.test(vance.guard.output)) vance.guard.continueWith('say DONE')", trigger: 'stop', maxRounds: 2 },
      ],
    })
    const world = await testWorld({
      profiles: ['web'], config: row({}),
      script: [bash('echo 1'), say('not yet'), held(edit, bash('echo 2')), held(after, bash('echo 3')), say('not yet'), say('not yet again'), say('and more')],
    })
    const web = await testWeb(world)
    const session = await web.createSession()
    await web.command(session, '/guard off never')
    await web.command(session, '/guard inline vance.guard.notice("from the runtime guard")')
    await web.prompt(session, 'work')

    await edit.arrived
    await saved(() => world.configure(row({ word: 'edited:' }), [], 'web'), mountedAgain(web))
    edit.release()
    await after.arrived
    // After a wrong edit the host mounts the last good configuration again.
    await saved(() => world.configure({ guard: [{ trigger: 'command' }] }, [], 'web'), mountedAgain(web))
    after.release()
    await web.turnsEnded(session)

    const { requests } = world.model
    expect(lastToolResult(requests[1])).toContain('1')
    expect(userTexts(requests[2]).at(-1)).toContain('say DONE')
    expect(lastToolResult(requests[3])).toBe('Error: edited: call 2 of the session, 2 of the loop')
    expect(lastToolResult(requests[4])).toBe('Error: edited: call 3 of the session, 3 of the loop')
    // One round was used before the edit, so one is left.
    expect(userTexts(requests[5]).filter(text => text.includes('say DONE'))).toHaveLength(2)
    expect(requests).toHaveLength(6)
    expect((await web.command(session, '/guard list'))?.text).toContain('never: command, off')
    expect((await web.command(session, '/guard get'))?.text).toContain('runtime guard: inline code')
  })
})
