/**
 * The gate on destructive commands: what a call would run is held against rules, and what destroys beyond bringing back
 * is refused. Owns the judging of calls and what the status says; the rules are data, which of them are in force is rules-in-force's.
 */
import { isShellTool } from '../../base/tool-names.ts'
import type { CommandView, Gate, GuardAction, JudgeContext, Mode, PointInput, SessionRef, Settings, Verdict } from '../../types.ts'
import { verdictOf } from '../verdict.ts'
import type { DestructiveDeps } from './deps.ts'
import { isExcepted } from './exceptions.ts'
import { folderTest } from './folders.ts'
import { judgeReading, type Finding, type JudgeParts } from './judge.ts'
import type { RuleSet } from './rule-set.ts'
import { createRulesInForce, type RulesInForce } from './rules-in-force.ts'
import { createSurroundings, type SessionSurroundings } from './surroundings.ts'
import { questionText, refusalText } from './words.ts'

export interface DestructiveGate extends Gate {
  /** Things the human should know: packs that cannot be used, exceptions that have ended. */
  notes(): readonly string[]
  /** Resolves when the packs that do not depend on a session are read. */
  ready(): Promise<void>
  /** What a call would meet, for a person who asks. */
  explain(command: CommandView, session: SessionRef): Promise<Finding | null>
}

interface Parts extends DestructiveDeps {
  readonly rules: RulesInForce
  readonly surroundings: SessionSurroundings
}

const MODES: Readonly<Record<Settings['destructive']['action'], Mode>> = { deny: 'enforce', ask: 'enforce', observe: 'observe', off: 'off' }
const MAX_TEXT = 4_096

export function createDestructiveGate(deps: DestructiveDeps): DestructiveGate {
  const { destructive } = deps.settings
  const trusted = folderTest(destructive.trusted, deps.home)
  const rules = createRulesInForce(deps)
  const parts: Parts = { ...deps, rules, surroundings: createSurroundings({ ...deps, trusted }) }
  return {
    name: 'destructive',
    kind: 'gate',
    points: ['command'],
    mode: MODES[destructive.action],
    hash: () => null,
    applies: input => input.point === 'command' && input.command !== null && isShellTool(input.command.name),
    status: () => ({ active: destructive.action !== 'off', detail: detailOf(destructive, rules.base()) }),
    notes: () => rules.notes(deps.clock.now()),
    ready: () => rules.ready(),
    judge: (input, run) => judge(parts, input, run),
    explain: (command, session) => findingOf(parts, command, session),
  }
}

function detailOf({ action, except, trusted }: Settings['destructive'], set: RuleSet): string {
  if (action === 'off') return 'off: destructive.action is off'
  const says = { deny: 'refuses', ask: 'asks the human', observe: 'counts only' }[action]
  return [
    `${says}; ${set.packs.length} packs with ${set.count} rules: ${set.packs.map(pack => `${pack.name} ${pack.rules.length}`).join(', ')}`,
    ...except.length === 0 ? [] : [`${except.length} ${except.length === 1 ? 'exception' : 'exceptions'}`],
    ...trusted.length === 0 ? [] : [`deletes are free in ${trusted.join(', ')}`],
  ].join('; ')
}

async function judge(parts: Parts, input: PointInput, run: JudgeContext): Promise<Verdict> {
  const began = parts.clock.now()
  const { command, session } = input
  if (command === null) return verdictOf(parts.clock, began)
  const finding = await findingOf(parts, command, session)
  if (run.signal.aborted) return verdictOf(parts.clock, began, { cancelled: true })
  return verdictOf(parts.clock, began, { actions: finding === null ? [] : [actionFor(parts, finding, run.mode)] })
}

function actionFor({ settings, counters }: Parts, finding: Finding, mode: Mode): GuardAction {
  const asks = settings.destructive.action === 'ask' || finding.rule.action === 'ask'
  if (mode === 'enforce') counters.add(asks ? 'destructiveAsked' : 'destructiveRefusals')
  return asks ? { kind: 'ask', reason: questionText(finding) } : { kind: 'deny', reason: refusalText(finding) }
}

async function findingOf(parts: Parts, command: CommandView, session: SessionRef): Promise<Finding | null> {
  const reading = await parts.effects.readCall(command, session)
  if (reading.commands.length === 0 && reading.gaps.length === 0 && reading.writes.length === 0) return null
  const { files, effects, settings, home } = parts
  const judging: JudgeParts = {
    around: await parts.surroundings.of(session),
    exists: async path => await effects.identity.kind(session, path) !== null,
    read: text => effects.readText(text, session),
    excepted: finding => isExcepted(finding, settings.destructive.except, session.cwd, home, parts.clock.now()),
    async text(path) {
      // A folder, as `.git` mostly is, cannot be read as a file.
      const found = await files.read(session, path, MAX_TEXT).catch(() => null)
      return found === null ? null : new TextDecoder().decode(found.bytes)
    },
  }
  return await judgeReading(reading, await parts.rules.of(session), judging)
}
