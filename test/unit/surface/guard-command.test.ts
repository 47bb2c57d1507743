import { describe, expect, it } from 'vitest'
import { runGuardCommand } from '../../../src/surface/guard-command.ts'
import { commandWorld } from '../../support/session/guard-command.ts'

const HELP = `verbs of /guard:
  script <path>: make a script the runtime guard of this session
  inline <code>: make code the runtime guard of this session
  get: show the runtime guard, and the configured ones with their Points
  clear: remove the runtime guard
  status [session] [set <key> <value> | del <key> | clear]: show or change the scratch of the guards
  list: show every guard and gate, and whether it is on
  off <name>: switch a guard or gate off for this session
  on <name>: switch a guard or gate on for this session
  observe <name>: let a guard or gate run and count, and change nothing
  allow <code>: let exactly one refused call through, once, within the hour; log shows the codes
  try <command> | try <tool> <arguments as JSON>: what the gates and guards would make of a call; it is not run
  reload: take over what is on disk now
  log [all] [n]: show what acted or failed, or every decision
  help: show this`

describe('/guard', () => {
  it('shows its verbs', async () => {
    expect(await commandWorld().say('help')).toEqual({ ok: true, text: HELP })
  })

  it.each([
    ['', '/guard needs a verb.'], ['  \n', '/guard needs a verb.'],
    ['frobnicate', '/guard does not know "frobnicate"'], ['stats session', '/guard does not know "stats"; did you mean "status"?'], ['disable x', '/guard does not know "disable"'],
  ])('answers %j with an error that lists the verbs', async (line, head) => {
    expect(await commandWorld().say(line)).toEqual({ ok: false, text: `${head}\n${HELP}` })
  })

  it.each(['get', ' get ', '/guard get', '/guard  GET', 'Get\n'])('takes %j as the verb get', async (line) => {
    expect(await commandWorld().say(line)).toEqual({ ok: true, text: 'this session has no runtime guard' })
  })

  it.each(['get', 'clear', 'list', 'reload', 'help'])('does nothing for %s when words stand behind it', async (verb) => {
    const world = commandWorld()
    await world.say('inline return')
    expect(await world.say(`${verb} all`)).toEqual({ ok: false, text: 'this verb takes nothing behind it, but "all" is there; nothing was done' })
    expect([world.changes(), (await world.say('get')).text.startsWith('runtime guard: inline code')]).toEqual([1, true])
  })

  it('answers with an error when a part of it fails', async () => {
    const world = commandWorld()
    const broken = { ...world.deps, reload: () => Promise.reject(new Error('no folder')) }
    expect(await runGuardCommand('reload', { sessionId: 's', agentId: 'a', rootSessionId: 's', cwd: '/', isSubagent: false }, broken)).toEqual({ ok: false, text: '/guard reload failed: no folder' })
  })
})
