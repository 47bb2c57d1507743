/**
 * The repeated-failure gate on the real host: one notice at the third failure of a kind and at every
 * third from there, whatever dress the failure comes in, and nothing on top of the host's own reminder.
 */
import { describe, expect, it } from 'vitest'
import { bash, call } from '../support/model/model-reply.ts'
import { allOf, runSteps } from '../support/host/steps.ts'
import type { Step } from '../support/host/steps.ts'
import { testWorld } from '../support/host/test-world.ts'

const OURS = /Repeated failure: .* has failed (\d+) times/
const HOSTS_OWN = /repeating the exact same tool call|Repeated tool call detected/

/** The same failure with other places, times, ids and colours. */
const DRESSES: readonly string[] = [
  '[2026-01-02T03:04:05Z] job 3f2b8c1e-9d4a-4b7e-8c11-0a1b2c3d4e5f: cannot open /srv/data/a.txt (request 4815162342)',
  '[2026-11-30T23:59:59.123Z] job 00000000-1111-4222-8333-444455556666: cannot open /home/somebody/other/place.cfg (request 99887766554)',
  "[2027-06-07T08:09:10+02:00] job ABCDEF01-2345-4678-9ABC-DEF012345678: cannot open 'C:\\Users\\Some One\\x.ini' (request 123456789012)",
  '\\033[31m[2026-02-28T00:00:00Z]\\033[0m job aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee: cannot open "/mnt/with space/b c.txt" (request 5550001112)',
  '[2030-12-12T12:12:12Z] job 12345678-9abc-4def-8123-456789abcdef: cannot open /tmp/tmp.Xa81kQz0/build.log (request 7777777777)',
  '[2031-01-01T01:01:01Z] job 0f0f0f0f-0e0e-4d0d-8c0c-0b0b0b0b0b0b: cannot open ./src/deep/down/file.ts (request 20202020202)',
  '[2032-03-03T03:03:03Z] job deadbeef-dead-4eef-8ead-beefdeadbeef: cannot open /a (request 1000000000001)',
]

function failing(text: string): ReturnType<typeof bash> {
  return bash(`printf '%b\\n' "${text.replaceAll('\\', text.startsWith('\\033') ? '\\' : '\\\\\\\\').replaceAll('"', '\\"')}" >&2; exit 3`)
}

function noticeAt(step: Step | undefined): number | null {
  const found = OURS.exec(allOf(step))
  return found === null ? null : Number(found[1])
}

describe('the repeated-failure gate', () => {
  it('speaks at the third and the sixth of one failure in different dresses, keeps others apart, and leaves identical calls to the host', async () => {
    const world = await testWorld({ config: { guard: [{ name: 'no-touch', trigger: 'command', tools: ['bash'], scriptBody: "if (vance.guard.command.args.command.startsWith('touch')) vance.guard.deny('touching is refused')" }] } })
    const other = 'worker: cannot parse /srv/data/a.txt: unexpected end'
    const { run, steps } = await runSteps(world, [
      ...DRESSES.slice(0, 2).map(failing), failing(other), failing(`${other} `), ...DRESSES.slice(2).map(failing),
      // A class of the host's own: its file tool names another path each time.
      ...['one', 'two', 'three'].map(name => call('read', { file_path: `missing/${name}.txt` })),
      // Refused calls count.
      ...['a', 'b', 'c'].map(name => bash(`touch ${name}`)),
      // Byte-identical calls: the host speaks at 3 and 5, so the gate has its first word at 6.
      ...Array.from({ length: 6 }, () => bash('echo the same again >&2; exit 9')),
      call('guard_status', { action: 'status' }),
    ])
    expect(run.code).toBe(0)
    const heard = steps.map(noticeAt)
    expect(heard.slice(0, 9)).toEqual([null, null, null, null, 3, null, null, 6, null])
    expect(allOf(steps[4])).toContain('Change something before the next call')
    expect(heard.slice(9, 12)).toEqual([null, null, 3])
    expect(allOf(steps[11])).toContain('List the folder or search for the name first')
    expect(heard.slice(12, 15)).toEqual([null, null, 3])
    expect(allOf(steps[14])).toContain('class of action is refused')
    expect(heard.slice(15, 21)).toEqual([null, null, null, null, null, 6])
    expect(steps.slice(15, 21).map(step => HOSTS_OWN.test(allOf(step)))).toEqual([false, false, true, false, true, false])
    expect(steps.slice(0, 15).some(step => HOSTS_OWN.test(allOf(step)))).toBe(false)
    expect(allOf(steps[21])).toMatch(/repeated-failure: on \(at 3 failures of one kind, then every 3\)/)
    expect(allOf(steps[21])).toMatch(/failuresObserved 21\b/)
    expect(allOf(steps[21])).toMatch(/repeatNotices 5\b/)
  })
})
