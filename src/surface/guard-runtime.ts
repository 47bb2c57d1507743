/** The session's one runtime guard, set by the human: `script`, `inline`, `get`, `clear`. */
import { cut } from '../base/text.ts'
import { misplacedUses } from '../guard/placement.ts'
import { RUNTIME_GUARD, runtimeGuardSettings } from '../point/runtime-guard.ts'
import type { RuntimeGuard } from '../state/session-record.ts'
import type { GuardText, SessionRef } from '../types.ts'
import type { GuardCommandDeps, GuardReply } from './guard-verb.ts'
import { unquoted } from './guard-line.ts'
import { pointNote } from './guard-switch.ts'
import { at } from './status.ts'

/** UTF-16 units of the code that `get` shows. */
const MAX_SHOWN = 8_000

const MISSING: Readonly<Record<RuntimeGuard['kind'], string>> = {
  script: 'script needs the path of a script, e.g. /guard script ./guard.js',
  inline: 'inline needs code, e.g. /guard inline vance.guard.continueWith("Run the tests.")',
}

/** Takes the text only when it can run; otherwise nothing changes. */
export async function setRuntimeGuard(kind: RuntimeGuard['kind'], rest: string, session: SessionRef, deps: GuardCommandDeps): Promise<GuardReply> {
  if (rest === '') return { ok: false, text: MISSING[kind] }
  const wanted: RuntimeGuard = kind === 'script' ? { kind, script: unquoted(rest) } : { kind, body: rest }
  const settings = runtimeGuardSettings(wanted)
  const text = deps.texts.textOf(settings, session)
  if (text.state !== 'loaded') {
    deps.forget(settings)
    const what = wanted.kind === 'script' ? `script ${wanted.script}` : 'code'
    return { ok: false, text: `the ${what} cannot run: ${at(text.reason, text.state === 'broken' ? text.position : null)}\nnothing was changed; ${describe(session, deps).join('\n')}` }
  }
  const [never] = misplacedUses({ ...settings, key: 'the entry' }, text.compiled.uses).filter(one => !/^what a script returns/.test(one.text))
  if (never !== undefined) {
    deps.forget(settings)
    return { ok: false, text: `it could never act: ${at(never.text.replace(/, and its trigger[\s\S]*$/, ''), never.position)}, and the runtime guard runs at stop. Put it into the configuration with a trigger of its own\nnothing was changed; ${describe(session, deps).join('\n')}` }
  }
  await deps.states.rootOf(session).setRuntimeGuard(wanted)
  deps.changed()
  return { ok: true, text: describe(session, deps).join('\n') }
}

export function showRuntimeGuard(session: SessionRef, deps: GuardCommandDeps): GuardReply {
  const guard = deps.states.rootOf(session).runtimeGuard
  const code = guard?.kind === 'inline' ? [cut(guard.body, MAX_SHOWN)] : []
  return { ok: true, text: [...describe(session, deps), ...code, ...configured(session, deps)].join('\n') }
}

export async function clearRuntimeGuard(session: SessionRef, deps: GuardCommandDeps): Promise<GuardReply> {
  const root = deps.states.rootOf(session)
  const before = root.runtimeGuard
  if (before === null) return { ok: true, text: 'nothing was there to clear: this session has no runtime guard' }
  await root.setRuntimeGuard(null)
  deps.changed()
  return { ok: true, text: [`the runtime guard is gone: it was ${before.kind === 'inline' ? 'inline code' : `script ${before.script}`}`, ...describe(session, deps)].join('\n') }
}

/** The guards of the configuration, as they are in this session, with the Points at which each runs. */
function configured(session: SessionRef, deps: GuardCommandDeps): string[] {
  const guards = deps.guards(session).filter(({ settings }) => settings.name !== RUNTIME_GUARD)
  if (guards.length === 0) return []
  return ['configured guards:', ...guards.map(({ settings, guard }) => {
    const points = deps.points(session).filter(status => settings.points.includes(status.point) && !status.active && status.detail.startsWith('not active'))
    const idle = points.length === 0 ? '' : `; not active at ${points.map(status => status.point).join(', ')}`
    return `  ${settings.name}: ${settings.points.join(' and ')}, ${deps.states.modeOf(session, settings.name, guard.mode)}, ${stateOf(deps.texts.textOf(settings, session))}${idle}`
  })]
}

/** What is set now, what state it is in, and what keeps it from having an effect. */
function describe(session: SessionRef, deps: GuardCommandDeps): string[] {
  const root = deps.states.rootOf(session)
  const guard = root.runtimeGuard
  if (guard === null) return ['this session has no runtime guard']
  // The one that runs, where it is there: its text is compiled already.
  const settings = deps.guards(session).find(one => one.settings.name === RUNTIME_GUARD)?.settings ?? runtimeGuardSettings(guard)
  const text = deps.texts.textOf(settings, session)
  const mode = deps.states.modeOf(session, RUNTIME_GUARD, settings.mode)
  const where = guard.kind === 'inline' ? 'inline code' : `script ${guard.script}`
  return [
    `runtime guard: ${where}, ${stateOf(text)}, ${settings.trigger}, ${mode}, ${root.rounds} of ${settings.maxRounds} follow-up rounds used`,
    ...text.state === 'loaded' && text.stale !== null ? [`  note: ${text.stale}`] : [],
    ...text.state === 'loaded' ? text.compiled.warnings.map(warning => `  warning: ${at(warning.text, warning.position)}`) : [],
    ...mode === 'enforce' ? [] : [`  it was switched to ${mode}: /guard on ${RUNTIME_GUARD} makes it act`],
    ...pointNote(settings.points, session, deps),
  ]
}

function stateOf(text: GuardText): string {
  if (text.state === 'waiting') return `waits: ${text.reason}`
  if (text.state === 'broken') return `BROKEN: ${at(text.reason, text.position)}`
  return `loaded${text.file === null ? '' : ` from ${text.file}`}, ${text.hash.slice(0, 12)}`
}
