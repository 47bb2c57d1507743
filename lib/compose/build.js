import { configNotes, resolveGuardEntry } from "../config/resolve-config.js";
import { statusData } from "../surface/status.js";
import { auditPath, openAudit } from "../surface/audit.js";
import { reloadText } from "../surface/reload-text.js";
import { createCore } from "./core.js";
import { createEngine } from "./engine.js";
import { mountGuardCommand } from "../host/guard-command.js";
import { createLoadCheck } from "./load-check.js";
import { createGuardSet } from "./guard-set.js";
import { pointStatuses } from "./point-status.js";
import { watchScripts } from "./reload.js";
import { provideService } from "../host/service.js";
import { registerStatusTool } from "../host/status-tool.js";
import { targetStatus } from "./target-status.js";
export function buildShooty(ctx, settings) {
    const core = createCore(ctx, settings);
    const guards = createGuardSet(core);
    const path = auditPath(settings.audit, core.home.own);
    const audit = path === null ? null : openAudit(path, core.report);
    let statusTool = null;
    const engine = createEngine(core, guards, tool => tool === statusTool, decision => { audit?.record(decision); });
    const check = createLoadCheck(core, guards);
    const status = statusParts(core, guards, engine, check);
    const watch = watchScripts(guards.texts, core);
    if (settings.exposeStatusTool)
        statusTool = openStatusTool(core, guards, status);
    openCommand(core, guards, engine, status, (name) => { check.commandIs(name); });
    openService(core, guards, status);
    guards.roster.onChange(() => { engine.mount.reconcile(); });
    engine.mount.reconcile();
    check.begin(status, statusTool);
    return {
        async dispose() {
            engine.mount.dispose();
            watch.dispose();
            check.dispose();
            await Promise.allSettled([guards.pool.dispose(), audit?.dispose(), core.dispose()]);
        },
    };
}
function statusParts(core, { texts, pool, scripts, roster, gates }, { mount, anchors }, check) {
    const { kept, settings } = core;
    return {
        texts, states: kept.states, metrics: kept.metrics, counters: kept.counters, selfCheck: check.line,
        tokens: guard => kept.tokens.of(guard),
        guards: session => scripts.all(roster.settings(), session),
        gates: () => gates.all,
        points: session => pointStatuses({ roster, mount, anchors, states: kept.states }, session),
        notes: () => [...check.notes(), ...configNotes(settings), ...pool.notes(), ...gates.critical.notes(), ...kept.notes.all()],
    };
}
function openStatusTool({ ctx, kept }, { gates }, status) {
    const { name } = registerStatusTool(ctx, {
        agents: kept.agents,
        async data(action, session, { path, count }) {
            const target = action === 'targets' && path !== null && session !== null ? await targetStatus(path, session, gates, kept.states) : null;
            return statusData(status, action, session, { recentCount: count, target });
        },
    });
    return name;
}
function openCommand(core, { texts }, { mount }, status, registered) {
    mountGuardCommand(core.ctx, {
        agents: core.kept.agents,
        deps: () => ({
            ...status,
            forget: (guard) => { texts.forget(guard); },
            reload: of => Promise.resolve(reloadText(texts.reload(of))),
            changed() {
                mount.reconcile();
            },
        }),
        registered,
    });
}
function openService({ ctx, note }, { scripts, roster }, status) {
    const provided = provideService(ctx, {
        register(entry) {
            const added = scripts.make(resolveGuardEntry(entry, roster.all(null).map(guard => guard.name)));
            return roster.register(added.guard, added.settings);
        },
        snapshot: () => statusData(status, 'status', null, { recentCount: 0, target: null }),
    });
    if (provided === 'taken')
        note('service', 'another mount provides ctx.shooty; guards registered there do not run in this one');
}
