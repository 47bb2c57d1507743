/**
 * Puts one mount of Shooty together and takes it apart again. Every decision is made in the parts.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from '@deepseek-ai/cordis'
import { configNotes, resolveGuardEntry } from '../config.ts'
import { createProcesses } from '../check/process.ts'
import { createGuardTexts, createPins } from '../guard/texts.ts'
import { createScriptRunner } from '../pool/create.ts'
import { createRoster } from '../point/roster.ts'
import type { PointDeps } from '../point/run.ts'
import { statusData } from '../surface/status.ts'
import type { StatusParts } from '../surface/status.ts'
import type { CommandView, DecisionRecord, Position, Settings } from '../types.ts'
import { createAnchorCheck } from './anchors.ts'
import { createCapabilities } from './capabilities.ts'
import { claimKept } from './continuity.ts'
import { createGates } from './gates.ts'
import { findHome } from './home.ts'
import { createJudge } from './judge.ts'
import type { Judge } from './judge.ts'
import { createKept } from './kept.ts'
import { createMount } from './mount.ts'
import { createHumanPort } from './ports/human.ts'
import { createLocalFiles } from './ports/local-files.ts'
import { createFiles } from './ports/service-files.ts'
import { createSubagents } from './ports/subagents.ts'
import { createToolsPort } from './ports/tools.ts'
import { pointStatuses } from './point-status.ts'
import { isProtectedPath, protectedFiles } from './protected.ts'
import { createReentrance } from './reentrance.ts'
import { createReload } from './reload.ts'
import { createRunScratch, createScriptGuards } from './script-guards.ts'
import { provideService } from './service.ts'
import { STATUS_TOOL, registerStatusTool } from './status-tool.ts'
import { targetStatus } from './target-status.ts'
import { createToolEvents } from './tool-events.ts'
import { createTurnBook } from './turns.ts'

export interface Shooty {
  dispose(): Promise<void>
}

/** The built package: `lib/`, one above this file's folder. */
const LIB = fileURLToPath(new URL('..', import.meta.url))
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))

