/** Puts one mount of Shooty together and takes it apart again. Every decision is made in the parts. */
import type { Context } from '@deepseek-ai/cordis'
import { configNotes, resolveGuardEntry } from '../config/resolve-config.ts'
import { statusData } from '../surface/status.ts'
import type { StatusParts } from '../surface/status.ts'
import { auditPath, openAudit } from '../surface/audit.ts'
import { reloadText } from '../surface/reload-text.ts'
import type { Settings } from '../types.ts'
import { findHostReminder } from '../host/host-reminder.ts'
import { createCapabilities } from './capabilities.ts'
import { createCore } from './core.ts'
import type { Core } from './core.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { mountGuardCommand } from '../host/guard-command.ts'
import { createKnowledge } from './knowledge.ts'
import { createLoadCheck } from './load-check.ts'
import type { LoadCheck } from './load-check.ts'
import { createGuardSet } from './guard-set.ts'
import type { GuardSet } from './guard-set.ts'
import { pointStatuses } from './point-status.ts'
import { watchScripts } from './reload.ts'
import { provideService } from '../host/service.ts'
import { registerStatusTool } from '../host/status-tool.ts'
import { targetStatus } from './target-status.ts'

export interface Shooty {
  dispose(): Promise<void>
}

export function buildShooty(ctx: Context, settings: Settings): Shooty {
  const core = createCore(ctx, settings)
  const guards = createGuardSet({
    ...core, hostReminder: () => findHostReminder(ctx),
    capabilities: (scratch, gates) => createCapabilities({
      ...core, scratch, knowledge: createKnowledge(core, gates.effects), isProtected: (session, path) => gates.tamper.covers(path, session),
    }),
  })
  const path = auditPath(settings.audit, core.home.own)
  const audit = path === null ? null : openAudit(path, core.report)
  let statusTool: string | null = null
  const engine = createEngine(core, guards, tool => tool === statusTool, decision => { audit?.record(decision) })
  const check = createLoadCheck(core, guards)
  const status = statusParts(core, guards, engine, check)
  const watch = watchScripts(guards.texts, core)

  if (settings.exposeStatusTool) statusTool = openStatusTool(core, guards, status)
  openCommand(core, guards, engine, status, (name) => { check.commandIs(name) })
  openService(core, guards, status)
  guards.roster.onChange(() => { engine.mount.reconcile() })
  engine.mount.reconcile()
  check.begin(status, statusTool)

  return {
    async dispose() {
      engine.mount.dispose()
      watch.dispose()
      check.dispose()
      await Promise.allSettled([guards.pool.dispose(), audit?.dispose(), core.dispose()])
    },
  }
}

function statusParts(core: Core, { texts, pool, scripts, roster, gates }: GuardSet, { mount, anchors }: Engine, check: LoadCheck): StatusParts {
  const { kept, settings } = core
  return {
    texts, states: kept.states, metrics: kept.metrics, counters: kept.counters, selfCheck: check.line,
    tokens: guard => kept.tokens.of(guard),
    guards: session => scripts.all(roster.settings(), session),
    gates: () => gates.all,
    points: session => pointStatuses({ roster, mount, anchors, states: kept.states }, session),
    notes: () => [...check.notes(), ...configNotes(settings), ...pool.notes(), ...gates.critical.notes(), ...kept.notes.all()],
  }
}

function openStatusTool({ ctx, kept }: Core, { gates }: GuardSet, status: StatusParts): string {
  const { name } = registerStatusTool(ctx, {
    agents: kept.agents,
    async data(action, session, { path, count }) {
      const target = action === 'targets' && path !== null && session !== null ? await targetStatus(path, session, gates, kept.states) : null
      return statusData(status, action, session, { recentCount: count, target })
    },
  })
  return name
}

function openCommand(
  core: Core, { texts }: GuardSet, { mount }: Engine, status: StatusParts, registered: (name: string) => void,
): void {
  mountGuardCommand(core.ctx, {
    agents: core.kept.agents,
    deps: () => ({
      ...status,
      forget: (guard) => { texts.forget(guard) },
      reload: of => Promise.resolve(reloadText(texts.reload(of))),
      changed() {
        mount.reconcile()
      },
    }),
    registered,
  })
}

function openService({ ctx, note }: Core, { scripts, roster }: GuardSet, status: StatusParts): void {
  const provided = provideService(ctx, {
    register(entry) {
      const added = scripts.make(resolveGuardEntry(entry, roster.all(null).map(guard => guard.name)))
      return roster.register(added.guard, added.settings)
    },
    snapshot: () => statusData(status, 'status', null, { recentCount: 0, target: null }),
  })
  if (provided === 'taken') note('service', 'another mount provides ctx.shooty; guards registered there do not run in this one')
}
