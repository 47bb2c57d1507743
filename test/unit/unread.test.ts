/** What no part of Shooty reads is deleted or shown: members of interfaces that only tests, or nobody, asks for. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { unreadMembers } from '../support/sources/unread-members.ts'

/** Why a member may be there although no source names it. */
const READ_OTHERWISE: readonly (readonly [RegExp, string])[] = [
  [/^config\/shape\.ts ShootyConfig\./, 'the keys are walked by name'],
  [/^check\/syntax\/child-answer\.ts ChildAnswer\./, 'it is sent as JSON'],
  [/^types\.ts (?:DecisionRecord|TurnCall|CallWrite|SessionRef|ScriptUses|Gate)\./, 'it is shown, recorded or sent whole'],
  [/^types\.ts CompiledGuard\.uses$/, 'the start asks what a script uses'],
  [/^gate\/critical-paths\.ts TargetReport\./, 'it is shown whole by guard_status'],
  [/^gate\/destructive\//, 'rules are data, and their cases are tests'],
  [/^guard\/parse\.ts Hooks\./, 'the parser calls them'],
  [/^runner\/facade-scratch\.ts ScratchFacade\./, 'guards call them'],
  [/^host\/service\.ts /, 'other plugins call them'],
  [/^(?:check\/spec|gate\/post-write-syntax)\.ts \w+Deps\.|^pool\/pool-state\.ts PoolOptions\./, 'they are passed on whole'],
  [/^compose\/script-guards\.ts RunScratch\.|^state\/session-record\.ts Kept\.|^guard\/shared-scripts\.ts ReloadedText\.|^types\.ts SandboxSettings\.|^shell\/machine\.ts Machine\.|^pool\/link\.ts RunnerEnd\./, 'they are read by the shape of another interface'],
  [/^pool\/create\.ts GuardRunnerStats\.|^surface\/audit\.ts Audit\.flush$|^gate\/effects\.ts EffectReader\.readText$|^host\/continuity\.ts Claim\.key$/, 'tests and the command line ask'],
]

/** To be deleted or shown; a member leaves this list and none joins it. */
const KNOWN = [
  'check/process.ts Processes.live', 'gate/effect-paths.ts WriteEffect.exists', 'gate/workspace.ts Workspace.root', 'host/anchors.ts AnchorCheck.driver', 'host/anchors.ts AnchorCheck.seen',
  'host/turn-calls.ts HistoryResult.text', 'point/stop.ts StopVerdict.continued', 'pool/pool-state.ts PoolStats.gaveWay', 'pool/pool-state.ts PoolStats.queued', 'pool/pool-state.ts PoolStats.runs',
  'pool/ticket.ts Ticket.rank', 'pool/ticket.ts Ticket.startedAt', 'state/per-session.ts SessionRegistry.liveCount', 'types.ts NoticeQueue.dropped',
]

describe('the sources', () => {
  it('have no member that nothing reads', () => {
    const src = fileURLToPath(new URL('../../src', import.meta.url))
    const unread = unreadMembers(src).filter(name => !READ_OTHERWISE.some(([pattern]) => pattern.test(name)))
    expect(unread.filter(name => !KNOWN.includes(name))).toEqual([])
  })
})

describe('the search', () => {
  it('finds members that are only written, and not those that are read through a pick, a binding or a string', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unread-'))
    onTestFinished(() => { rmSync(folder, { recursive: true, force: true }) })
    writeFileSync(join(folder, 'a.ts'), `export interface A { plain: number, picked: number, bound: number, named: number, written: number, never: number }
      export const of = (a: A, p: Pick<A, 'picked'>, { bound }: A): number => { a.written = 1; return a.plain + p.picked + bound + a['named'] }
      export const make = (): A => ({ plain: 1, picked: 1, bound: 1, named: 1, written: 1, never: 1 })`)
    expect(unreadMembers(folder)).toEqual(['a.ts A.never', 'a.ts A.written'])
  })
})
