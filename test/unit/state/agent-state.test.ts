import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNoticeQueue } from '../../../src/notice/queue.ts'
import { createAgentStates } from '../../../src/state/agent-state.ts'
import { createCounters } from '../../../src/state/counters.ts'
import { createSessionRegistry } from '../../../src/state/per-session.ts'
import type { SessionFiles } from '../../../src/state/session-file.ts'
import { createSessionFiles } from '../../../src/state/session-file.ts'
import { session, stateWorld, subagent } from '../../support/session/states.ts'

const main = session('s1')
const sub = subagent('sub', 's1')

describe('a real user turn', () => {
  it('puts rounds to zero, wipes the loop scratch and drops the turn prompt, and nothing else', async () => {
    const { states } = stateWorld()
    const state = states.of(main)
    await state.addRound()
    state.loop.set('a', 1)
    state.shared.set('b', 2)
    state.turnPrompt = { text: 'P', guard: 'g' }
    state.task = 'T'
    state.notices.add('g', 'words')
    state.markActivated('skill')
    await state.toggle('g', 'off')
    expect(states.beginUserTurn(main)).toBe(state)
    expect([state.rounds, state.loop.all(), state.turnPrompt]).toEqual([0, {}, null])
    expect([state.shared.all(), state.task, state.notices.pending().length, state.activated.has('skill'), state.toggles.get('g')]).toEqual([{ b: 2 }, 'T', 1, true, 'off'])
  })

  it('of one session leaves the others alone', async () => {
    const { states } = stateWorld()
    await states.of(session('s2')).addRound()
    states.of(session('s2')).loop.set('a', 1)
    states.beginUserTurn(main)
    expect([states.of(session('s2')).rounds, states.of(session('s2')).loop.get('a')]).toEqual([1, 1])
  })

  it('brings rounds on disk to zero, and writes nothing where they were zero', async () => {
    const { states, files } = stateWorld()
    states.beginUserTurn(main)
    expect(files.disk.has('s1')).toBe(false)
    await states.of(main).addRound()
    expect(files.disk.get('s1')?.rounds).toBe(1)
    states.beginUserTurn(main)
    expect(files.disk.get('s1')?.rounds).toBe(0)
  })

  it('wipes what an observing guard wrote into its loop scratch, and keeps what it wrote into the shared one', () => {
    const { states } = stateWorld()
    states.loopOf(main, 'g', true).set('a', 1)
    states.sharedOf(main, 'g', true).set('b', 2)
    states.beginUserTurn(main)
    expect([states.loopOf(main, 'g', true).all(), states.sharedOf(main, 'g', true).all()]).toEqual([{}, { b: 2 }])
  })
})

describe('a subagent', () => {
  it('shares the session values, toggles and the runtime guard of the session at the top, and nothing else', async () => {
    const { states } = stateWorld()
    states.sharedOf(sub, 'g', false).set('a', 1)
    await states.rootOf(sub).toggle('g', 'off')
    await states.rootOf(sub).setRuntimeGuard({ kind: 'inline', body: 'x' })
    await states.of(sub).addRound()
    states.loopOf(sub, 'g', false).set('own', 1)
    expect(states.rootOf(main)).toBe(states.rootOf(sub))
    expect(states.sharedOf(main, 'g', false).all()).toEqual({ a: 1 })
    expect([states.modeOf(main, 'g', 'enforce'), states.modeOf(sub, 'g', 'enforce'), states.modeOf(session('s2'), 'g', 'enforce')]).toEqual(['off', 'off', 'enforce'])
    expect([states.of(main).rounds, states.loopOf(main, 'g', false).all(), states.of(sub).rounds]).toEqual([0, {}, 1])
  })

  it('makes the state of its root with the root\'s own identity', () => {
    const root = stateWorld().states.rootOf(sub)
    expect(root.session).toMatchObject({ sessionId: 's1', rootSessionId: 's1', isSubagent: false })
  })
})

describe('an observing guard', () => {
  it('writes into shadows of its own that no enforcing guard and no other observer sees', () => {
    const { states } = stateWorld()
    states.loopOf(main, 'g', false).set('a', 1)
    states.loopOf(main, 'g', true).set('a', 2)
    states.sharedOf(main, 'g', true).set('b', 2)
    expect(states.loopOf(main, 'g', true).get('a')).toBe(2)
    expect(states.sharedOf(sub, 'g', true).get('b')).toBe(2)
    expect([states.loopOf(main, 'g', false).get('a'), states.loopOf(main, 'h', true).get('a')]).toEqual([1, 1])
    expect([states.sharedOf(main, 'g', false).has('b'), states.sharedOf(main, 'h', true).has('b')]).toEqual([false, false])
  })
})

