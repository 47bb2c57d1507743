/**
 * The user cancels while a guard thinks: the turn ends as cancelled, nothing is injected or decided, no
 * turn opens by itself, and the next prompt finds a session as it should be.
 */
import { expect, it } from 'vitest'
import { GATES_OFF, guardedHost, messageOf, ownWords } from '../support/host/guarded-host.ts'
import { call, createHold, held, say } from '../support/model/model-reply.ts'
import { lastToolResult, userTexts } from '../support/model/model-server.ts'
import { eventsOf } from '../support/host/session-log.ts'
import { testWeb, testWorld } from '../support/host/test-world.ts'

const think = "vance.llm.call('slow', 'think')"

it('while START and while STOP thinks, in the web host', async () => {
  const holds = [createHold(), createHold()]
  let thought = 0
  const world = await testWorld({
    profiles: ['web'],
    config: {
      ...GATES_OFF, timeoutMs: 60_000, llm: { timeoutMs: 60_000, recipes: { slow: { system: 'SLOW RECIPE' } } },
      guard: [
        { name: 'at-start', trigger: 'start', scriptBody: `if (vance.guard.request === 'start') { vance.guard.notice('MUST NOT'); vance.guard.setTurnPrompt('MUST NOT'); ${think} }` },
        { name: 'at-stop', trigger: 'stop', scriptBody: `if (vance.guard.request === 'stop') { vance.guard.notice('MUST NOT'); ${think}; vance.guard.continueWith('MUST NOT') }` },
      ],
    },
    aside: request => JSON.stringify(request.messages).includes('SLOW RECIPE') ? held(holds[thought++] ?? expect.unreachable(), say('{}')) : null,
    script: [say('answered'), call('guard_status', { action: 'recent' }), call('guard_status', { action: 'status' }), say('over')],
  })
  const web = await testWeb(world)
  const session = await web.createSession()
  for (const [index, point] of ['start', 'stop'].entries()) {
    await web.prompt(session, point)
    await holds[index]?.arrived
    await web.cancel(session)
    const log = await web.turnsEnded(session, index + 1)
    expect(eventsOf(log, 'turn/end').at(-1)).toMatchObject({ reason: { kind: 'aborted', reason: { kind: 'user' } } })
  }
  // Long enough for a turn that opened by itself to show.
  await new Promise((resolve) => { setTimeout(resolve, 1000) })
  expect(world.model.requests).toHaveLength(1)
  for (const hold of holds) hold.release()

  await web.prompt(session, 'go')
  const log = await web.turnsEnded(session, 3)
  const { requests } = world.model
  expect(eventsOf(log, 'turn/start')).toHaveLength(3)
  expect(eventsOf(log, 'turn/end').at(-1)).toMatchObject({ reason: { kind: 'completed' } })
  expect(JSON.stringify(requests.map(request => request.messages))).not.toContain('MUST NOT')
  // The first prompt was cancelled before its step, so the host has dropped it.
  expect(userTexts(requests.at(-1)).filter(text => ['start', 'stop', 'go'].includes(text))).toEqual(['stop', 'go'])
  // START of the second and of the third turn; nothing of the runs that were cancelled.
  const recent = lastToolResult(requests[2]).split('\n').filter(line => /at-st(?:art|op) (?:start|stop):/.test(line))
  expect(recent.map(line => line.split(' ').slice(3, 6).join(' '))).toEqual(['at-start start: passed,', 'at-start start: passed,'])
  expect(lastToolResult(requests[3])).toContain('session: 0 follow-up rounds used, 0 notices waiting')
})

it('a message that was queued meanwhile opens its own turn, and it alone', async () => {
  const host = await guardedHost([{ name: 'sender', trigger: 'stop', maxRounds: 1, scriptBody: "vance.guard.continueWith('go on')" }])
  const agent = await host.createAgent()
  let first = true
  host.ctx.on('agent/turn-stopping', async () => {
    if (!first) return
    first = false
    agent.cancel({ kind: 'user' })
    agent.followup(messageOf('queued after the cancellation'))
  }, { prepend: true })
  await host.prompt(agent, 'go')
  expect(host.turnEnds(agent)).toEqual(['aborted', 'completed'])
  expect(ownWords(host.requests.at(-1))).toEqual([expect.stringContaining('go on')])
  expect(host.requests).toHaveLength(3)
})
