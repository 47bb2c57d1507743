/**
 * The critical-paths gate: an existing file under `criticalPaths` is written only with a specification
 * that was accepted in this session, or as the one repair after a reported problem. Owns the order
 * of judging and the words; a checker that fails refuses once and is reported, so it neither opens
 * the gate nor locks the session.
 */
import { oneLine } from "../base/text.js";
import { assertNever } from "../errors.js";
import { compileRules, deadPatternNotes, specCandidates } from "./critical-rules.js";
import { criticalTargets, MAX_TARGETS, ruleFor } from "./critical-targets.js";
import { createCriticalMemory, decide, findSpec, isRefusal, settle, tie } from "./critical-verdict.js";
import { failedText, noSpecText, rejectedText, repairText, standDownText, tooManyText } from "./critical-words.js";
import { expandHome, flavourOf, resolveText } from "./paths.js";
import { isShellTool } from "./tool-writes.js";
import { verdictOf } from "./verdict.js";
import { openWorkspace } from "./workspace.js";
export function createCriticalPathsGate(deps) {
    const rules = compileRules(deps.settings.criticalPaths);
    const on = rules.length > 0 && deps.mode !== 'off';
    const parts = {
        ...deps, rules,
        sessions: deps.perSession(() => ({ ...createCriticalMemory(), said: new Set() })),
        trouble: { standsDown: null, failed: null, failures: 0 },
    };
    return {
        name: 'critical-paths',
        kind: 'gate',
        points: ['command'],
        mode: on ? deps.mode : 'off',
        hash: () => null,
        applies: input => on && input.point === 'command' && input.command !== null && concerns(deps, input.command),
        status: () => statusOf(parts, on),
        notes: () => deadPatternNotes(deps.settings.criticalPaths),
        judge: (input, run) => judge(parts, input, run),
        targetReport: (path, session) => targetReport(parts, path, session),
    };
}
function concerns(deps, command) {
    return isShellTool(command.name) || deps.settings.protectedTools.includes(command.name);
}
function statusOf({ settings, checkers, trouble, rules }, on) {
    const dead = deadPatternNotes(settings.criticalPaths);
    if (!on)
        return { active: false, detail: [rules.length === 0 ? 'off: criticalPaths protects nothing' : 'off', ...dead].join('; ') };
    const detail = [
        `protects ${rules.map(rule => rule.pattern).join(', ')}`,
        ...dead,
        checkers.describe(),
        ...trouble.standsDown === null ? [] : [`stands down: ${trouble.standsDown}`],
        ...trouble.failed === null ? [] : [`checks that failed by themselves: ${trouble.failures}, last: ${trouble.failed}`],
    ];
    return { active: trouble.standsDown === null, detail: detail.join('; ') };
}
async function judge(parts, input, run) {
    const began = parts.clock.now();
    const { command, session } = input;
    if (command === null)
        return verdictOf(parts.clock, began);
    const { effects } = await parts.effects.effectsOf(command, session);
    const workspace = await openWorkspace(session, parts.effects.identity);
    const targets = await criticalTargets(effects, workspace, { files: parts.files, identity: parts.effects.identity, rules: parts.rules });
    if (targets.length === 0)
        return verdictOf(parts.clock, began);
    const state = parts.sessions.of(session);
    const checker = parts.checkers.choose(session);
    const missing = checker === null ? parts.checkers.describe() : await checker.unavailable(session, run.signal);
    if (run.signal.aborted)
        return verdictOf(parts.clock, began, { cancelled: true });
    if (checker === null || missing !== null)
        return verdictOf(parts.clock, began, { actions: standDown(parts, state, session, missing ?? 'none is configured') });
    parts.trouble.standsDown = null;
    if (targets.length > MAX_TARGETS)
        return refusal(parts, run, began, tooManyText(targets, MAX_TARGETS), null);
    const decisions = [];
    for (const target of targets) {
        const decision = await decide(target, checker, workspace, state, { files: parts.files, counters: parts.counters, maxDiagnostics: parts.settings.maxDiagnostics }, run.signal);
        if (run.signal.aborted)
            return verdictOf(parts.clock, began, { cancelled: true });
        decisions.push(decision);
        if (isRefusal(decision))
            break;
    }
    settle(decisions, checker, workspace, state);
    return conclude(parts, state, session, run, began, decisions, checker);
}
function conclude(parts, state, session, run, began, decisions, checker) {
    const actions = [];
    for (const decision of decisions) {
        switch (decision.kind) {
            case 'open': break;
            case 'repair':
                if (run.mode === 'enforce')
                    parts.counters.add('repairWrites');
                actions.push({ kind: 'notice', text: repairText(decision.target, decision.spec?.relative ?? null) });
                break;
            case 'stand-down':
                actions.push(...standDown(parts, state, session, decision.reason));
                break;
            case 'no-spec': return refusal(parts, run, began, noSpecText(decision.target, decision.looked), null);
            case 'rejected': return refusal(parts, run, began, rejectedText(decision.target, decision.looked, decision.spec.relative, checker.id, decision.diagnostics, decision.total), null);
            case 'failed': {
                const reason = oneLine(`${checker.id}: ${decision.reason}`, 300);
                parts.trouble.failed = reason;
                parts.trouble.failures++;
                tell(parts, state, session, `The checker of specifications failed (${reason}).`);
                return refusal(parts, run, began, failedText(decision.target, decision.looked, decision.spec.relative, checker.id, decision.reason), { code: 'internal', message: reason, position: null });
            }
            default: return assertNever(decision);
        }
    }
    return verdictOf(parts.clock, began, { actions });
}
function refusal(parts, run, began, reason, fault) {
    if (run.mode === 'enforce')
        parts.counters.add('criticalRefusals');
    return verdictOf(parts.clock, began, { actions: [{ kind: 'deny', reason }], fault });
}
/** Says once per session that nothing is checked. */
function standDown(parts, state, session, reason) {
    parts.trouble.standsDown = reason;
    const text = standDownText(reason);
    return tell(parts, state, session, text) ? [{ kind: 'notice', text }] : [];
}
function tell(parts, state, session, text) {
    if (state.said.has(text) || state.said.size > 50)
        return false;
    state.said.add(text);
    parts.report(session, text);
    return true;
}
async function targetReport(parts, path, session) {
    const { identity } = parts.effects;
    const workspace = await openWorkspace(session, identity);
    const absolute = resolveText(flavourOf(session.cwd), session.cwd, expandHome(path, parts.home));
    const real = await identity.real(session, absolute);
    const match = ruleFor(real, workspace, parts.rules) ?? ruleFor(absolute, workspace, parts.rules);
    if (match === null)
        return { protected: false, rule: null, looked: [], found: null, state: 'not under criticalPaths: writes are not judged by this gate' };
    const { spec } = await findSpec(match, workspace, parts.files);
    const target = { path: real, ...match, spelled: path };
    const exists = await identity.kind(session, real) !== null;
    const report = { protected: true, rule: match.rule.pattern, looked: [...specCandidates(match.relative)], found: spec?.relative ?? null };
    return { ...report, state: exists ? stateOf(parts, target, workspace.key(real), spec, session) : 'the file does not exist yet: writing it is not refused' };
}
function stateOf(parts, target, key, spec, session) {
    const memory = parts.sessions.peek(session.sessionId);
    const checker = parts.checkers.choose(session);
    if (checker === null)
        return `stands down: ${parts.checkers.describe()}`;
    if (parts.trouble.standsDown !== null)
        return `stands down: ${parts.trouble.standsDown}`;
    if (memory?.windows.has(key) === true)
        return 'repair window open: the next write is let through, then the specification is checked again';
    if (spec === null)
        return `refused: there is no specification for ${target.relative}`;
    if (memory?.accepted.get(spec.path) === tie(spec, checker))
        return `open: ${spec.relative} was accepted in this session`;
    return `${spec.relative} has not been accepted with its present content in this session: it is checked at the next write`;
}