describe('toggles', () => {
  it('go back to the configuration with null', async () => {
    const { states } = stateWorld()
    await states.rootOf(main).toggle('g', 'off')
    expect(states.modeOf(main, 'g', 'observe')).toBe('off')
    await states.rootOf(main).toggle('g', null)
    expect(states.modeOf(main, 'g', 'observe')).toBe('observe')
  })

  it.each([['enforce' as const, true], ['observe' as const, true], ['off' as const, false], [null, false]])('with %s make the Point needed: %s', async (mode, needed) => {
    const { states } = stateWorld()
    await states.rootOf(main).toggle('g', mode)
    expect(states.switchedOn('g')).toBe(needed)
    expect(states.switchedOn('h')).toBe(false)
  })
})

describe('what may come back with a resumed session', () => {
  it('is known before the session is', async () => {
    const first = stateWorld()
    await first.states.rootOf(main).toggle('g', 'observe')
    await first.states.rootOf(main).setRuntimeGuard({ kind: 'script', script: 'x.js' })
    const { states } = stateWorld({ disk: first.files.disk })
    expect([states.peek('s1'), states.switchedOn('g'), states.runtimeGuardPossible()]).toEqual([undefined, true, true])
    expect([stateWorld().states.runtimeGuardPossible(), stateWorld().states.switchedOn('g')]).toEqual([false, false])
  })

  it('stays known when the runtime guard is cleared, since another session may have one', async () => {
    const { states } = stateWorld()
    await states.rootOf(main).setRuntimeGuard({ kind: 'inline', body: '' })
    await states.rootOf(main).setRuntimeGuard(null)
    expect([states.rootOf(main).runtimeGuard, states.runtimeGuardPossible()]).toEqual([null, true])
  })
})

describe('over a restart', () => {
  let home: string
  let opened: SessionFiles[]
  const reports: string[] = []
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'shooty-states-'))
    opened = []
  })
  afterEach(async () => {
    await Promise.all(opened.map(files => files.settled()))
    await rm(home, { recursive: true, force: true })
    expect(reports).toEqual([])
  })

  const start = (max = 8) => {
    const files = createSessionFiles(home, (text) => { reports.push(text) })
    opened.push(files)
    const registry = createSessionRegistry(max)
    const counters = createCounters()
    return { files, states: createAgentStates({ registry, files, createQueue: (changed, initial) => createNoticeQueue(counters, changed, initial) }) }
  }

  it('rounds, toggles, runtime guard, notices and skills are there, scratch is not', async () => {
    const before = start()
    const state = before.states.of(main)
    await state.addRound()
    await state.addRound()
    await state.toggle('g', 'off')
    await state.setRuntimeGuard({ kind: 'inline', body: 'return' })
    state.notices.add('g', 'words')
    state.notices.add('g', 'words')
    state.notices.addSkill('g', 'deploy', 'body')
    state.markActivated('deploy')
    state.loop.set('a', 1)
    state.shared.set('b', 1)
    await before.files.settled()

    const after = start().states.of(main)
    expect([after.rounds, [...after.toggles], after.runtimeGuard, [...after.activated]]).toEqual([2, [['g', 'off']], { kind: 'inline', body: 'return' }, ['deploy']])
    expect(after.notices.take()).toEqual([{ guard: 'g', text: 'words', skill: null, count: 2 }, { guard: 'g', text: 'body', skill: 'deploy', count: 1 }])
    expect([after.loop.all(), after.shared.all()]).toEqual([{}, {}])
  })

  it('a round is on disk when it is counted, before the follow-up goes out', async () => {
    await start().states.of(main).addRound()
    expect(start().states.of(main).rounds).toBe(1)
  })

  it('notices that were taken do not come again', async () => {
    const before = start()
    before.states.of(main).notices.add('g', 'words')
    before.states.of(main).notices.take()
    await before.files.settled()
    expect(start().states.of(main).notices.pending()).toEqual([])
  })

  it('and without one, a session that was forgotten comes back from what is still being written', async () => {
    const { states, files } = start(1)
    const saved = states.of(main).toggle('g', 'off')
    states.of(session('s2'))
    expect(states.peek('s1')).toBeUndefined()
    expect(states.of(main).toggles.get('g')).toBe('off')
    await saved
    await files.settled()
    states.of(session('s2'))
    expect(states.of(main).toggles.get('g')).toBe('off')
  })
})
