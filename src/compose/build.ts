/** Puts one mount of Shooty together and takes it apart again. Every decision is made in the parts. */
import type { Context } from '@deepseek-ai/cordis'
import { configNotes, resolveGuardEntry } from '../config/resolve-config.ts'
import { statusData } from '../surface/status.ts'
import type { StatusParts } from '../surface/status.ts'
import { auditPath, openAudit } from '../surface/audit.ts'
import type { GuardCommandDeps } from '../surface/guard-verb.ts'
import { reloadText } from '../surface/reload-text.ts'
import { runnerNotes } from '../surface/runner-notes.ts'
import type { CommandView, HumanPort, Settings } from '../types.ts'
import type { HumanLines } from '../state/human-lines.ts'
import { claimKept } from '../host/continuity.ts'
import { findHome } from '../host/home.ts'
import { createHumanPort } from '../host/ports/human.ts'
import { createHostPorts } from './host-ports.ts'
import { createKept } from './kept.ts'
import type { Kept } from './kept.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { mountGuardCommand } from '../host/guard-command.ts'
import { createFirstSession } from './first-session.ts'
import { createLoadCheck } from './load-check.ts'
import type { LoadCheck } from './load-check.ts'
import { createGuardSet } from './guard-set.ts'
import type { GuardSet } from './guard-set.ts'
import { BUNDLED_SKILLS } from './package-files.ts'
import { pointStatuses } from './point-status.ts'
import { watchScripts } from './reload.ts'
import { provideService } from '../host/service.ts'
import { provideSkills } from '../host/skill-provider.ts'
import { registerStatusTool } from '../host/status-tool.ts'
import { targetStatus } from './target-status.ts'

export interface Shooty {
  dispose(): Promise<void>
}

export function buildShooty(ctx: Context, settings: Settings): Shooty {
  const home = findHome(ctx, process.env)
  const human = createHumanPort((line) => { process.stderr.write(`${line}\n`) })
  const report = (text: string): void => { human.say(null, 'warn', text) }
  const claim = claimKept(ctx, key => createKept(settings.maxSessions, key === 'shooty' ? home.sessions : `${home.sessions}-${key}`, report))
  const { kept } = claim
  const note = (key: string, text: string): void => { if (kept.notes.put(key, text)) report(text) }
  const ports = createHostPorts({ ctx, agents: kept.agents, turnLog: kept.turnLog, human: remembering(human, kept.said), report })
  const refused = new WeakSet<CommandView>()
  const guards = createGuardSet({ settings, home, memory: kept, ports, refused })
  const path = auditPath(settings.audit, home.own)
  const audit = path === null ? null : openAudit(path, report)
  let statusTool: string | null = null
  const engine = createEngine({
    ctx, kept, guards, clock: ports.clock, skills: ports.skills, refused, report, note,
    isExempt: tool => tool === statusTool, audit: (decision) => { audit?.record(decision) },
  })
  const check = createLoadCheck({
    guards, human, note,
    async examples(signal) {
      const { runLoadExamples } = await import('./load-examples.ts')
      await runLoadExamples({ settings, home, texts: guards.texts, note }, signal)
    },
    statusTool: settings.exposeStatusTool, commandsThere: () => ctx.get('commands') !== undefined,
  })
  const status = statusParts(settings, kept, guards, engine, check)
  const watch = watchScripts(guards.texts, report, note)

  if (settings.exposeStatusTool) statusTool = openStatusTool(ctx, kept, guards, status)
  openCommand(ctx, kept, guards, engine, { ...status, tools: session => ports.tools.list(session).map(tool => tool.name) }, (name) => { check.commandIs(name) })
  openService(ctx, guards, status, note)
  const first = createFirstSession({ settings, files: ports.files, tools: session => ports.tools.list(session).map(tool => tool.name), note })
  kept.agents.onNew((session) => { void first(session) })
  provideSkills(ctx, BUNDLED_SKILLS, report)
  guards.roster.onChange(() => { engine.mount.reconcile() })
  guards.skills.onChange(() => { engine.mount.reconcile() })
  engine.mount.reconcile()
  check.begin(status, statusTool)

  return {
    async dispose() {
      engine.mount.dispose()
      watch.dispose()
      check.dispose()
      ports.processes.dispose()
      await Promise.allSettled([guards.pool.dispose(), audit?.dispose(), ports.subagents.dispose(), kept.files.settled()])
      claim.release()
    },
  }
}

/** What guards say to the human of a session is shown by `/guard` as well: not every host shows its standard error stream. */
function remembering(human: HumanPort, said: HumanLines): HumanPort {
  return {
    say(session, level, text) {
      human.say(session, level, text)
      if (session !== null) said.add(session.rootSessionId, { time: Date.now(), level, text })
    },
  }
}

function statusParts(settings: Settings, kept: Kept, { texts, pool, scripts, roster, gates, skills }: GuardSet, { mount, anchors }: Engine, check: LoadCheck): StatusParts {
  return {
    texts, states: kept.states, metrics: kept.metrics, counters: kept.counters, selfCheck: check.line,
    tokens: guard => kept.tokens.of(guard),
    guards: session => scripts.all([...roster.settings(), ...session === null ? [] : skills.of(session)], session),
    gates: () => gates.all,
    points: session => pointStatuses({ roster, mount, anchors, states: kept.states }, session),
    notes: () => [...check.notes(), ...configNotes(settings), ...pool.notes(), ...runnerNotes(pool.stats()), ...gates.critical.notes(), ...gates.destructive.notes(), ...kept.notes.all()],
  }
}

function openStatusTool(ctx: Context, kept: Kept, { gates }: GuardSet, status: StatusParts): string | null {
  const registered = registerStatusTool(ctx, {
    agents: kept.agents,
    async data(action, session, { path, count }) {
      const target = action === 'targets' && path !== null && session !== null ? await targetStatus(path, session, gates, kept.states) : null
      return statusData(status, action, session, { recentCount: count, target })
    },
  })
  return registered?.name ?? null
}

function openCommand(
  ctx: Context, kept: Kept, { texts }: GuardSet, { mount, tryCall }: Engine, status: StatusParts & Pick<GuardCommandDeps, 'tools'>, registered: (name: string) => void,
): void {
  mountGuardCommand(ctx, {
    agents: kept.agents,
    deps: () => ({
      ...status,
      refusals: kept.refusals,
      said: kept.said,
      forget: (guard) => { texts.forget(guard) },
      tryCall,
      reload: of => Promise.resolve(reloadText(texts.reload(of))),
      changed() {
        mount.reconcile()
      },
    }),
    registered,
  })
}

function openService(ctx: Context, { scripts, roster }: GuardSet, status: StatusParts, note: (key: string, text: string) => void): void {
  const provided = provideService(ctx, {
    register(entry) {
      const added = scripts.make(resolveGuardEntry(entry, roster.all(null).map(guard => guard.name)))
      return roster.register(added.guard, added.settings)
    },
    snapshot: () => statusData(status, 'status', null, { recentCount: 0, target: null }),
  })
  if (provided === 'taken') note('service', 'another mount provides ctx.shooty; guards registered there do not run in this one')
}