export function buildShooty(ctx: Context, settings: Settings): Shooty {
  const clock = { now: () => Date.now() }
  const home = findHome(ctx, process.env)
  const human = createHumanPort((line) => { process.stderr.write(`${line}\n`) })
  const report = (text: string): void => { human.say(null, 'warn', text) }
  const claim = claimKept(ctx, key => createKept(settings.maxSessions, key === 'shooty' ? home.sessions : `${home.sessions}-${key}`, report))
  const { kept } = claim
  const files = createFiles(ctx, createLocalFiles())
  const tools = createToolsPort(ctx, kept.agents)
  const subagents = createSubagents(ctx, kept.agents, report)
  const scratch = createRunScratch(kept.states)
  const reentrance = createReentrance()
  const texts = createGuardTexts({
    guards: settings.guards, clock, pins: kept.storeFor<ReturnType<typeof createPins>>('pins')(createPins),
    folders: { extra: settings.guardDirs, user: home.guards, bundled: join(PACKAGE, 'guards') },
  })
  const pool = createScriptRunner({
    sandbox: settings.sandbox, timeoutMs: settings.timeoutMs, libDir: LIB,
    host: { execPath: process.execPath, versions: process.versions, isSingleExecutable: false },
    onHostExit(action) {
      process.once('exit', action)
      return () => { process.off('exit', action) }
    },
  })
  const protectedBy = protectedFiles(settings, home, PACKAGE, texts)
  const processes = createProcesses()
  const refused = new WeakSet<CommandView>()
  const gates = createGates({
    ctx, settings, kept, clock, files, tools, processes, home, refused, nodePath: settings.sandbox.nodePath ?? process.execPath,
    protectedFiles: protectedBy, report: (session, text) => { human.say(session, 'warn', text) },
  })
  const scripts = createScriptGuards(settings.guards, kept.states, {
    texts, runner: pool, timeoutMs: settings.timeoutMs,
    capabilities: createCapabilities({
      ctx, settings, kept, clock, human, files, tools, subagents, scratch, isProtected: (session, path) => isProtectedPath(protectedBy(session), path),
    }),
    rounds: input => kept.states.of(input.session).rounds,
    loop: scratch.loop,
    log: (guard, input, level, text) => { human.say(input.session, level, `${guard}: ${text}`) },
  })
  const survey = kept.files.survey()
  const roster = createRoster({
    first: gates.first, scripts: scripts.configured, last: gates.last,
    runtimeGuard: session => scripts.runtime(session)?.guard ?? null,
    runtimeGuardPossible: () => survey.runtimeGuard,
    switchedOn: guard => survey.switchedOn.has(guard),
  })
  const points: PointDeps = {
    clock,
    modeOf: (input, guard) => input.hasAgent ? kept.states.modeOf(input.session, guard.name, guard.mode) : guard.mode,
    record: (decision, position) => { recordDecision(decision, position) },
    enter: (input, body) => reentrance.enter(input.session.sessionId, body),
  }
  const recordDecision = (decision: DecisionRecord, position: Position | null): void => {
    kept.metrics.record(decision, position)
    ctx.emit('shooty/decision', decision)
  }
  const judge: Judge = createJudge({ roster, points, states: kept.states, agents: kept.agents, newId: () => `no-agent-${randomUUID()}` })
  const turns = createTurnBook({
    judge: () => judge, agents: kept.agents, states: kept.states, delivery: kept.delivery, memory: kept.turns,
    needed: point => roster.needed(point), report, note: (key, text) => { note(key, text) },
  })
  let statusTool: ReturnType<typeof registerStatusTool> | null = null
  const toolEvents = createToolEvents({
    judge, agents: kept.agents, states: kept.states, turns, delivery: kept.delivery, reentrance, clock, refused, report,
    isExempt: tool => tool === (statusTool?.name ?? STATUS_TOOL),
    resultNeeded: () => roster.needed('result'),
  })
  const anchors = createAnchorCheck(ctx)
  const mount = createMount(ctx, { roster, tools: toolEvents, turns, agents: kept.agents, delivery: kept.delivery })

  const statusParts: StatusParts = {
    texts, states: kept.states, metrics: kept.metrics, counters: kept.counters,
    guards: of => scripts.all(roster.settings(), of),
    gates: () => gates.all,
    points: of => pointStatuses(roster, mount, anchors, of),
    notes: () => [...configNotes(settings), ...gates.critical.notes(), ...kept.notes.all()],
  }
  if (settings.exposeStatusTool) {
    statusTool = registerStatusTool(ctx, {
      agents: kept.agents,
      async data(action, session, { path, count }) {
        const target = action === 'targets' && path !== null && session !== null ? await targetStatus(path, session, gates.critical, protectedBy) : null
        return statusData(statusParts, action, session, { recentCount: count, target })
      },
    })
  }
  provideService(ctx, {
    register(entry) {
      const added = scripts.make(resolveGuardEntry(entry, roster.all(null).map(guard => guard.name)))
      return roster.register(added.guard, added.settings)
    },
    snapshot: () => statusData(statusParts, 'status', null, { recentCount: 0, target: null }),
  })
  const note = (key: string, text: string): void => { if (kept.notes.put(key, text)) report(text) }
  const reload = createReload(texts, report, note)
  roster.onChange(() => { mount.reconcile() })
  mount.reconcile()
  if (scripts.configured.some(({ guard }) => guard.mode !== 'off')) pool.warm()

  return {
    async dispose() {
      mount.dispose()
      reload.dispose()
      statusTool?.dispose()
      await Promise.allSettled([pool.dispose(), processes.dispose(), subagents.dispose(), kept.files.settled()])
      claim.release()
    },
  }
}
