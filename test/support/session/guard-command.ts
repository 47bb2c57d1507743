/** `/guard` over real states, texts and records; only the host's side is scripted. */
import { createGuardTexts, createPins } from '../../../src/guard/texts.ts'
import type { GuardTextStore } from '../../../src/guard/texts.ts'
import { createJudge } from '../../../src/point/judge.ts'
import { createRoster } from '../../../src/point/roster.ts'
import { runtimeGuardSettings } from '../../../src/point/runtime-guard.ts'
import { createRefusedCalls } from '../../../src/state/refused-calls.ts'
import type { RefusedCallBook, RefusedCallList } from '../../../src/state/refused-calls.ts'
import { createHumanLines } from '../../../src/state/human-lines.ts'
import { createMetrics } from '../../../src/state/metrics.ts'
import { runGuardCommand } from '../../../src/surface/guard-command.ts'
import type { GuardCommandDeps, GuardReply } from '../../../src/surface/guard-verb.ts'
import { reloadText } from '../../../src/surface/reload-text.ts'
import type { PointStatus } from '../../../src/surface/status.ts'
import type { Gate, GuardSettings, PointGuard, SessionRef } from '../../../src/types.ts'
import { guardSettings } from './api-run.ts'
import { fakeGuard, pointDeps, session, stateWorld } from './states.ts'
import type { StateWorld } from './states.ts'

export interface CommandWorld extends StateWorld {
  readonly deps: GuardCommandDeps
  readonly texts: GuardTextStore
  readonly refusals: RefusedCallBook
  /** How often the host was told that guards changed. */
  readonly changes: () => number
  /** Decisions that were recorded. */
  readonly records: () => number
  say(line: string, as?: SessionRef): Promise<GuardReply>
}

export interface CommandWorldOptions {
  readonly guards?: readonly Partial<GuardSettings>[]
  readonly gates?: readonly Gate[]
  readonly points?: readonly PointStatus[]
  /** Names of the session's tools. */
  readonly tools?: readonly string[]
  /** Folder of the user's guards. */
  readonly folder?: string
  readonly state?: StateWorld
  readonly now?: () => number
}

export function fakeGate(name: string, overrides: Partial<PointGuard> & { readonly active?: boolean, readonly detail?: string } = {}): Gate {
  const { active = true, detail = 'all is well', ...guard } = overrides
  return { ...fakeGuard(name, {}, guard), kind: 'gate', status: () => ({ active, detail }) }
}

export function commandWorld(options: CommandWorldOptions = {}): CommandWorld {
  const state = options.state ?? stateWorld()
  const settings = (options.guards ?? []).map(one => guardSettings(one))
  const folder = options.folder ?? '/nowhere'
  const texts = createGuardTexts({
    guards: settings, clock: { now: () => 0 }, pins: state.registry.store(createPins), folders: { extra: [], user: folder, bundled: '/nowhere' },
  })
  const refusals = createRefusedCalls(state.registry.store<RefusedCallList>(() => []), () => options.now?.() ?? 0)
  let changes = 0
  const points = pointDeps()
  const judge = createJudge({
    states: state.states, points: { ...points, modeOf: (input, guard) => state.states.modeOf(input.session, guard.name, guard.mode) },
    roster: createRoster({ first: options.gates ?? [], scripts: [], last: [], runtimeGuard: () => null, runtimeGuardPossible: () => false, switchedOn: () => false }),
  })
  const deps: GuardCommandDeps = {
    refusals, texts, selfCheck: () => null, states: state.states, metrics: createMetrics(), counters: state.counters,
    tokens: () => ({ calls: 0, input: 0, output: 0 }),
    guards(of) {
      const runtime = of === null ? null : state.states.rootOf(of).runtimeGuard
      return [...settings, ...runtime === null ? [] : [runtimeGuardSettings(runtime)]].map(one => ({ settings: one, guard: fakeGuard(one.name, {}, { mode: one.mode, points: one.points }) }))
    },
    gates: () => options.gates ?? [],
    points: () => options.points ?? [],
    notes: () => [],
    said: createHumanLines(),
    forget: guard => { texts.forget(guard) },
    reload: of => Promise.resolve(reloadText(texts.reload(of))),
    tools: () => options.tools ?? [],
    tryCall: (of, name, args) => judge.trial({ session: of, hasAgent: true, call: null, inputs: () => ({ first: '', last: '' }), finalText: () => '' }, { name, args, callId: 'try' }, new AbortController().signal),
    changed: () => { changes += 1 },
  }
  return { ...state, deps, texts, refusals, records: () => points.records.length, changes: () => changes, say: async (line, as = session()) => await runGuardCommand(line, as, deps) }
}
