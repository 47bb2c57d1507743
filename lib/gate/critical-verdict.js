/**
 * The verdict on one protected file: finds its specification, asks the checker, ties the answer to
 * the content. Owns what a session remembers (accepted contents, open repair windows); changes it
 * only through `settle`, when the whole call has been decided.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { saysNothing } from "../check/lean-text.js";
import { assertNever } from "../errors.js";
import { specCandidates } from "./critical-rules.js";
/** Bytes of a specification. */
export const MAX_SPEC_BYTES = 1_048_576;
const MAX_REMEMBERED = 1_000;
export function createCriticalMemory() {
    return { accepted: new LRUCache({ max: MAX_REMEMBERED }), windows: new LRUCache({ max: MAX_REMEMBERED }) };
}
export async function decide(target, checker, workspace, memory, deps, signal) {
    const { spec, looked } = await findSpec(target, workspace, deps.files);
    const window = memory.windows.get(workspace.key(target.path));
    if (spec === null)
        return window === undefined ? { kind: 'no-spec', target, looked } : { kind: 'repair', target, spec };
    const tied = tie(spec, checker);
    if (memory.accepted.get(spec.path) === tied)
        return { kind: 'open', target };
    // Nothing has changed since it was rejected: the window decides, another check would say the same.
    if (window === tied)
        return { kind: 'repair', target, spec };
    deps.counters.add('specChecks');
    const outcome = await checkContent(spec, checker, workspace, deps.files, signal);
    if (outcome.kind === 'ok') {
        memory.accepted.set(spec.path, tied);
        return { kind: 'open', target };
    }
    if (outcome.kind === 'unavailable')
        return { kind: 'stand-down', reason: outcome.reason };
    if (window !== undefined)
        return { kind: 'repair', target, spec };
    switch (outcome.kind) {
        case 'errors': return { kind: 'rejected', target, looked, spec, diagnostics: outcome.diagnostics.slice(0, deps.maxDiagnostics), total: outcome.total };
        case 'failed': return { kind: 'failed', target, looked, spec, reason: outcome.reason };
        default: return assertNever(outcome);
    }
}
/** Takes over what the decisions on one call mean for the next. Only the refusal that was quoted opens a window. */
export function settle(decisions, checker, workspace, memory) {
    const refused = decisions.find(decision => isRefusal(decision));
    if (refused !== undefined) {
        if (refused.kind === 'rejected' || refused.kind === 'failed')
            memory.windows.set(workspace.key(refused.target.path), tie(refused.spec, checker));
        return;
    }
    for (const decision of decisions) {
        if (decision.kind === 'open' || decision.kind === 'repair')
            memory.windows.delete(workspace.key(decision.target.path));
    }
}
export function isRefusal(decision) {
    return decision.kind === 'no-spec' || decision.kind === 'rejected' || decision.kind === 'failed';
}
/** What a verdict holds for: this content, judged by this checker. */
export function tie(spec, checker) {
    return `${checker.id}\n${spec.hash}`;
}
export async function findSpec(target, workspace, files) {
    const looked = [];
    for (const relative of specCandidates(target.relative)) {
        const path = workspace.at(relative);
        const content = await files.read(workspace.session, path, MAX_SPEC_BYTES).catch(() => null);
        looked.push({ relative, found: content !== null });
        if (content === null)
            continue;
        const { bytes, truncated } = content;
        const hash = createHash('sha256').update(bytes).digest('hex');
        return { spec: { path, relative, text: new TextDecoder().decode(bytes), truncated, hash }, looked };
    }
    return { spec: null, looked };
}
/** The check reads the file by itself; a content that changed meanwhile has no verdict. */
async function checkContent(spec, checker, workspace, files, signal) {
    if (spec.truncated)
        return problem(`the specification is larger than ${MAX_SPEC_BYTES} bytes`);
    if (saysNothing(spec.text))
        return problem('the specification is empty: it states nothing');
    const outcome = await checker.check({ path: spec.path, text: spec.text }, workspace.session, signal);
    if (outcome.kind !== 'ok')
        return outcome;
    const after = await files.read(workspace.session, spec.path, MAX_SPEC_BYTES).catch(() => null);
    const hash = after === null ? null : createHash('sha256').update(after.bytes).digest('hex');
    return hash === spec.hash ? outcome : problem('the specification changed while it was checked');
}
function problem(message) {
    return { kind: 'errors', diagnostics: [{ message, line: null, column: null }], total: 1 };
}
