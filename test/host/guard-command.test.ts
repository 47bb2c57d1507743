/**
 * `/guard` through the web host's own HTTP API: each verb answers with what is true afterwards, the next
 * turn shows the effect, and what the human set is there again after the process was killed.
 */
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { onEachHost } from '../support/host/each-host.ts'
import { bash, call, createHold, held, say } from '../support/model/model-reply.ts'
import { lastToolResult, userTexts } from '../support/model/model-server.ts'
import { eventsOf } from '../support/host/session-log.ts'
import { testWeb, testWorld } from '../support/host/test-world.ts'
import type { WebHost } from '../support/host/web.ts'

const NO_DELETE = "if (/\\brm\\b/.test(vance.guard.command.args.command)) vance.guard.deny('deleting is for the human')\n"
const SAY_DONE = "if (!/DONE/.test(vance.guard.output)) { vance.guard.loopValues.set('asked', 1); vance.guard.continueWith('say DONE') }"

async function answers(web: WebHost, session: string, line: string): Promise<string> {
  const result = await web.command(session, line)
  if (result === null) throw new Error(`there is no command for ${line}`)
  return `${result.kind}: ${result.text}`
}

onEachHost(({ version }) => {
  it('/guard in the web host answers every verb with what is true afterwards, and the next turn shows the effect', async () => {
    const world = await testWorld({
      host: version,
      profiles: ['web'], files: { 'a.txt': 'a' }, guards: { 'no-delete.js': NO_DELETE },
      config: { guard: [{ script: 'no-delete.js', trigger: 'command', tools: ['bash'] }] },
      script: [say('not yet'), say('DONE'), say('not yet either'), bash('rm a.txt'), say('DONE'), bash('rm a.txt'), say('DONE')],
    })
    const web = await testWeb(world)
    const session = await web.createSession()
    const guard = (line: string): Promise<string> => answers(web, session, `/guard ${line}`)

    expect(await guard('get')).toMatch(/^success: this session has no runtime guard\nconfigured guards:\n {2}no-delete: command, enforce, loaded/)
    expect(await guard('inline vance.guard.continueWith(')).toMatch(/^error: the code cannot run[^]*nothing was changed; this session has no runtime guard/)
    expect(await guard(`inline ${SAY_DONE}`)).toMatch(/^success: runtime guard: inline code, loaded, [0-9a-f]{12}, stop, enforce, 0 of 3 follow-up rounds used$/)
    expect(await guard('get')).toContain(SAY_DONE)
    await web.prompt(session, 'work')
    await web.turnsEnded(session, 1)
    expect(userTexts(world.model.requests[1]).at(-1)).toContain('say DONE')
    expect(await guard('status')).toMatch(/^success: loop scratch: 1 key, [^]*asked = 1/)
    expect(await guard('status session set topic "release"')).toBe('success: session scratch: topic = "release"')
    expect(await guard('get')).toContain('1 of 3 follow-up rounds used')
    expect(await guard('log 5')).toContain('runtime-guard: fired, stop')

    expect(await guard('off runtime-guard')).toContain('runtime-guard: off (on in the configuration), for this session')
    await web.prompt(session, 'work on')
    await web.turnsEnded(session, 2)
    expect(world.model.requests).toHaveLength(3)
    expect(await guard('clear')).toBe('success: the runtime guard is gone: it was inline code\nthis session has no runtime guard')

    expect(await guard('observe no-delete')).toContain('no-delete: observes (on in the configuration)')
    await web.prompt(session, 'clean up')
    await web.turnsEnded(session, 3)
    expect(readdirSync(world.workspace)).toEqual([])
    expect(await guard('log 20')).toMatch(/no-delete: observed \(would be denied\), bash at command/)
    expect(await guard('on no-delete')).toContain('no-delete: on, for this session')
    await web.prompt(session, 'clean up again')
    await web.turnsEnded(session, 4)
    expect(lastToolResult(world.model.requests[6])).toBe('Error: deleting is for the human')

    expect(await guard('off repeated-failure')).toContain('repeated-failure: off (on in the configuration)')
    expect(await guard('list')).toMatch(/no-delete: command, on, loaded from [^\n]+\/guards\/no-delete.js[^]*repeated-failure: off/)
    expect(await guard('reload')).toMatch(/^success: no-delete: unchanged, [0-9a-f]{12}$/)
    expect(await guard('off no-delte')).toMatch(/^error: no guard or gate is named "no-delte"; did you mean "no-delete"\?/)
    expect(await guard('lsit')).toMatch(/^error: \/guard does not know "lsit"; did you mean "list"\?/)
  })
  it('tries a call with the guards of the session: nothing runs, nothing is kept, nothing is counted', async () => {
    const world = await testWorld({
      profiles: ['web'], files: { 'a.txt': 'a' },
      guards: { 'no-delete.js': `vance.guard.loopValues.set('tries', (vance.guard.loopValues.get('tries') ?? 0) + 1)\n${NO_DELETE}` },
      config: { lockedPaths: ['.env'], guard: [{ script: 'no-delete.js', trigger: 'command', tools: ['bash'] }] },
      script: [bash('ls'), say('done')],
    })
    const web = await testWeb(world)
    const session = await web.createSession()
    const guard = (line: string): Promise<string> => answers(web, session, `/guard ${line}`)
    expect(await guard('try rm a.txt')).toMatch(/^success: Would be refused by no-delete\n[^]*✓ tamper-protection: passed[^]*✗ no-delete: denied: [^]*the model would read:\n[^]*deleting is for the human/)
    await web.prompt(session, 'look')
    await web.turnsEnded(session, 1)
    expect(await guard('try rm a.txt')).toContain('Would be refused by no-delete')
    expect(await guard('try ls')).toMatch(/^success: Would run\n/)
    expect(await guard('try write {"file_path":".env","content":"x"}')).toMatch(/^success: Would be refused by locked-paths\n/)
    expect(await guard('try write {"file_path":')).toMatch(/^error: the arguments of write are not JSON/)
    expect(await guard('status')).toContain('tries = 1')
    expect(await guard('log all 50')).not.toContain('denied')
    expect(await guard('list')).toMatch(/^success: [^\n]*in force\n/)
    expect(readdirSync(world.workspace)).toEqual(['a.txt'])
    await guard('off no-delete')
    expect(await guard('try rm a.txt')).toMatch(/^success: Would run\n/)
  })
})

