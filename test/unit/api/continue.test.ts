import { describe, expect, it } from 'vitest'
import { createContinueCapability } from '../../../src/api/continue.ts'
import type { ContinuePort, JsonValue, Point } from '../../../src/types.ts'
import { guardSettings, hostCall, runContext } from '../../support/session/api-run.ts'
import { session, stateWorld } from '../../support/session/states.ts'

function mounted(sends = true) {
  const { states, files } = stateWorld()
  const sent: (Parameters<ContinuePort['continueWith']>[1] & { readonly onDisk: number | undefined })[] = []
  const capability = createContinueCapability({
    continueWith(of, message) {
      sent.push({ ...message, onDisk: files.disk.get(of.sessionId)?.rounds })
      return sends
    },
  }, states)
  const state = states.of(session())
  return {
    sent, state, files,
    call: async (args: readonly JsonValue[], run = runContext({ session: session() })) => await hostCall(capability, 'guard.continueWith', args, run),
  }
}

describe('continueWith', () => {
  it('sends the prompt as a follow-up that says what it is, after the round was counted on disk', async () => {
    const { call, sent, state } = mounted()
    const run = runContext({ session: session() })
    expect(await call(['build it'], run)).toBe(true)
    expect(sent).toEqual([{ guard: 'g', round: 1, onDisk: 1, text: expect.stringMatching(/^\[completion-guard\] build it\n\n.*not from the user/s) }])
    expect([state.rounds, run.effects]).toEqual([1, { continued: { prompt: 'build it', round: 1 }, capped: false, activated: [], deactivated: [], fault: null }])
  })

  it.each([[2, true], [3, false]])('after %i rounds of at most 3: %s', async (used, allowed) => {
    const { call, sent, state } = mounted()
    for (let round = 0; round < used; round += 1) await state.addRound()
    const run = runContext({ session: session() })
    expect(await call(['go'], run)).toBe(allowed)
    expect([sent.length, state.rounds, run.effects.capped]).toEqual([allowed ? 1 : 0, 3, !allowed])
  })

  it('of one run is sent once', async () => {
    const { call, sent, state } = mounted()
    const run = runContext({ session: session() })
    expect([await call(['one'], run), await call(['two'], run)]).toEqual([true, false])
    expect([sent.length, state.rounds]).toEqual([1, 1])
  })

  it('is not sent, nor counted, when the turn was cancelled before', async () => {
    const { call, sent, state } = mounted()
    expect(await call(['go'], runContext({ session: session(), signal: AbortSignal.abort() }))).toBe(false)
    expect([sent, state.rounds]).toEqual([[], 0])
  })

  it('is not sent when the turn is cancelled while the round is written; the round is spent', async () => {
    const { call, sent, state, files } = mounted()
    const controller = new AbortController()
    const save = files.save.bind(files)
    files.save = async (id, record) => { controller.abort(); await save(id, record) }
    const run = runContext({ session: session(), signal: controller.signal })
    expect(await call(['go'], run)).toBe(false)
    expect([sent, state.rounds, run.effects.continued]).toEqual([[], 1, null])
  })

  it('is false when the host has no agent to send on', async () => {
    const { call } = mounted(false)
    const run = runContext({ session: session() })
    expect([await call(['go'], run), run.effects.continued]).toEqual([false, null])
  })

  it('by an observing guard counts and sends nothing, and meets the cap all the same', async () => {
    const { call, sent, state } = mounted()
    const run = runContext({ session: session(), observe: true })
    expect(await call(['go'], run)).toBe(true)
    expect([sent, state.rounds, run.effects.continued]).toEqual([[], 0, { prompt: 'go', round: 1 }])
    const capped = runContext({ session: session(), observe: true, guard: guardSettings({ maxRounds: 0 }) })
    expect([await call(['go'], capped), capped.effects.capped]).toEqual([false, true])
  })

  it.each<[Point]>([['start'], ['command'], ['result']])('belongs to stop and terminate, not to %s', async (point) => {
    const { call, sent } = mounted()
    await expect(call(['go'], runContext({ point }))).rejects.toMatchObject({ code: 'WRONG_ACTION', message: expect.stringContaining(point) })
    expect(sent).toEqual([])
  })

  it.each<[readonly JsonValue[]]>([[[]], [['']], [[' \n']], [[null]], [[{ text: 'go' }]]])('refuses %j', async (args) => {
    const { call, state } = mounted()
    await expect(call(args)).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    expect(state.rounds).toBe(0)
  })
})