onEachHost(({ version }) => {
  it('what the human set is there again after kill -9 in the middle of a turn, and the session loads without Shooty too', async () => {
    const hold = createHold()
    const world = await testWorld({
      host: version,
      profiles: ['web'], files: { 'a.txt': 'a' }, guards: { 'no-delete.js': NO_DELETE },
      config: { guard: [{ script: 'no-delete.js', trigger: 'command', tools: ['bash'] }] },
      script: [
        say('not yet'), call('read', { file_path: 'a.txt' }), held(hold, say('never read')),
        bash('rm a.txt'), say('not yet'), say('DONE'), say('without Shooty'),
      ],
    })
    const first = await testWeb(world)
    const session = await first.createSession()
    await first.command(session, `/guard inline ${SAY_DONE}`)
    await first.command(session, '/guard off no-delete')
    await first.prompt(session, 'work')
    await hold.arrived
    await first.stop('SIGKILL')
    hold.release()

    const folder = join(world.home.dir, 'shooty', 'sessions')
    const [file = ''] = readdirSync(folder)
    expect(readFileSync(join(folder, file), 'utf8')).toContain('"rounds":1')
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)

    const second = await testWeb(world)
    await second.prompt(session, 'go on')
    await second.turnsEnded(session, 2)
    expect(readdirSync(world.workspace)).toEqual([])
    expect(userTexts(world.model.requests[5]).at(-1)).toContain('say DONE')
    expect(await answers(second, session, '/guard get')).toContain('runtime guard: inline code, loaded')
    expect(await answers(second, session, '/guard list')).toContain('no-delete: command, off (on in the configuration)')
    await second.stop()

    await world.configure(null, [], 'web')
    await world.home.plugin('web', 'remove', 'dsh-shooty')
    const third = await testWeb(world)
    await third.prompt(session, 'and without')
    const log = await third.turnsEnded(session, 3)
    expect(eventsOf(log, 'turn/end').at(-1)).toMatchObject({ reason: { kind: 'completed' } })
    expect(await third.command(session, '/guard list')).toBeNull()
  })
})
