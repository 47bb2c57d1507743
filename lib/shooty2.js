import { b as misplacedUses, d as cut, o as oneLine, m as maskSecrets, e as hasActed, h as homeAt, f as compilePatterns, i as isJsonObject, g as followUpSummary, n as noticeText, s as summaryOf$1, j as skillKey, k as commandEnd, l as createProcesses, p as createLocalFiles, q as createMemory, t as foreignDecisionText, u as bothQuestions, U as UNJUDGED_TEXT, v as internalDenialText, w as withNotices, x as askedText, y as lateFeedbackText, z as UNCHANGED, A as createCallEffects, B as createJudge, C as createSkillKeeper, D as activeNames, M as MAX_RECENT, R as RUNTIME_GUARD, E as nearest, F as runtimeGuardSettings, G as MAX_SCRATCH_BYTES, a as isShellTool, H as compileTools, S as SHELL_GROUP, I as walkFiles, J as compileRules, K as plainPattern, L as packageVersion, N as compileGuard, O as createGuardSet, c as configNotes, P as resolveGuardEntry, Q as BUNDLED_SKILLS, r as resolveConfig } from './shooty.js';
import { dirname, join, isAbsolute, resolve, relative, sep } from 'node:path';
import { mkdir, open, unlink, stat, rename, readFile } from 'node:fs/promises';
import { d as describeThrown, G as GuardError, a as assertNever } from './patch-text.js';
import { homedir } from 'node:os';
import { randomUUID, createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as setTimeout$1 } from 'node:timers/promises';
import { watch, statSync, lstatSync } from 'node:fs';

/**
 * What `guard_status` and `ctx.shooty.snapshot()` show: what is really in force, as data. The text for
 * people is made from this and from nothing else.
 */
function statusData(parts, action, session, extra) {
    const guards = parts.guards(session).map(({ guard, settings }) => guardStatus(parts, guard, settings, session));
    const gates = parts.gates().map(gate => gateStatus(parts, gate, session));
    const points = parts.points(session);
    const notes = parts.notes(session);
    return {
        action,
        selfCheck: parts.selfCheck(),
        summary: summaryOf(guards, gates, points, notes),
        points,
        gates,
        guards,
        counters: { ...parts.counters.all(), 'vance.guard.evaluations': parts.metrics.totals() },
        session: session === null ? null : sessionStatus(parts, session),
        recent: action === 'recent' ? parts.metrics.recent(extra.recentCount, session?.sessionId) : [],
        target: extra.target,
        notes,
    };
}
function guardStatus(parts, guard, settings, session) {
    const text = parts.texts.textOf(settings, session);
    const metrics = parts.metrics.of(guard.name);
    return {
        name: guard.name,
        state: text.state,
        reason: text.state === 'loaded' ? text.stale : at(text.reason, text.state === 'broken' ? text.position : null),
        file: text.file,
        hash: text.hash?.slice(0, 12) ?? null,
        trigger: settings.trigger,
        tools: settings.tools,
        key: settings.key,
        mode: modeOf$1(parts, guard, session),
        runs: metrics.runs,
        fired: metrics.outcomes.fired,
        denied: metrics.outcomes.denied,
        asked: metrics.outcomes.asked,
        passed: metrics.outcomes.passed,
        errors: metrics.outcomes.script_error,
        capped: metrics.outcomes.capped,
        observed: metrics.outcomes.observed,
        p50Ms: round(metrics.p50Ms),
        p95Ms: round(metrics.p95Ms),
        tokens: parts.tokens(guard.name),
        lastError: metrics.lastError === null ? null : at(errorText(metrics.lastError, session), metrics.lastError.position),
        lastOutcomes: metrics.last.map(one => one.outcome),
        warnings: text.state === 'loaded' ? warningsOf(settings, text) : [],
    };
}
/** What keeps a script from doing what it was written for, although it runs. */
function warningsOf(settings, { compiled }) {
    const empty = compiled.isEmpty === true ? ['it holds no statement, so that it decides nothing'] : [];
    return [...empty, ...[...compiled.warnings, ...misplacedUses(settings, compiled.uses)].map(warning => at(warning.text, warning.position))];
}
/** What a guard threw may hold words of the session that it judged; another one learns what kind of fault it was. */
function errorText(error, session) {
    return session === null || session.sessionId === error.sessionId ? error.text : `${error.fault} in another session`;
}
function gateStatus(parts, gate, session) {
    const { active, detail } = gate.status();
    const mode = modeOf$1(parts, gate, session);
    const switched = mode === 'off' ? 'switched off' : mode === 'observe' ? `observing; ${detail}` : detail;
    return { gate: gate.name, active: active && mode !== 'off', detail: active ? switched : detail };
}
function modeOf$1(parts, guard, session) {
    return session === null ? guard.mode : parts.states.modeOf(session, guard.name, guard.mode);
}
function sessionStatus(parts, session) {
    const state = parts.states.of(session);
    const runtime = parts.states.rootOf(session).runtimeGuard;
    return {
        rounds: state.rounds,
        pendingNotices: state.notices.pending().length,
        runtimeGuard: runtime === null ? null : runtime.kind === 'script' ? runtime.script : 'inline',
    };
}
function summaryOf(guards, gates, points, notes) {
    const broken = guards.filter(guard => guard.state === 'broken' && guard.mode !== 'off');
    const live = guards.filter(guard => guard.state === 'loaded' && guard.mode !== 'off');
    const activeGates = gates.filter(gate => gate.active);
    const waiting = guards.filter(guard => guard.state === 'waiting' && guard.mode !== 'off');
    const head = `${count$1(live.length, 'guard')} and ${count$1(activeGates.length, 'gate')} in force`;
    const bad = broken.length === 0 ? '' : `; BROKEN: ${broken.map(guard => guard.name).join(', ')}`;
    const later = waiting.length === 0 ? '' : `; waiting for a workspace: ${waiting.map(guard => guard.name).join(', ')}`;
    const failing = guards.filter(guard => guard.errors > 0 && guard.state === 'loaded' && guard.mode !== 'off');
    const faults = failing.length === 0 ? '' : `; FAILING: ${failing.map(guard => `${guard.name} (${guard.errors} of ${guard.runs})`).join(', ')}`;
    const dead = points.filter(point => !point.active && point.detail.startsWith('not active'));
    const lost = dead.length === 0 ? '' : `; NOT ACTIVE: ${dead.map(point => point.point).join(', ')}`;
    return `${head}${bad}${faults}${later}${lost}${notes.length === 0 ? '' : `; ${count$1(notes.length, 'note')}`}`;
}
function count$1(number, word) {
    return `${number} ${word}${number === 1 ? '' : 's'}`;
}
/** A text with its place, where there is one. */
function at(text, position) {
    return position === null ? text : `${text} (line ${position.line}, column ${position.column})`;
}
function round(ms) {
    return ms === null ? null : Math.round(ms * 100) / 100;
}

/**
 * The audit file on disk: whole lines appended in one write, and rotation by size. Several processes may
 * append to one file: lines stay whole, and only one of them rotates at a time.
 */
/** A rotation takes milliseconds; a lock this old was left by a process that died, milliseconds. */
const STALE_LOCK_MS = 10_000;
/** A write of another process is over by then, milliseconds. */
const SETTLE_MS$1 = 20;
/** How often a rotation of another process is waited for; after that the old file grows on. */
const MAX_TRIES = 5;
const NEWLINE = 0x0a;
/** @param path absolute; missing folders are made, for the owner only. */
function createAuditFile(path, limits) {
    return {
        async append(lines) {
            try {
                const text = Buffer.from(lines.map(line => `${line}\n`).join(''));
                await mkdir(dirname(path), { recursive: true, mode: 0o700 });
                const problem = await makeRoom(path, text.length, limits);
                return await appendText(path, text, lines, problem);
            }
            catch (error) {
                return { written: 0, problem: describeThrown(error) };
            }
        },
    };
}
async function appendText(path, text, lines, problem) {
    const file = await open(path, 'a+', 0o600);
    try {
        const start = await endsInsideLine(file) ? Buffer.from('\n') : Buffer.alloc(0);
        // One write of whole lines: the system does not let those of two processes run into each other.
        const { bytesWritten } = await file.write(Buffer.concat([start, text]));
        const landed = bytesWritten - start.length;
        if (landed >= text.length)
            return { written: lines.length, problem };
        return { written: wholeLines(lines, landed), problem: 'there is no room for more on the disk' };
    }
    finally {
        await file.close();
    }
}
/** A process that died, or a disk that was full, may have left half a line: the next one starts on its own. */
async function endsInsideLine(file) {
    if (!await lastByteIsOpen(file))
        return false;
    await sleep(SETTLE_MS$1);
    return await lastByteIsOpen(file);
}
async function lastByteIsOpen(file) {
    const found = await file.stat();
    if (!found.isFile() || found.size === 0)
        return false;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, found.size - 1);
    return bytesRead === 1 && buffer[0] !== NEWLINE;
}
function wholeLines(lines, bytes) {
    let used = 0;
    let whole = 0;
    for (const line of lines) {
        used += Buffer.byteLength(line) + 1;
        if (used > bytes)
            break;
        whole += 1;
    }
    return whole;
}
/** @returns why the file could not be rotated, or null. Records go on into the old file then. */
async function makeRoom(path, coming, limits) {
    const full = () => isFull(path, coming, limits);
    const lock = `${path}.lock`;
    try {
        for (let tries = 0; tries < MAX_TRIES && await full(); tries += 1) {
            if (await takeLock(lock))
                return await rotateLocked(path, lock, full, limits.keep);
            // Another process is at it, or died at it.
            await dropStaleLock(lock);
            await sleep(SETTLE_MS$1);
        }
        return null;
    }
    catch (error) {
        return `it could not be rotated: ${describeThrown(error)}`;
    }
}
async function rotateLocked(path, lock, full, keep) {
    try {
        // Asked again: another process may have rotated meanwhile, and its young file must stay.
        if (await full())
            await rotate(path, keep);
        return null;
    }
    finally {
        await unlink(lock).catch(() => undefined);
    }
}
async function takeLock(lock) {
    try {
        await (await open(lock, 'wx', 0o600)).close();
        return true;
    }
    catch (error) {
        if (hasCode(error, 'EEXIST'))
            return false;
        throw error;
    }
}
function sleep(ms) {
    return new Promise((resolve) => { setTimeout(resolve, ms); });
}
async function isFull(path, coming, limits) {
    const found = await stat(path).catch(ignoreMissing);
    return found !== null && found.isFile() && found.size > 0 && found.size + coming > limits.maxBytes;
}
async function rotate(path, keep) {
    for (let number = keep; number > 1; number -= 1)
        await rename(`${path}.${number - 1}`, `${path}.${number}`).catch(ignoreMissing);
    await rename(path, `${path}.1`);
}
async function dropStaleLock(lock) {
    const found = await stat(lock).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > STALE_LOCK_MS)
        await unlink(lock).catch(() => undefined);
}
function ignoreMissing(error) {
    if (!hasCode(error, 'ENOENT'))
        throw error;
    return null;
}
function hasCode(error, code) {
    return error instanceof Error && 'code' in error && error.code === code;
}

/** Which decisions the audit file has, and each as one line of JSON. No arguments, no contents; secrets in reasons are masked. Pure. */
/** UTF-16 units of a reason, and of a name or an id. */
const MAX_REASON$2 = 500;
const MAX_NAME = 200;
/** One line without its line break. `parent`, `root`, `wouldBe`, `ended`, `fault` and `gaps` are there only where they say something. */
function auditLine(decision) {
    return JSON.stringify({
        time: isoTime(decision.time),
        session: cut(decision.sessionId, MAX_NAME),
        ...decision.parentSessionId === undefined ? {} : { parent: cut(decision.parentSessionId, MAX_NAME) },
        ...decision.rootSessionId === undefined ? {} : { root: cut(decision.rootSessionId, MAX_NAME) },
        guard: cut(decision.guard, MAX_NAME),
        hash: decision.hash?.slice(0, 12) ?? null,
        point: decision.point,
        tool: decision.tool === null ? null : cut(decision.tool, MAX_NAME),
        outcome: decision.outcome,
        ...decision.wouldBe === null ? {} : { wouldBe: decision.wouldBe },
        ...decision.ended === undefined ? {} : { ended: decision.ended },
        ...decision.fault === null ? {} : { fault: decision.fault },
        reason: decision.reason === null ? null : shownReason(decision.reason),
        ...decision.gaps === undefined ? {} : { gaps: shownReason(decision.gaps.join('; ')) },
        ms: Math.round(decision.ms * 100) / 100,
    });
}
/** Stands where records are missing, so that a gap can be told from quiet. */
function gapLine(time, dropped) {
    return JSON.stringify({ time: isoTime(time), dropped });
}
/** Masked before it is cut: half a key would not be known for one. */
function shownReason(reason) {
    return oneLine(maskSecrets(reason.slice(0, MAX_REASON$2 * 4)), MAX_REASON$2);
}
function isoTime(time) {
    const date = new Date(time);
    return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/**
 * The audit: decisions wait in a bounded queue and are appended in the background, in order and in
 * batches. Never throws and never holds up a decision; a disk that fails is reported once, and again
 * when it works. Owns the queue and the clock of writing; the file itself is audit-file's.
 */
const AUDIT_LIMITS = { maxQueue: 1_000, maxBatch: 100, delayMs: 200, retryMs: 5_000, disposeMs: 2_000 };
/** 5 MiB, and three old files. */
const AUDIT_FILE_LIMITS = { maxBytes: 5 * 1024 * 1024, keep: 3 };
/**
 * @param setting the configuration's `audit`.
 * @param folder Shooty's own folder.
 * @returns null when there is to be no audit.
 */
function auditPath(setting, folder) {
    if (setting === false)
        return null;
    if (setting === true)
        return join(folder, 'audit.jsonl');
    return isAbsolute(setting) ? setting : join(folder, setting);
}
/** The audit in its usual file and limits. */
function openAudit(path, report) {
    return createAudit({ path, report, file: createAuditFile(path, AUDIT_FILE_LIMITS) });
}
function createAudit(options) {
    const limits = { ...AUDIT_LIMITS, ...options.limits };
    const queue = [];
    let gap = null;
    let timer = null;
    let running = null;
    let trouble = null;
    let lost = 0;
    let disposed = false;
    const schedule = (ms) => {
        if (timer !== null || disposed)
            return;
        timer = setTimeout(() => {
            timer = null;
            void start();
        }, ms);
        timer.unref();
    };
    const closeGap = () => {
        if (gap === null)
            return;
        queue.push(gapLine(gap.time, gap.count));
        gap = null;
    };
    /** Says a trouble once, and its end. */
    const tell = (now, problem) => {
        if (now === trouble)
            return;
        const { path } = options;
        if (now === 'writing')
            options.report(`the audit file ${path} cannot be written (${problem ?? 'for no known reason'}); up to ${limits.maxQueue} records wait in memory`);
        else if (now === 'growing')
            options.report(`the audit file ${path} is written, but ${problem ?? 'it could not be rotated'}; it grows`);
        else
            options.report(`the audit file ${path} is written again${lost === 0 ? '' : `; ${lost} records were lost meanwhile`}`);
        if (now === null)
            lost = 0;
        trouble = now;
    };
    const drain = async () => {
        while (queue.length > 0) {
            const batch = queue.slice(0, limits.maxBatch);
            const done = await options.file.append(batch);
            queue.splice(0, done.written);
            if (done.written < batch.length) {
                tell('writing', done.problem);
                schedule(limits.retryMs);
                return;
            }
            tell(done.problem === null ? null : 'growing', done.problem);
            if (queue.length === 0)
                closeGap();
        }
    };
    const start = () => {
        running ??= drain().finally(() => { running = null; });
        return running;
    };
    const flush = async () => {
        // What came while a write was under way is written by another one.
        await running;
        await start();
    };
    return {
        record(decision) {
            if (disposed || !hasActed(decision))
                return;
            if (queue.length + (gap === null ? 0 : 1) >= limits.maxQueue) {
                gap ??= { time: decision.time, count: 0 };
                gap.count += 1;
                lost += 1;
                return;
            }
            closeGap();
            queue.push(auditLine(decision));
            schedule(trouble === 'writing' ? limits.retryMs : limits.delayMs);
        },
        flush,
        async dispose() {
            if (disposed)
                return;
            disposed = true;
            if (timer !== null)
                clearTimeout(timer);
            await within(limits.disposeMs, flush());
            const missing = queue.length + lost;
            if (missing > 0)
                options.report(`${missing} records did not get into the audit file ${options.path}`);
        },
    };
}
async function within(ms, work) {
    let timer;
    const time = new Promise((resolve) => { timer = setTimeout(resolve, ms); });
    await Promise.race([work, time]);
    clearTimeout(timer);
}

/** What a reload of the guards' texts came to, for the human. */
function reloadText(reloaded) {
    if (reloaded.length === 0)
        return 'no guard comes from a file';
    return reloaded.map(one => `${one.guard}: ${outcome$1(one)}`).join('\n');
}
function outcome$1({ before, after, text }) {
    if (text.state === 'waiting')
        return `waits: ${text.reason}`;
    if (text.state === 'broken')
        return `BROKEN: ${at(text.reason, text.position)}`;
    if (text.stale !== null)
        return `the last good version ${short(after)} stays in force: ${text.stale}`;
    if (before === after)
        return `unchanged, ${short(after)}`;
    return before === null ? `loaded, ${short(after)}` : `now ${short(after)}, was ${short(before)}`;
}
function short(hash) {
    return hash?.slice(0, 12) ?? 'none';
}

/** @returns one line for each kind; none while all is well. */
function runnerNotes({ kills, reruns, startFailures, lastStartFailure }) {
    const ended = [
        ...kills.timeout > 0 ? [`${kills.timeout} for their time (timeoutMs)`] : [],
        ...kills.memory > 0 ? [`${kills.memory} for their memory (sandbox.memoryMb)`] : [],
        ...kills.protocol > 0 ? [`${kills.protocol} for what they sent`] : [],
    ];
    return [
        ...ended.length > 0 ? [`runners that were ended: ${ended.join(', ')}; guard_status action=recent names the guards`] : [],
        ...reruns > 0 ? [`${reruns} ${reruns === 1 ? 'run was' : 'runs were'} begun again on another runner`] : [],
        ...startFailures > 0 ? [`${startFailures} ${startFailures === 1 ? 'runner' : 'runners'} did not start${lastStartFailure === null ? '' : `, the last because ${lastStartFailure}`}`] : [],
    ];
}

/** Another build of this package may keep another shape, so the key carries a number. */
const KEPT = Symbol.for('dsh-shooty.kept.1');
/**
 * Takes what an earlier mount of the same row left behind, or makes it anew. A second mount that is
 * there at the same time gets a key, and so a memory, of its own.
 */
function claimKept(ctx, create) {
    const slots = slotsOf(ctx);
    const base = rowId(ctx);
    let key = base;
    for (let number = 2; slots.get(key)?.mounted === true; number += 1)
        key = `${base}-${number}`;
    const slot = slots.get(key) ?? { kept: create(key), mounted: true };
    slot.mounted = true;
    slots.set(key, slot);
    return { key, kept: slot.kept, release() { slot.mounted = false; } };
}
function slotsOf(ctx) {
    const root = ctx.root;
    const known = root[KEPT];
    if (known !== undefined)
        return known;
    const fresh = new Map();
    Object.defineProperty(root, KEPT, { value: fresh, enumerable: false, configurable: true });
    return fresh;
}
/** Rows have ids; a plugin that is mounted by code has none. */
function rowId(ctx) {
    const fiber = ctx.fiber;
    const id = fiber?.entry?.options?.id;
    return typeof id === 'string' && id !== '' ? id : 'shooty';
}

/** Finds the home of dsh. */
/** The host says where its home is; a host that does not is asked through the variable that it documents. */
function findHome(ctx, env) {
    const ask = ctx.get('dshHomePath');
    return homeAt(ask?.() ?? env.DSH_HOME ?? join(homedir(), '.dsh'));
}

/** Words for the human: the standard error stream in headless, and the event for user interfaces. Never the model. */
const MAX_LINE$1 = 2_000;
/** @param write one line without its end, e.g. to the standard error stream. */
function createHumanPort(write) {
    return {
        say(session, level, text) {
            const where = session === null ? '' : ` [${shortId(session.sessionId)}]`;
            write(`shooty${where} ${level}: ${oneLine(text, MAX_LINE$1)}`);
        },
    };
}
/** The host's ids all begin with the same word; what follows it tells sessions apart. */
function shortId(sessionId) {
    return sessionId.replace(/^session-(?=.)/, '').slice(0, 8);
}

const PLUGIN = /(?:^|\/)(?:dsh-)?repeat-tool-reminder$/;
const DEFAULT_THRESHOLDS = [3, 5, 8];
/** @returns null where the profile has none, or where the host does not say. */
function findHostReminder(ctx) {
    const loader = ctx.get('loader');
    if (typeof loader?.entries !== 'function')
        return null;
    for (const row of loader.entries()) {
        if (row.disabled === true || !PLUGIN.test(row.options?.name ?? ''))
            continue;
        return reminderOf(row.options?.config);
    }
    return null;
}
function reminderOf(config) {
    const set = isJsonObject(config) ? config : {};
    const thresholds = Array.isArray(set.thresholds) ? set.thresholds.filter(item => typeof item === 'number') : DEFAULT_THRESHOLDS;
    const include = texts(set.include);
    const exclude = texts(set.exclude);
    const included = include.length === 0 ? () => true : compilePatterns(include);
    const excluded = exclude.length === 0 ? () => false : compilePatterns(exclude);
    return { thresholds, tracks: tool => included(tool) && !excluded(tool) };
}
function texts(value) {
    return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

const SOURCE_KIND = 'shooty';
/** The three spellings under which our own messages come back from old and converted sessions. */
function isOurs(source) {
    return source?.kind === SOURCE_KIND || source?.kind === `plugin:${SOURCE_KIND}`
        || (source?.kind === 'plugin' && source.plugin === SOURCE_KIND);
}
function userMessage(id, text, source) {
    // The host types know only their own source kinds; any own kind is accepted, kept and resumed.
    return { id, role: 'user', content: [{ type: 'text', text }], source };
}
function noticeMessage(id, notice) {
    const text = noticeText(notice);
    return notice.skill === null
        ? userMessage(id, text, { kind: SOURCE_KIND, form: 'notice', summary: summaryOf$1(`${notice.guard}: ${notice.text}`), guard: notice.guard })
        : userMessage(id, text, { kind: SOURCE_KIND, form: 'instructions', skill: notice.skill, guard: notice.guard, ...notice.args === undefined ? {} : { args: notice.args } });
}
/** Which skills' instructions are among these messages, by `skillKey`. */
function skillsIn(messages) {
    return new Set(messages.flatMap(({ source }) => isOurs(source) && typeof source?.skill === 'string' ? [skillKey(source.skill, typeof source.args === 'string' ? source.args : '')] : []));
}
function followUpMessage(id, message) {
    return userMessage(id, message.text, {
        kind: SOURCE_KIND, form: 'notice', summary: followUpSummary(message.guard, message.text), guard: message.guard, round: message.round,
    });
}
/** The host's tool that loads a skill. */
const SKILL_TOOL = 'skill';
/** Names of the skills that the human invoked in these messages, or that the model loaded. */
function skillsUsed(messages) {
    return messages.flatMap(({ role, source, content }) => {
        if (source?.kind === 'skill-invocation')
            return typeof source.name === 'string' ? [source.name] : [];
        if (role !== 'assistant')
            return [];
        return content
            .flatMap(block => block.type === 'tool-call' && block.name === SKILL_TOOL ? namesIn(block.arguments) : []);
    });
}
function namesIn(args) {
    try {
        const value = typeof args === 'string' ? JSON.parse(args) : args;
        const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : null;
        return typeof name === 'string' ? [name] : [];
    }
    catch {
        return [];
    }
}

/**
 * What Shooty reads of the host's objects, told apart by shape and never by version. Readers are
 * total: a field that a host does not have is absent, not an error.
 */
function shapeOf(agent) {
    return agent;
}
function headerOf(agent) {
    return shapeOf(agent).session?.header ?? {};
}
/** Of the last request; absent where a host does not keep it. */
function requestHeaderOf(agent) {
    return shapeOf(agent).session?.requestHeader?.();
}
/** A session that another agent started. Old headers have no depth, resumed ones a depth of 0. */
function isSubagent(agent) {
    const header = headerOf(agent);
    return header.origin === 'subagent' || (header.delegationDepth ?? 0) > 0;
}
/** The text blocks of a message, joined. */
function textOf(message) {
    return (message.content ?? []).flatMap(block => block.type === 'text' && typeof block.text === 'string' ? [block.text] : []).join('\n');
}
/** The model-visible history, oldest first; empty where a host cannot say. */
function messagesOf(agent) {
    const derived = shapeOf(agent).session?.deriveMessages?.();
    return Array.isArray(derived) ? derived : [];
}
/** Text of the last answer of the model; '' when it said nothing but tool calls. */
function finalText(agent) {
    const last = messagesOf(agent).findLast(message => message.role === 'assistant');
    return last === undefined ? '' : textOf(last);
}
/** First and last input of the user in the history; '' where there is none. */
function userInputs(agent) {
    const inputs = messagesOf(agent).filter(message => message.role === 'user' && message.source?.kind === 'user');
    const first = inputs[0];
    const last = inputs.at(-1);
    return { first: first === undefined ? '' : textOf(first), last: last === undefined ? '' : textOf(last) };
}
/** How the model's last answer ended (`stop`, `max-tokens`, …), read from the session's own log; null where it does not say. */
function lastFinish(agent) {
    const { session } = shapeOf(agent);
    const events = session?.events ?? session?.snapshotEvents?.() ?? [];
    for (let at = events.length - 1; at >= 0; at -= 1) {
        const event = events[at];
        if (event === undefined || event.type === 'step/start')
            return null;
        if (event.type === 'assistant/chunk' && event.data.chunk?.type === 'finish')
            return event.data.chunk.reason?.kind ?? null;
    }
    return null;
}
/** The system prompt of the last request: old hosts keep it in the request header, newer ones in the history; null elsewhere. */
function sentSystemPrompt(agent) {
    const header = requestHeaderOf(agent);
    if (typeof header?.system === 'string')
        return header.system;
    const last = messagesOf(agent).findLast(message => message.role === 'system' && textOf(message) !== '');
    return last === undefined ? null : textOf(last);
}
function inboxOf(agent) {
    return agent.inbox ?? {};
}
/** The messages that the host keeps for a later step; empty where it does not say. */
function pendingMessages(agent) {
    const { nextStep, nextTurn } = inboxOf(agent);
    return [...nextStep ?? [], ...nextTurn ?? []];
}
function pendingIds(agent) {
    return pendingMessages(agent).map(message => message.id);
}
/** Takes a message out of what waits for a later step; the host tells of it as discarded. */
function removePending(agent, id) {
    inboxOf(agent).remove?.(id);
}
/** @param rootOf the root of a session that was seen before. */
function sessionRef(agent, rootOf) {
    const header = headerOf(agent);
    const sessionId = idOf(agent);
    const sub = isSubagent(agent);
    // A fork has a parent as well, but it is the user's own session and its own root.
    const root = sub && header.parentSession !== undefined ? rootOf(header.parentSession) ?? header.parentSession : sessionId;
    return {
        sessionId, agentId: shapeOf(agent).id ?? sessionId, rootSessionId: root, cwd: header.cwd ?? process.cwd(), isSubagent: sub,
        ...sub && header.parentSession !== undefined ? { parentSessionId: String(header.parentSession) } : {},
    };
}
const unnamed = new WeakMap();
/** Of the session. A host that names neither session nor agent gets a name for the agent's life, so that its calls still belong together. */
function idOf(agent) {
    const { session, id } = shapeOf(agent);
    const own = session?.id ?? id;
    if (own !== undefined)
        return own;
    const known = unnamed.get(agent) ?? `unnamed-${randomUUID()}`;
    unnamed.set(agent, known);
    return known;
}

/**
 * One-shot model calls for judges: the session's own route unless another is named, no tools, nothing
 * in the session's history. The host reports failures as a finish chunk; they come back as data.
 */
/** Bytes of an answer that are kept; a judge answers in a few lines. */
const MAX_ANSWER = 262_144;
const MAX_ROUTES = 64;
const UNSUPPORTED_EFFORT = 'UNSUPPORTED_REASONING_EFFORT';
/** How the host tells of an answer without content; it is an answer all the same, and asked for again. */
const EMPTY_ANSWER = 'EMPTY_RESPONSE';
function createModelPort(ctx, agents) {
    const routeOf = (sessionId) => {
        const agent = agents.byId(sessionId);
        const header = agent === undefined ? undefined : requestHeaderOf(agent);
        const configured = header?.config ?? agent?.options;
        if (typeof configured?.provider === 'string' && typeof configured.model === 'string')
            return configured;
        const fallback = ctx.get('agentDefaultModel');
        const selected = fallback?.currentSelection?.();
        return typeof selected?.provider === 'string' && typeof selected.model === 'string' ? selected : null;
    };
    /** Routes that do not take a system text; it leads the message there. */
    const plain = new LRUCache({ max: MAX_ROUTES });
    return {
        async complete(session, request) {
            const service = ctx.get('llm');
            const own = routeOf(session.sessionId);
            const provider = request.provider ?? own?.provider;
            const model = request.model ?? own?.model;
            if (typeof service?.stream !== 'function' || provider === undefined || model === undefined) {
                return { kind: 'failure', code: 'NO_ROUTE', message: 'no model is known for this session: set llm.provider and llm.model', status: null };
            }
            const route = `${provider}\n${model}`;
            const ask = async (effort) => {
                const apart = request.system !== '' && !plain.has(route);
                return await collect(service.stream({
                    provider, model, ...effort, ...apart ? { system: request.system } : {},
                    messages: [{
                            id: randomUUID(), role: 'user', source: { kind: 'shooty' },
                            content: [{ type: 'text', text: apart || request.system === '' ? request.prompt : `${request.system}\n\n${request.prompt}` }],
                        }],
                    temperature: request.temperature, maxTokens: request.maxTokens, signal: request.signal,
                }), request.signal);
            };
            const attempt = (effort) => ask(effort).catch((error) => thrown(error, request.signal));
            // Thinking would use up the few tokens of the answer; a model that cannot go without is asked as it is.
            let effort = { reasoningEffort: 'off' };
            let answer = await attempt(effort);
            if (answer.kind === 'failure' && answer.code === UNSUPPORTED_EFFORT && !request.signal.aborted)
                answer = await attempt(effort = {});
            if (answer.kind === 'failure' && refusesSystem(answer) && !plain.has(route) && !request.signal.aborted) {
                plain.set(route, true);
                answer = await attempt(effort);
            }
            return answer;
        },
    };
}
/** Some models know no system text, and a host could stop taking one on calls built by hand: both say so. */
function refusesSystem({ message, status }) {
    return (status === null || status === 400 || status === 422) && /\bsystem\b/i.test(message) && /\b(?:role|prompt|messages?|texts?|instructions?|options?|fields?|parameters?)\b/i.test(message);
}
async function collect(stream, signal) {
    let text = '';
    let inputTokens = null;
    let outputTokens = null;
    let finish;
    for await (const chunk of stream) {
        if (signal.aborted)
            return { kind: 'failure', code: 'ABORTED', message: 'the call was cancelled', status: null };
        if (chunk.type === 'text-delta' && text.length < MAX_ANSWER)
            text += chunk.text ?? '';
        if (chunk.type === 'usage') {
            inputTokens = chunk.usage?.inputTokens ?? inputTokens;
            outputTokens = chunk.usage?.outputTokens ?? outputTokens;
        }
        if (chunk.type === 'finish')
            finish = chunk.reason;
    }
    if (finish?.kind === 'error' && finish.failure?.code === EMPTY_ANSWER)
        return { kind: 'text', text: '', truncated: false, inputTokens, outputTokens };
    if (finish?.kind === 'error' || finish?.kind === 'aborted') {
        const { code = 'ERROR', message = 'the model call failed', status = null } = finish.failure ?? {};
        return { kind: 'failure', code: finish.kind === 'aborted' ? 'ABORTED' : code, message, status };
    }
    return { kind: 'text', text, truncated: finish?.kind === 'max-tokens', inputTokens, outputTokens };
}
function thrown(error, signal) {
    const unsupported = error instanceof Error && 'code' in error && error.code === UNSUPPORTED_EFFORT;
    return { kind: 'failure', code: signal.aborted ? 'ABORTED' : unsupported ? UNSUPPORTED_EFFORT : 'THROWN', message: describeThrown(error), status: null };
}

/**
 * Files of a workspace through the host's own file service, so that a remote or sandboxed workspace is
 * the one that guards see. The service is looked up at each use: it may come after the plugin.
 */
const METHODS = ['resolve', 'processPath', 'stat', 'readBytes', 'listDir', 'writeText'];
/** @param local used while the host has no file service, and for what the service cannot do. */
function createFiles(ctx, local) {
    const service = () => {
        const found = ctx.get('fs');
        return found !== undefined && METHODS.every(method => typeof found[method] === 'function') ? found : null;
    };
    const target = (files, session, path) => files.resolve(path, { cwd: session.cwd });
    /** Below a file there is nothing; the service throws there instead of finding nothing. */
    const find = async (files, session, path) => {
        try {
            const at = await target(files, session, path);
            const stat = await files.stat(at);
            return stat === undefined ? null : { at, ...stat };
        }
        catch (error) {
            if (error instanceof Error && 'code' in error && error.code === 'FS_NOT_FOUND')
                return null;
            throw error;
        }
    };
    return {
        async read(session, path, maxBytes) {
            const files = service();
            if (files === null)
                return await local.read(session, path, maxBytes);
            const found = await find(files, session, path);
            if (found === null)
                return null;
            // The service refuses to cut a file, so a large one is not read at all.
            if ((found.size ?? 0) > maxBytes)
                return { bytes: new Uint8Array(0), truncated: true };
            return { bytes: await files.readBytes(found.at, undefined, maxBytes), truncated: false };
        },
        async stat(session, path) {
            const files = service();
            if (files === null)
                return await local.stat(session, path);
            const found = await find(files, session, path);
            if (found === null)
                return null;
            // The service has no time of change; a workspace on this machine does.
            const here = await local.stat(session, files.processPath(found.at)).catch(() => null);
            return { kind: found.type, size: found.size ?? 0, mtimeMs: here?.mtimeMs ?? 0 };
        },
        async list(session, path) {
            const files = service();
            if (files === null)
                return await local.list(session, path);
            return (await files.listDir(await target(files, session, path))).map(entry => ({ name: entry.name, kind: entry.type }));
        },
        async realpath(session, path) {
            const files = service();
            if (files === null)
                return await local.realpath(session, path);
            const found = await find(files, session, path);
            return found === null ? null : files.processPath(found.at);
        },
        async write(session, path, text) {
            const files = service();
            if (files === null)
                await local.write(session, path, text);
            else
                await files.writeText(await target(files, session, path), text);
        },
        async remove(session, path) {
            const files = service();
            if (files === null)
                return await local.remove(session, path);
            // The path itself and not what it resolves to: removing a link must leave its target alone.
            const at = isAbsolute(path) ? path : resolve(session.cwd, path);
            if (await local.stat(session, at).catch(() => null) === null) {
                throw new GuardError('UNAVAILABLE', 'the file service of this profile cannot delete files');
            }
            await local.remove(session, at);
        },
    };
}

/** Skills of the profile and the workspace, as the host resolves them for this agent. */
function createSkillsPort(ctx, agents) {
    return {
        async get(session, name) {
            const service = ctx.get('skills');
            const agent = agents.byId(session.sessionId);
            const skill = await service?.get(name, { cwd: session.cwd, ...agent === undefined ? {} : { scope: agent } });
            if (skill === undefined)
                return null;
            const base = skill.resourceBase?.path ?? skill.resourceBase?.url ?? skill.resourceBase?.description;
            const folder = skill.resourceBase?.kind === 'directory' ? skill.resourceBase.path : undefined;
            return {
                name: skill.name, ...folder === undefined ? {} : { folder, origin: originOf(skill.source ?? '', folder, session.cwd) },
                text: base === undefined ? skill.content : `Files of the skill: ${base}\n\n${skill.content}`,
            };
        },
    };
}
/** The host names the workspace's own skills and the user's; of others, where they lie tells. */
function originOf(source, folder, cwd) {
    if (/^project/.test(source))
        return 'workspace';
    if (/^(?:user|bundled)/.test(source))
        return 'user';
    const way = relative(cwd, folder);
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way) ? 'workspace' : 'user';
}

function createSubagents(ctx, agents, report) {
    const service = () => {
        const found = ctx.get('subagents');
        return found !== undefined && found.list().length > 0 ? found : null;
    };
    const runs = new Set();
    const ended = new AbortController();
    const hold = (run) => {
        runs.add(run);
        void run.result
            .catch((error) => { report(`a subagent started by a guard failed: ${describeThrown(error)}`); })
            .then(() => { runs.delete(run); })
            .then(() => run.dispose())
            .catch(() => undefined);
    };
    return {
        get available() { return service() !== null; },
        async spawn(session, spec) {
            const found = service();
            const parent = agents.byId(session.sessionId);
            const provider = providerOf(found, spec);
            if (found === null || parent === undefined || provider === null) {
                throw new GuardError('UNAVAILABLE', 'process.spawn: this profile has no subagents: add a subagent provider to the profile');
            }
            const task = spec.task;
            if (typeof task !== 'string' || task.trim() === '')
                throw new GuardError('BAD_ARGUMENT', 'process.spawn: task must be a text that says what the subagent is to do');
            const run = await found.start(provider, {
                prompt: [{ type: 'text', text: task }], parent, signal: ended.signal,
                ...typeof spec.label === 'string' ? { label: spec.label } : {},
            });
            hold(run);
            return String(run.id);
        },
        async dispose() {
            ended.abort();
            await Promise.allSettled([...runs].map(run => run.dispose()));
        },
    };
}
function providerOf(service, spec) {
    const names = service?.list() ?? [];
    if (typeof spec.provider === 'string')
        return names.includes(spec.provider) ? spec.provider : null;
    return names.includes('spawn') ? 'spawn' : names[0] ?? null;
}

/** Tool calls of guards: through the real pipeline, as the agent of the run, so that every other policy holds. */
function createToolsPort(ctx, agents) {
    const scopeOf = (sessionId) => agents.byId(sessionId);
    // A host without one of these has no tool to show.
    const registry = () => ctx.tools;
    return {
        list: session => (registry().schemas?.(scopeOf(session.sessionId)) ?? []).map(({ name, description }) => ({ name, description })),
        has: (session, name) => registry().get?.(name, scopeOf(session.sessionId)) !== undefined,
        schemas(session, name) {
            const tool = registry().get?.(name, session === null ? undefined : scopeOf(session.sessionId));
            return tool === undefined ? null : { parameters: tool.parameters ?? null, output: tool.output?.schema ?? null };
        },
        async call(session, name, args, signal) {
            const agent = agents.byId(session.sessionId);
            if (agent === undefined)
                throw new GuardError('UNAVAILABLE', `tools.call: the session has no agent that could call "${name}"`);
            const callId = `shooty-${randomUUID()}`;
            const result = await ctx.tools.execute({ callId, name, arguments: args, agent, signal });
            return {
                isError: result.isError,
                text: result.isError ? result.error.message : result.content.flatMap(block => block.type === 'text' ? [block.text] : []).join('\n'),
                value: result.isError ? null : result.value,
            };
        },
    };
}

const OPEN = new Set(['running', 'stopping']);
const MAX_JOBS = 50;
const MAX_LABEL = 500;
function runningJobs(ctx, agent) {
    const jobs = ctx.get('jobs');
    if (agent === undefined || typeof jobs?.list !== 'function')
        return [];
    const listed = jobs.list(agent);
    if (!Array.isArray(listed))
        return [];
    return listed.filter(job => OPEN.has(job.status)).slice(0, MAX_JOBS)
        .map(job => ({ id: String(job.id), kind: String(job.kind), label: oneLine(String(job.label), MAX_LABEL) }));
}

/**
 * The calls of a turn as the turn log keeps them: from a final result, and from the session's history when
 * a turn began before this process did. Pure; reads the host's messages by shape.
 */
function turnOutcome(command, { refused, cancelled, isError, text }) {
    if (refused)
        return 'refused';
    if (cancelled)
        return 'cancelled';
    if (isError)
        return 'failed';
    const end = commandEnd(command, text);
    if (end.kind === 'interrupted')
        return 'cancelled';
    return end.kind === 'fine' ? 'done' : 'failed';
}
/**
 * Calls since the last real input of the user, oldest first. What a history does not tell: whether an error
 * was a refusal, and how long a call took.
 */
function callsOfHistory(messages, effects) {
    const from = messages.findLastIndex(message => message.role === 'user' && message.source?.kind === 'user');
    const turn = messages.slice(from + 1);
    const results = new Map(turn.flatMap(resultsOf));
    return turn.flatMap(message => message.role === 'assistant' ? message.content : []).flatMap((block) => {
        if (block.type !== 'tool-call' || typeof block.name !== 'string')
            return [];
        const command = { name: block.name, args: argumentsOf$1(block.arguments), callId: String(block.id) };
        const result = results.get(String(block.id));
        if (result === undefined)
            return [];
        const outcome = turnOutcome(command, { ...result, refused: false, cancelled: false });
        return [{ command, outcome, isError: result.isError, ms: 0, effects: effects(command) }];
    });
}
/** Old hosts put results into blocks of a user-role message, newer ones into a message of their own role. */
function resultsOf(message) {
    const whole = message;
    if (message.role === 'tool')
        return [[String(whole.toolCallId), { isError: whole.isError === true, text: textOf(message) }]];
    return message.content.flatMap((block) => {
        if (block.type !== 'tool-result')
            return [];
        const content = Array.isArray(block.content) ? block.content : [];
        return [[String(block.toolCallId), { isError: block.isError === true, text: textOf({ content }) }]];
    });
}
function argumentsOf$1(raw) {
    if (typeof raw !== 'string')
        return (raw ?? null);
    try {
        return JSON.parse(raw);
    }
    catch {
        return raw;
    }
}

async function turnView({ ctx, agents, log, effects }, session) {
    const root = agents.byId(session.rootSessionId);
    if (!log.known(session) && root !== undefined)
        log.restore(session, callsOfHistory(messagesOf(root), command => effects(command, session)));
    const [calls, files] = await Promise.all([log.calls(session), log.files(session)]);
    return { calls, files, running: runningJobs(ctx, agents.byId(session.sessionId)) };
}

/** The ports of the engine on dsh. */
function createHostPorts({ ctx, agents, turnLog, human, report }) {
    return {
        human,
        clock: { now: () => Date.now() },
        files: createFiles(ctx, createLocalFiles()),
        tools: createToolsPort(ctx, agents),
        processes: createProcesses(),
        model: createModelPort(ctx, agents),
        skills: createSkillsPort(ctx, agents),
        subagents: createSubagents(ctx, agents, report),
        continuation: createContinuePort(agents),
        turn: (session, effects) => turnView({ ctx, agents, log: turnLog, effects }, session),
        hostReminder: () => findHostReminder(ctx),
    };
}
/** Steering at the stop boundary runs another step of the same turn; after a cancellation it would open a new one. */
function createContinuePort(agents) {
    return {
        continueWith(session, message) {
            const agent = agents.byId(session.sessionId);
            if (agent === undefined || typeof agent.steer !== 'function')
                return false;
            agent.steer(followUpMessage(randomUUID(), message));
            return true;
        },
    };
}

function createAgentBook(registry) {
    const refs = new WeakMap();
    const live = new Map();
    const disposed = new WeakSet();
    // A subagent may outlive the one that started it and start others, so roots stay: two ids for each agent of this process.
    const roots = new Map();
    let listener = () => undefined;
    return {
        see(agent) {
            const known = refs.get(agent);
            if (known !== undefined)
                return known;
            const ref = sessionRef(agent, id => roots.get(id));
            refs.set(agent, ref);
            roots.set(ref.sessionId, ref.rootSessionId);
            // What a disposed agent left under way may still be told of; it does not make it live again.
            if (disposed.has(agent))
                return ref;
            live.set(ref.sessionId, agent);
            registry.live(ref.sessionId);
            // Not in the middle of what the host waits for.
            setImmediate(() => { listener(ref); });
            return ref;
        },
        identify: agent => refs.get(agent) ?? sessionRef(agent, id => roots.get(id)),
        onNew(wanted) { listener = wanted; },
        byId: sessionId => live.get(sessionId),
        forget(agent) {
            disposed.add(agent);
            const ref = refs.get(agent);
            // A resumed session may have its next agent before the last one is gone.
            if (ref === undefined || live.get(ref.sessionId) !== agent)
                return;
            live.delete(ref.sessionId);
            registry.gone(ref.sessionId);
        },
        nobody: id => ({ sessionId: id, agentId: id, rootSessionId: id, cwd: process.cwd(), isSubagent: false }),
    };
}

function createDelivery(newId) {
    const flying = new Map();
    const giveBack = (ids, queue) => {
        const notices = ids.flatMap((id) => {
            const entry = flying.get(id);
            flying.delete(id);
            return entry === undefined ? [] : [entry.notice];
        });
        queue.putBack(notices);
    };
    const idsOf = (agent, stages) => [...flying].filter(([, entry]) => entry.agent === agent && stages.includes(entry.stage)).map(([id]) => id);
    const reconcile = (agent, stages, seen, queue) => {
        const open = idsOf(agent, stages);
        if (open.length === 0)
            return;
        const arrived = new Set(seen.history().map(message => message.id));
        const coming = new Set([...seen.step.map(message => message.id), ...seen.inbox()]);
        for (const id of open)
            if (arrived.has(id))
                flying.delete(id);
        giveBack(open.filter(id => flying.has(id) && !coming.has(id)), queue);
    };
    return {
        take(agent, queue, channel, which) {
            return queue.take(which).map((notice) => {
                const id = newId();
                flying.set(id, { notice, agent, stage: channel });
                return noticeMessage(id, notice);
            });
        },
        claimed(messageId) {
            const entry = messageId === undefined ? undefined : flying.get(messageId);
            if (entry !== undefined)
                entry.stage = 'step';
        },
        lost(messageId, queue) {
            if (messageId !== undefined)
                giveBack([messageId], queue);
        },
        settleCall(sent, kept, queue) {
            const there = new Set(kept?.map(message => message.id));
            for (const { id } of sent) {
                const entry = flying.get(String(id));
                if (entry?.stage === 'call')
                    entry.stage = 'inbox';
            }
            giveBack(sent.map(message => String(message.id)).filter(id => !there.has(id)), queue);
        },
        inInbox: agent => idsOf(agent, ['inbox']),
        confirm(agent, seen, queue) { reconcile(agent, ['inbox', 'step'], seen, queue); },
        forget(agent, seen, queue) {
            reconcile(agent, ['call', 'inbox', 'step'], { ...seen, step: [] }, queue);
            for (const [id, entry] of flying)
                if (entry.agent === agent)
                    flying.delete(id);
        },
    };
}

/** The memory of one mount that outlives its re-mounts: what guards remember, and what is in flight on the host. */
/** See `createMemory`. */
function createKept(maxSessions, folder, report) {
    const memory = createMemory(maxSessions, folder, report);
    return { ...memory, agents: createAgentBook(memory.registry), delivery: createDelivery(randomUUID), turns: new WeakMap() };
}

/** The events that each Point needs, and who emits them. */
const NEEDED = {
    start: { agent: ['agent/inbox/claimed', 'agent/pre-step'], prompt: ['system-prompt/assemble'] },
    command: { tools: ['tools/pre-execute'] },
    result: { tools: ['tools/post-execute', 'tools/result'] },
    stop: { agent: ['agent/turn-stopping'] },
    terminate: { agent: ['agent/turn-stopping'], tools: ['tools/result'] },
};
/** What each Point asks of an agent, as a path of members; without it the Point cannot do what it is for. */
const MEMBERS = {
    stop: ['steer', 'session.deriveMessages'],
    terminate: ['steer', 'session.deriveMessages'],
};
function createAnchorCheck(ctx) {
    const called = new Set();
    let driver = null;
    const lacks = (emitter, event) => !called.has(event) && emitter !== null && emitter !== undefined && namesNoSuchEvent(emitter, event);
    return {
        seen(event) { called.add(event); },
        driver(agent) {
            if (driver !== null)
                return false;
            driver = agent;
            return true;
        },
        missing(point) {
            const need = NEEDED[point];
            return [
                ...(need.tools ?? []).filter(event => lacks(ctx.tools, event)),
                ...(need.prompt ?? []).filter(event => lacks(ctx.get('systemPrompt'), event)),
                ...(need.agent ?? []).filter(event => lacks(driver, event)),
                ...(MEMBERS[point] ?? []).filter(path => driver !== null && !has(driver, path)),
                ...point === 'command' && typeof ctx.tools.guard !== 'function' ? ['tools.guard'] : [],
            ];
        },
    };
}
function has(object, path) {
    let value = object;
    for (const name of path.split('.'))
        value = value?.[name];
    return typeof value === 'function';
}
/** Only a class whose code can be read and names events of this family, but not this one, counts as lacking it. */
function namesNoSuchEvent(emitter, event) {
    const family = event.slice(0, event.indexOf('/') + 1);
    const code = classText(emitter);
    return code.includes(`'${family}`) || code.includes(`"${family}`) ? !code.includes(event) : false;
}
function classText(emitter) {
    const made = Object.getPrototypeOf(emitter);
    const constructor = typeof made === 'object' && made !== null ? made.constructor : undefined;
    return typeof constructor === 'function' ? Function.prototype.toString.call(constructor) : '';
}

/**
 * Tells the human when a guard failed: a skipped one changes nothing that anybody would see, and a refusal for a
 * fault is read by the model. Each kind of failure is told once per guard and Point.
 */
/** @param tell one line for the human. */
function createFaultReport(tell) {
    const told = new Set();
    return ({ guard, point, fault, reason, outcome }) => {
        if (outcome !== 'script_error')
            return;
        const key = JSON.stringify([guard, point, fault]);
        if (told.has(key))
            return;
        told.add(key);
        tell(`guard "${guard}" failed at ${point} (${fault ?? 'internal'}: ${reason ?? 'no reason'}); ${consequenceOf(point)}. guard_status counts further failures`);
    };
}
function consequenceOf(point) {
    switch (point) {
        case 'command': return 'the call was refused, and so is every one that it cannot judge';
        case 'start': return 'the turn goes on without it';
        case 'result': return 'the result stays as it is';
        case 'stop':
        case 'terminate': return 'the agent stops as if it were not there';
        default: return assertNever(point);
    }
}

/**
 * Tells what a guard run causes from the agent's own work. The mark follows the asynchronous calls of
 * one run, holds only for that run's own session, and ends with the run: an agent that was woken from
 * inside a run is judged as usual.
 */
function createReentrance() {
    const storage = new AsyncLocalStorage();
    return {
        async enter(sessionId, body) {
            const mark = { sessionId, active: true };
            try {
                return await storage.run(mark, body);
            }
            finally {
                mark.active = false;
            }
        },
        inside(sessionId) {
            const mark = storage.getStore();
            return mark !== undefined && mark.active && mark.sessionId === sessionId;
        },
    };
}

/** @param newId a new id for each call without an agent. */
function createCallers(agents, newId) {
    return (agent, call = undefined) => agent === undefined
        ? { session: agents.nobody(newId()), hasAgent: false, call: null, inputs: () => ({ first: '', last: '' }), finalText: () => '' }
        : { session: agents.see(agent), hasAgent: true, call: call ?? null, inputs: () => userInputs(agent), finalText: () => finalText(agent) };
}

const NEVER = new AbortController().signal;
/** The signal of the call; one that never aborts where the host gives none. */
function signalOf(exec) {
    return exec.signal ?? NEVER;
}
/** What notices of the call go by: the outermost call's id. null where the host gives none. */
function callKeyOf(exec) {
    const { rootCallId, callId } = exec;
    return rootCallId ?? callId ?? null;
}

const POINTS$1 = ['start', 'command', 'result', 'stop', 'terminate'];
function createMount(ctx, parts) {
    const mounted = new Map();
    const register = {
        session: () => parts.turns.mountSession(ctx),
        start: () => parts.turns.mountStart(ctx),
        command: () => parts.tools.mountCommand(ctx),
        result: () => parts.tools.mountResult(ctx),
        outcome: () => parts.tools.mountOutcome(ctx),
        stop: () => parts.turns.mountStop(ctx),
    };
    const wanted = () => {
        const needed = new Set(POINTS$1.filter(point => parts.roster.needed(point)));
        const stop = needed.has('stop') || needed.has('terminate');
        const calls = needed.has('command') || needed.has('result');
        return new Set([
            ...needed.size > 0 ? ['session'] : [],
            ...needed.has('start') ? ['start'] : [],
            ...needed.has('command') ? ['command'] : [],
            // What a COMMAND guard says rides on the call that it judged, so its notices need this one too.
            ...calls ? ['result'] : [],
            ...calls || stop ? ['outcome'] : [],
            ...stop ? ['stop'] : [],
        ]);
    };
    const unmount = (group) => {
        for (const dispose of mounted.get(group) ?? [])
            dispose();
        mounted.delete(group);
    };
    return {
        reconcile() {
            const groups = wanted();
            for (const group of [...mounted.keys()])
                if (!groups.has(group))
                    unmount(group);
            for (const group of groups)
                if (!mounted.has(group))
                    mounted.set(group, register[group]());
        },
        mounted: point => mounted.has(point === 'terminate' ? 'stop' : point) && parts.roster.needed(point),
        dispose() {
            for (const group of [...mounted.keys()])
                unmount(group);
        },
    };
}

function commandOf(exec) {
    return { name: exec.name, args: (exec.arguments ?? null), callId: String(exec.callId ?? '') };
}
/**
 * The host runs a call whose refusal has no reason, and one whose answer it does not know. Whatever
 * does not plainly allow gets words, which makes every host refuse it.
 */
function speaking(decision) {
    const kind = decision?.kind;
    if (kind === 'allow' || kind === 'ask')
        return decision;
    const reason = decision?.reason;
    if (typeof reason === 'string' && reason !== '')
        return decision;
    return { ...decision, kind: kind ?? 'deny', reason: foreignDecisionText(String(kind)) };
}
/** What the host is told of a question of ours, folded onto what came back: a refusal stands, another question is put together with ours. */
function foldQuestion(reason, theirs) {
    if (theirs.kind === 'allow')
        return { kind: 'ask', reason };
    if (theirs.kind !== 'ask')
        return theirs;
    return { ...theirs, reason: bothQuestions(reason, theirs.reason ?? ''), ...inEachLanguage(theirs, reason) };
}
/** Newer hosts show a text of its own to the human, in several languages. */
function inEachLanguage(theirs, reason) {
    const { displayReason } = theirs;
    if (typeof displayReason !== 'object' || displayReason === null)
        return {};
    const texts = Object.entries(displayReason).map(([language, text]) => [language, typeof text === 'string' ? bothQuestions(reason, text) : text]);
    return { displayReason: Object.fromEntries(texts) };
}
/** @param decision what the listeners behind ours made of the result. */
function viewOf(result, decision, durationMs) {
    const content = decision.kind === 'block' ? decision.feedback : decision.content ?? result.content;
    const text = content.flatMap(block => block.type === 'text' ? [block.text] : []).join('\n');
    const isError = result.isError || decision.kind === 'block';
    const error = !isError
        ? null
        : result.isError
            ? { message: result.error.message, code: result.error.info?.code ?? null }
            : { message: text, code: null };
    return { isError, text, error, durationMs };
}
/** What others decided, with our feedback and notices in it; theirs is never replaced. */
function foldResult(decision, result, { feedback, replacement }, notices) {
    const contexts = [...decision.additionalContexts ?? [], ...notices];
    if (feedback === null && replacement !== null)
        return { ...replaced(decision, result, replacement), ...contexts.length === 0 ? {} : { additionalContexts: contexts } };
    if (feedback === null)
        return notices.length === 0 ? decision : { ...decision, additionalContexts: contexts };
    const words = { type: 'text', text: feedback };
    // A block drops what the call itself deferred, unless the blocking decision lists it.
    const deferred = decision.kind === 'block' ? [] : result.additionalContexts ?? [];
    return {
        kind: 'block',
        feedback: decision.kind === 'block' ? [...decision.feedback, words] : [words],
        additionalContexts: [...deferred, ...contexts],
    };
}
/**
 * The text in place of every text of the result; what is no text, such as a picture, stays. A value of
 * another plugin's decision gives way: the host takes a value or a content, never both.
 */
function replaced(decision, result, text) {
    const words = { type: 'text', text };
    if (decision.kind === 'block')
        return { kind: 'block', feedback: [words, ...decision.feedback.filter(block => block.type !== 'text')] };
    return { kind: 'accept', content: [words, ...(decision.content ?? result.content).filter(block => block.type !== 'text')] };
}
/** A refusal by a guard. Hosts that take `info` tell other plugins by it what the refusal was; the others pass over it. */
function denialOf(reason) {
    const info = { name: 'guard', code: 'denied_by_guard', reason };
    return { kind: 'deny', reason, ...{ info } };
}
/** The refusal as a result, where a decision comes too late to keep the call from being dispatched. */
function refusedResult(reason) {
    return { isError: true, error: { message: reason }, content: [{ type: 'text', text: `Error: ${reason}` }] };
}

function createCallBook(parts) {
    const calls = new WeakMap();
    const open = new WeakMap();
    let number = 0;
    const openOf = (agent) => {
        const known = open.get(agent);
        if (known !== undefined)
            return known;
        const fresh = new Set();
        open.set(agent, fresh);
        return fresh;
    };
    return {
        of(exec) {
            const known = calls.get(exec);
            if (known !== undefined)
                return known;
            const ours = exec.agent !== undefined && parts.reentrance.inside(parts.agents.see(exec.agent).sessionId);
            const fresh = {
                view: commandOf(exec), key: callKeyOf(exec) ?? `call-${number += 1}`, exempt: ours || parts.isExempt(exec.name), ours, verdict: null, reason: '', began: parts.clock.now(), resultSeen: false, sent: [], inReason: [], question: null, ran: false,
            };
            calls.set(exec, fresh);
            if (exec.agent !== undefined && exec.parent === undefined)
                openOf(exec.agent).add(fresh.key);
            return fresh;
        },
        rideOn(exec) {
            const { key } = this.of(exec);
            const others = exec.agent === undefined ? new Set() : openOf(exec.agent);
            return about => about.has(key) || ![...about].some(call => others.has(call));
        },
        over(exec) {
            if (exec.agent !== undefined && exec.parent === undefined)
                openOf(exec.agent).delete(this.of(exec).key);
        },
        queueOf: exec => exec.agent === undefined ? null : parts.states.of(parts.agents.see(exec.agent)).notices,
    };
}

/** Disposers of the host's listeners in the one form that a mount keeps. */
/** The host's disposer tells whether there was something to take off; nobody here wants to know. */
function off(dispose) {
    return () => { dispose(); };
}

/** @returns the disposers of what was registered. */
function mountCommandEvents(ctx, parts) {
    const { calls } = parts;
    /** @returns the refusal or the question, or null when the call may go on. */
    const judgeCall = async (exec, call) => {
        try {
            const verdict = await parts.judge.command(parts.callers(exec.agent, call.key), call.view, signalOf(exec));
            call.verdict = verdict.kind;
            if (verdict.kind === 'allow')
                return null;
            // Cancelled: the host checks its own signal right after this and ends the call as cancelled.
            if (verdict.kind === 'undecided' && signalOf(exec).aborted)
                return null;
            if (verdict.kind === 'undecided') {
                call.verdict = 'deny';
                call.reason = internalDenialText('no guard came to a decision');
            }
            else {
                call.reason = verdict.reason;
            }
            if (verdict.kind === 'ask') {
                parts.questions.open(exec, call, verdict.reason, (end) => { verdict.settle(end); });
                return { kind: 'ask', reason: verdict.reason };
            }
        }
        catch (error) {
            if (!parts.guardsOn(exec.agent))
                return nothingToJudge(call);
            call.verdict = 'deny';
            call.reason = internalDenialText(describeThrown(error));
        }
        // The reason of an inner call is read by a program, which may well swallow it.
        call.inReason = exec.parent === undefined ? calls.queueOf(exec)?.takeNotices(about => about.has(call.key)) ?? [] : [];
        call.reason = withNotices(call.reason, call.inReason);
        return denialOf(call.reason);
    };
    const preExecute = async (exec, next) => {
        const call = calls.of(exec);
        if (call.exempt)
            return await next();
        parts.seen('tools/pre-execute', exec.agent);
        // START's rule is its own: what fails there is reported and keeps no call from being judged.
        if (exec.agent !== undefined)
            await parts.turns.startBeforeCall(exec.agent, signalOf(exec));
        const ours = await judgeCall(exec, call);
        if (ours?.kind === 'deny') {
            parts.refused.add(call.view);
            return ours;
        }
        const theirs = speaking(await next());
        const decision = call.question === null ? theirs : foldQuestion(call.question.reason, theirs);
        if (decision.kind !== 'ask')
            parts.questions.overruled(exec, call);
        if (decision.kind !== 'allow')
            parts.refused.add(call.view);
        return decision;
    };
    const backstop = (exec) => {
        const call = calls.of(exec);
        if (call.exempt || signalOf(exec).aborted)
            return undefined;
        if (call.verdict === null)
            return parts.guardsOn(exec.agent) ? UNJUDGED_TEXT : undefined;
        return call.verdict === 'deny' ? call.reason : undefined;
    };
    /**
     * The host dispatches a call whose refusal by another plugin has no reason, and skips the synchronous
     * guards on that way. Whatever we refused or never judged stops here at the latest.
     */
    const lastWall = async (exec, next) => {
        const reason = backstop(exec);
        if (reason !== undefined)
            return refusedResult(reason);
        const call = calls.of(exec);
        call.ran = true;
        // It runs: whoever was asked has said yes, and what comes of it is the tool's own.
        parts.refused.delete(call.view);
        return await next();
    };
    return [
        off(ctx.on('tools/pre-execute', (exec, next) => preExecute(exec, next), { prepend: true })),
        ...typeof ctx.tools.guard === 'function' ? [ctx.tools.guard(backstop)] : [],
        ...parts.questions.mount(ctx),
        off(ctx.on('tools/execute', (exec, next) => lastWall(exec, next), { prepend: true })),
    ];
}
function nothingToJudge(call) {
    call.verdict = 'allow';
    return null;
}

/** The host's words of an answer; a word that is not here is read from what became of the call. */
const ENDS = {
    'allowed-once': 'approved',
    'rejected': 'rejected',
    'cancelled': 'cancelled',
    'unavailable': 'nobody',
};
function endOfAsk({ ran, cancelled, answer, reachable, modeRefuses }) {
    if (answer !== null)
        return ENDS[answer] ?? (ran ? 'approved' : 'rejected');
    if (ran)
        return 'auto-approved';
    if (cancelled)
        return 'cancelled';
    return reachable && modeRefuses ? 'auto-rejected' : 'nobody';
}

function createQuestions(ctx) {
    const asked = new WeakMap();
    const openOf = (agent, callId) => agent === undefined ? undefined : asked.get(agent)?.get(String(callId));
    const finish = (exec, question, end) => {
        question.end = end;
        if (exec.agent !== undefined)
            asked.get(exec.agent)?.delete(String(exec.callId));
        question.settle(end);
    };
    const watch = async (request, next) => {
        const question = openOf(request.agent, request.callId);
        try {
            const answer = await next();
            if (question !== undefined)
                question.answer = String(answer);
            return answer;
        }
        catch (error) {
            // The host takes an answerer that throws for one that is not there.
            if (question !== undefined)
                question.answer = 'unavailable';
            throw error;
        }
    };
    return {
        open(exec, call, reason, settle) {
            call.question = { reason, answer: null, end: null, settle };
            if (exec.agent === undefined)
                return;
            const open = asked.get(exec.agent) ?? new Map();
            open.set(String(exec.callId), call.question);
            asked.set(exec.agent, open);
        },
        overruled(exec, call) {
            if (call.question !== null)
                finish(exec, call.question, 'overruled');
            call.question = null;
        },
        settled(exec, call) {
            const { question } = call;
            if (question === null || question.end !== null)
                return null;
            const end = endOfAsk({
                ran: call.ran, cancelled: signalOf(exec).aborted, answer: question.answer, ...answering(ctx, exec.agent),
            });
            finish(exec, question, end);
            return askedText(question.reason, end);
        },
        mount: on => [off(on.on('approval/request', (request, next) => watch(request, next), { prepend: true }))],
    };
}
/** Whether this host has somebody to route a question of this agent to, and whether the session's mode refuses all of them. */
function answering(ctx, agent) {
    const approval = ctx.get('approval');
    if (approval === undefined || agent === undefined)
        return { reachable: false, modeRefuses: false };
    try {
        return { reachable: true, modeRefuses: approval.effectivePolicy?.(agent.session) === 'never' };
    }
    catch {
        return { reachable: true, modeRefuses: false };
    }
}

/** Who speaks where no single guard does. */
const WHO = 'shooty';
function createResultEvents(parts) {
    const { calls } = parts;
    const judgeResult = async (exec, call, view) => {
        if (call.resultSeen || call.exempt)
            return UNCHANGED;
        call.resultSeen = true;
        // A call that is cancelled already still has a result to look at; nobody waits for that any more.
        const signal = signalOf(exec).aborted ? new AbortController().signal : signalOf(exec);
        try {
            return await parts.judge.result(parts.callers(exec.agent, call.key), call.view, view, signal);
        }
        catch (error) {
            parts.report(`RESULT guards were skipped for one call of ${exec.name}: ${describeThrown(error)}`);
            return UNCHANGED;
        }
    };
    /** The notices that ride on this call. An inner call of code mode leaves them to the outer one, whose result the model reads. */
    const takeFor = (exec, call, concludes) => {
        const queue = calls.queueOf(exec);
        if (queue === null || exec.agent === undefined || call.ours || exec.parent !== undefined || signalOf(exec).aborted)
            return [];
        // With a context, the host would ask the model once more after the tool that ends the turn.
        return concludes || parts.turns.isConcluded(exec.agent) ? [] : parts.delivery.take(exec.agent, queue, 'call', calls.rideOn(exec));
    };
    /** Tells how a question of ours ended: in place of the host's words where the call did not run, else as a notice on it. */
    const foldAsked = (exec, call, decision, result) => {
        const words = parts.questions.settled(exec, call);
        if (words === null)
            return decision;
        if (!call.ran)
            return foldResult(decision, result, { feedback: words, replacement: null }, []);
        calls.queueOf(exec)?.add(WHO, words, call.key);
        return decision;
    };
    const postExecute = async (exec, result, next) => {
        parts.seen('tools/post-execute', exec.agent);
        const call = calls.of(exec);
        const decision = foldAsked(exec, call, await next(), result);
        const judged = parts.resultNeeded() && !signalOf(exec).aborted ? await judgeResult(exec, call, viewOf(result, decision, parts.clock.now() - call.began)) : UNCHANGED;
        call.sent = takeFor(exec, call, result.concludesTurn === true && decision.kind === 'accept' && judged.feedback === null);
        return foldResult(decision, result, judged, call.sent);
    };
    /** Notices that were on their way with this call go back when its final result does not carry them. */
    const settleNotices = (exec, result, call) => {
        const queue = calls.queueOf(exec);
        if (queue === null)
            return;
        if (call.sent.length > 0)
            parts.delivery.settleCall(call.sent, result.additionalContexts, queue);
        if (call.inReason.length > 0 && !(result.isError && result.error.message.includes(call.reason)))
            queue.putBack(call.inReason);
    };
    /** What is left of a cancelled call is about something that did not happen; the next turn has nothing to do with it. */
    const dropCancelled = (exec, call) => {
        if (signalOf(exec).aborted)
            calls.queueOf(exec)?.dropCall(call.key);
    };
    const onResult = (exec, result) => {
        try {
            parts.seen('tools/result', exec.agent);
            const call = calls.of(exec);
            const asked = parts.questions.settled(exec, call);
            if (asked !== null)
                calls.queueOf(exec)?.add(WHO, asked, call.key);
            settleNotices(exec, result, call);
            if (!call.exempt)
                parts.ended(exec, call.view, viewOf(result, { kind: 'accept' }, parts.clock.now() - call.began));
            calls.over(exec);
            dropCancelled(exec, call);
            if (exec.agent !== undefined && result.concludesTurn === true)
                parts.turns.concluded(exec.agent);
            if (!parts.resultNeeded() || call.resultSeen || call.exempt)
                return undefined;
            // Refused by a throw, unknown to the pipeline or cancelled before dispatch: nothing can be decided any more, but it counts.
            const judging = judgeResult(exec, call, viewOf(result, { kind: 'accept' }, parts.clock.now() - call.began)).then(({ feedback }) => {
                if (feedback !== null)
                    calls.queueOf(exec)?.add(WHO, lateFeedbackText(exec.name, feedback), call.key);
                dropCancelled(exec, call);
            }).catch((error) => { parts.report(`a late result of ${exec.name} was not told: ${describeThrown(error)}`); });
            if (exec.agent !== undefined)
                parts.turns.judging(exec.agent, judging);
        }
        catch (error) {
            parts.report(`a call of ${exec.name} was not recorded: ${describeThrown(error)}`);
        }
        return undefined;
    };
    return {
        mountResult: ctx => [off(ctx.on('tools/post-execute', (exec, result, next) => postExecute(exec, result, next), { prepend: true }))],
        mountOutcome: ctx => [off(ctx.on('tools/result', (exec, result) => onResult(exec, result), { prepend: true }))],
    };
}

function createToolEvents(ctx, parts) {
    const shared = { ...parts, calls: createCallBook(parts), questions: createQuestions(ctx) };
    return {
        mountCommand: on => mountCommandEvents(on, shared),
        ...createResultEvents(shared),
    };
}

/** The rules of a turn, without a host: what a claimed message means, whether a step happens, what the end of a turn asks for. Pure. */
/**
 * What a message means for the turn: `turn` begins a real user turn, `request` is what the user of a
 * subagent (its parent) wants now, `other` is a notice, a follow-up or steering by a plugin. Only where
 * it came from decides; what it says never does.
 */
function meaningOf(sourceKind, isSubagent) {
    if (sourceKind !== 'user')
        return 'other';
    return isSubagent ? 'request' : 'turn';
}
/** Whether the host makes a request in this step anyway: a step that would not happen must not be brought about by a notice. */
function stepHappens({ messages, step, ending, concluded }) {
    return messages > 0 || (step > 1 && !ending && !concluded);
}
/** The Point of this end; null where the agent did not end its turn on its own: cancelled, or out of tokens. */
function pointOfEnd({ cancelled, finish, concluded }) {
    if (cancelled || finish === 'max-tokens')
        return null;
    return concluded ? 'terminate' : 'stop';
}

/**
 * The user's input of one turn and the START run over it. Messages that the host claims in one go are
 * one batch; whatever comes later is another one.
 */
function openBatch(text) {
    const batch = { texts: [text], open: true };
    queueMicrotask(() => { batch.open = false; });
    return batch;
}
function requestOf(batch) {
    return batch.texts.join('\n\n');
}
/** @param run never rejects. */
function createStarting(run) {
    const controller = new AbortController();
    let begun = null;
    return {
        begin: () => begun ??= run(controller.signal),
        cancel(reason) { controller.abort(reason); },
    };
}
/** Waits for a START, but not longer than the turn lives. */
async function waitFor(starting, signal) {
    const onAbort = () => { starting.cancel(signal?.reason); };
    if (signal?.aborted === true)
        onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    await starting.begin();
    signal?.removeEventListener('abort', onAbort);
}

/** Sections without which a model in code mode cannot call tools. */
const CODE_MODE_SECTIONS = new Set(['tools:sdk', 'tools:code-only']);
const PROMPT_SECTION = 'shooty:turn-prompt';
const PROMPT_VARIABLE = 'shooty_turn_prompt';
const PROMPT_LOST = 'the turn prompt of a START guard did not reach the model: another plugin provides a complete system prompt, which wins';
/** The text goes in as a variable, because a section is a template and braces in the guard's text are its own. */
function withPrompt(assembly, text) {
    return {
        ...assembly,
        sections: [
            { name: PROMPT_SECTION, text: `{{${PROMPT_VARIABLE}}}` },
            ...assembly.sections.filter(section => CODE_MODE_SECTIONS.has(section.name)),
        ],
        variables: { ...assembly.variables, [PROMPT_VARIABLE]: text },
    };
}
/** Newer hosts append a changed prompt to the history unless the step begins a new series; older ones ignore the field. */
function inSeries(decision, changed) {
    return changed ? { ...decision, startsRequestSeries: true } : decision;
}
function givePrompt(agent, text) {
    return text === null ? null : { text, answered: lastAnswer(agent) };
}
/** Whether a prompt was sent and another one went out in its place. */
function promptLost(agent, given) {
    if (given === null || lastAnswer(agent) === given.answered)
        return false;
    const sent = sentSystemPrompt(agent);
    return sent !== null && !sent.startsWith(given.text);
}
function lastAnswer(agent) {
    return messagesOf(agent).findLast(message => message.role === 'assistant')?.id ?? null;
}

function createTurnBegin(desk) {
    const startOver = (agent, batch) => createStarting(signal => desk.judge().start(desk.callers(agent), requestOf(batch), signal)
        .catch((error) => { desk.report(`START guards were skipped: ${describeThrown(error)}`); }));
    /** The one place where a real user turn begins. */
    const beginUserTurn = (agent, turn, text) => {
        const begun = desk.states.beginUserTurn(desk.agents.see(agent));
        if (begun.task === '')
            begun.task = userInputs(agent).first || text;
        desk.begun(begun.session);
        turn.batch = openBatch(text);
        // A turn that ended before its START was waited for leaves it behind.
        turn.start?.cancel(new Error('another turn has begun'));
        turn.start = desk.needed('start') ? startOver(agent, turn.batch) : null;
    };
    const addInput = (agent, turn, text) => {
        if (turn.batch?.open === true) {
            turn.batch.texts.push(text);
        }
        else {
            beginUserTurn(agent, turn, text);
            const { start } = turn;
            if (start !== null)
                queueMicrotask(() => { void start.begin(); });
        }
        if (turn.batch !== null)
            desk.stateOf(agent).request = requestOf(turn.batch);
    };
    const awaitStart = async (agent, signal) => {
        const turn = desk.turnOf(agent);
        const starting = turn.start;
        if (starting === null)
            return;
        await waitFor(starting, signal);
        if (turn.start === starting)
            turn.start = null;
    };
    const assemble = async (context, next) => {
        const { agent } = context;
        if (agent !== undefined) {
            desk.seen('system-prompt/assemble', agent);
            await awaitStart(agent, context.signal);
        }
        const assembly = await next();
        const prompt = agent === undefined ? null : desk.stateOf(agent).turnPrompt;
        return prompt === null ? assembly : withPrompt(assembly, prompt.text);
    };
    const checkPrompt = (agent) => {
        if (promptLost(agent, desk.turnOf(agent).given))
            desk.note('complete-prompt', PROMPT_LOST);
    };
    return {
        awaitStart,
        checkPrompt,
        onClaimed(agent, message) {
            desk.delivery.claimed(message.id);
            const turn = desk.turnOf(agent);
            turn.announced = true;
            const meaning = meaningOf(message.source?.kind, isSubagent(agent));
            if (meaning === 'request')
                desk.stateOf(agent).request = textOf(message);
            if (meaning === 'turn')
                addInput(agent, turn, textOf(message));
        },
        async startBeforeCall(agent, signal) {
            desk.guarded('START guards were skipped', () => {
                const turn = desk.turnOf(agent);
                if (turn.announced || !desk.needed('start') || isSubagent(agent))
                    return;
                turn.announced = true;
                beginUserTurn(agent, turn, userInputs(agent).last);
            });
            await awaitStart(agent, signal);
        },
        mount: ctx => [
            off(ctx.on('system-prompt/assemble', (_assembly, context, next) => assemble(context, next), { prepend: true })),
            off(ctx.on('agent/status', ({ agent, status }) => {
                if (status === 'idle')
                    desk.guarded('the turn prompt was not looked after', () => { checkPrompt(agent); });
            })),
        ],
    };
}

function createTurnDesk(parts) {
    return {
        ...parts,
        turnOf(agent) {
            const known = parts.memory.get(agent);
            if (known !== undefined)
                return known;
            const fresh = {
                announced: false, batch: null, start: null, concluded: false, ending: false, finish: null, given: null, judging: new Set(),
            };
            parts.memory.set(agent, fresh);
            return fresh;
        },
        stateOf: agent => parts.states.of(parts.agents.see(agent)),
        guarded(what, body) {
            try {
                body();
            }
            catch (error) {
                parts.report(`${what}: ${describeThrown(error)}`);
            }
        },
    };
}
/** Waits for work that never rejects, but not longer than the turn lives. */
async function unlessAborted(work, signal) {
    if (signal.aborted)
        return;
    let stop = () => undefined;
    const aborted = new Promise((resolve) => { stop = resolve; });
    signal.addEventListener('abort', stop, { once: true });
    await Promise.race([work, aborted]);
    signal.removeEventListener('abort', stop);
}

/** @returns the disposers of what was registered. */
function mountTurnSteps(ctx, desk, begin) {
    /** @returns whether this step's prompt is another one than the last step's. */
    const promptChanged = (agent, turn) => {
        begin.checkPrompt(agent);
        const before = turn.given?.text ?? null;
        const wanted = desk.stateOf(agent).turnPrompt?.text ?? null;
        turn.given = givePrompt(agent, wanted);
        return wanted !== before;
    };
    /** A skill is active until it is ended: what a compaction took out of the history comes in again. */
    const restoreSkills = async (agent, step, signal) => {
        const history = desk.stateOf(agent).activated.size === 0 ? [] : messagesOf(agent);
        // Nothing is known of the history, or there is none to keep.
        if (history.length === 0)
            return;
        const there = skillsIn([...history, ...step, ...pendingMessages(agent)]);
        await unlessAborted(desk.restoreSkills(desk.agents.see(agent), there), signal);
    };
    const looked = new WeakSet();
    /** What the human invoked with this step; of a resumed session, what its history shows. */
    const joinSkills = async (agent, step, signal) => {
        const known = looked.has(agent);
        looked.add(agent);
        await unlessAborted(desk.joinSkills(desk.agents.see(agent), skillsUsed(known ? step : [...messagesOf(agent), ...step])), signal);
    };
    const preStep = async (payload, next) => {
        const { agent, signal } = payload;
        desk.seen('agent/pre-step', agent);
        await begin.awaitStart(agent, signal);
        const turn = desk.turnOf(agent);
        await unlessAborted(Promise.all(turn.judging), signal);
        const decision = await next();
        if (decision.kind !== 'enter')
            return decision;
        const queue = desk.stateOf(agent).notices;
        desk.delivery.confirm(agent, { ...sightings(agent), step: decision.messages }, queue);
        if (!stepHappens({ messages: decision.messages.length, step: payload.step, ending: turn.ending, concluded: turn.concluded }))
            return decision;
        await restoreSkills(agent, decision.messages, signal);
        await joinSkills(agent, decision.messages, signal);
        const extra = desk.delivery.take(agent, queue, 'step');
        Object.assign(turn, { concluded: false, ending: false, finish: null });
        return inSeries(extra.length === 0 ? decision : { ...decision, messages: [...decision.messages, ...extra] }, promptChanged(agent, turn));
    };
    return [
        off(ctx.on('agent/inbox/claimed', ({ agent, message }) => {
            desk.guarded('an input was not recognised', () => {
                desk.seen('agent/inbox/claimed', agent);
                begin.onClaimed(agent, message);
            });
        }, { prepend: true })),
        off(ctx.on('agent/inbox/discarded', ({ agent, message }) => {
            desk.guarded('a discarded message was not taken back', () => { desk.delivery.lost(message.id, desk.stateOf(agent).notices); });
        })),
        off(ctx.on('agent/pre-step', (payload, next) => preStep(payload, next), { prepend: true })),
        off(ctx.on('agent/disposed', ({ agent }) => {
            desk.guarded('what a session had not read yet is lost', () => { desk.delivery.forget(agent, sightings(agent), desk.stateOf(agent).notices); });
            desk.agents.forget(agent);
        })),
    ];
}
function sightings(agent) {
    return { history: () => messagesOf(agent), inbox: () => pendingIds(agent) };
}

/** @returns the disposers of what was registered. */
function mountTurnEnd(ctx, desk) {
    const stopping = async (agent, signal) => {
        desk.seen('agent/turn-stopping', agent);
        const turn = desk.turnOf(agent);
        turn.ending = true;
        // A guard that still looks at the last call may say or keep something that STOP guards go by.
        await unlessAborted(Promise.all(turn.judging), signal);
        const point = pointOfEnd({ cancelled: signal.aborted, finish: turn.finish ?? lastFinish(agent), concluded: turn.concluded });
        if (point !== null && desk.needed(point) && desk.works(point))
            await desk.judge().stop(desk.callers(agent), point, signal);
    };
    return [
        off(ctx.on('agent/turn-stopping', async ({ agent, signal }) => {
            try {
                await stopping(agent, signal);
            }
            catch (error) {
                desk.report(`STOP guards were skipped: ${describeThrown(error)}`);
            }
            // Nothing is returned: any value would keep the listeners behind this one from running.
        }, { prepend: true })),
        watchFinish(ctx, (agent, reason) => { desk.turnOf(agent).finish = reason; }),
    ];
}
/** Newer hosts keep no chunks in the log and tell how an answer ended through an event of their own. */
function watchFinish(ctx, finished) {
    const on = ctx.on.bind(ctx);
    return off(on('agent/assistant-stream', (payload) => {
        const told = finishOf(payload);
        if (told !== null)
            finished(told.agent, told.reason);
    }));
}
/** Who finished an answer and how, from one frame of the stream; null for every other frame. */
function finishOf(payload) {
    const frame = payload;
    const chunk = frame?.chunk ?? frame?.frame?.chunk;
    const reason = chunk?.type === 'finish' ? chunk.reason?.kind : undefined;
    return frame?.agent === undefined || typeof reason !== 'string' ? null : { agent: frame.agent, reason };
}

function createTurnBook(parts) {
    const desk = createTurnDesk(parts);
    const begin = createTurnBegin(desk);
    return {
        startBeforeCall: (agent, signal) => begin.startBeforeCall(agent, signal),
        concluded(agent) {
            desk.turnOf(agent).concluded = true;
            // What earlier calls of this step brought would make the host ask the model once more.
            for (const id of parts.delivery.inInbox(agent))
                removePending(agent, id);
        },
        isConcluded: agent => desk.turnOf(agent).concluded,
        judging(agent, work) {
            const { judging } = desk.turnOf(agent);
            judging.add(work);
            void work.finally(() => judging.delete(work));
        },
        mountSession: ctx => mountTurnSteps(ctx, desk, begin),
        mountStart: ctx => begin.mount(ctx),
        mountStop: ctx => mountTurnEnd(ctx, desk),
    };
}

/** The Points of one mount at work: recording, turns, the tool pipeline, and what is registered on the host for them. */
function createEngine(parts) {
    const { ctx, kept, guards, clock, skills, refused, report, note, isExempt, audit } = parts;
    const { roster } = guards;
    const reentrance = createReentrance();
    const reportFault = createFaultReport(report);
    const effects = createCallEffects(guards.gates.effects);
    const points = {
        clock,
        modeOf: (input, guard) => input.hasAgent ? kept.states.modeOf(input.session, guard.name, guard.mode) : guard.mode,
        record(decision, position) {
            kept.metrics.record(decision, position);
            audit(decision);
            reportFault(decision);
            tell(ctx, note, decision);
        },
        refusals: {
            refused: (session, command, guard) => { kept.refusals.refused(session, command, guard); },
            take(session, command) {
                const guard = kept.refusals.take(session, command);
                if (guard !== null)
                    kept.counters.add('allowedOnce');
                return guard;
            },
        },
        evaluated: (outcomes) => { kept.metrics.evaluated(outcomes); },
        enter: (input, body) => reentrance.enter(input.session.sessionId, body),
    };
    const anchors = createAnchorCheck(ctx);
    const seen = (event, agent) => {
        anchors.seen(event);
        if (agent !== undefined && anchors.driver(agent))
            tellMissing(note, roster, anchors);
    };
    const judge = createJudge({ roster, points, states: kept.states });
    const callers = createCallers(kept.agents, () => `no-agent-${randomUUID()}`);
    const turns = createTurnBook({
        judge: () => judge, callers, agents: kept.agents, states: kept.states, delivery: kept.delivery, memory: kept.turns, report,
        begun: (session) => { if (roster.scripted())
            kept.turnLog.begin(session); },
        seen, works: point => anchors.missing(point).length === 0,
        needed: point => roster.needed(point), note,
        restoreSkills: createSkillKeeper(skills, kept.states, report),
        joinSkills: (session, names) => guards.skills.activated(session, [...new Set([...names, ...activeNames(kept.states.of(session).activated)])]),
    });
    const tools = createToolEvents(ctx, {
        judge, callers, turns, reentrance, clock, report, isExempt, refused,
        agents: kept.agents, states: kept.states, delivery: kept.delivery,
        seen, guardsOn: agent => guardsOn(kept, roster, agent),
        resultNeeded: () => roster.needed('result'),
        ended(exec, command, result) {
            if (exec.agent !== undefined && command.name === SKILL_TOOL && !result.isError) {
                void guards.skills.activated(kept.agents.see(exec.agent), skillName(command));
            }
            // Only scripts ask what a turn did.
            if (exec.agent === undefined || !roster.scripted())
                return;
            const session = kept.agents.see(exec.agent);
            const outcome = turnOutcome(command, { refused: refused.has(command), cancelled: signalOf(exec).aborted, isError: result.isError, text: result.text });
            kept.turnLog.record(session, { command, outcome, isError: result.isError, ms: result.durationMs, effects: effects(command, session) });
        },
    });
    const mount = createMount(ctx, { roster, tools, turns });
    const tryCall = (session, tool, args) => {
        const agent = kept.agents.byId(session.sessionId);
        // Before its first turn a session has no agent that is known, and nothing was said in it.
        const caller = agent === undefined ? { session, hasAgent: true, call: null, inputs: () => ({ first: '', last: '' }), finalText: () => '' } : callers(agent);
        return judge.trial(caller, { name: tool, args, callId: `try-${randomUUID()}` }, new AbortController().signal);
    };
    return { mount, anchors, tryCall };
}
function skillName({ args }) {
    return isJsonObject(args) && typeof args.name === 'string' ? [args.name] : [];
}
/** What an agent of this host lacks is known when the first one is met; a Point that cannot work is told then, and shown from then on. */
function tellMissing(note, roster, anchors) {
    for (const point of ['start', 'command', 'result', 'stop', 'terminate']) {
        const missing = anchors.missing(point);
        if (missing.length > 0 && roster.needed(point))
            note(`anchor ${point}`, `${point} is NOT ACTIVE: this host has no ${missing.join(', ')}; its guards do not run`);
    }
}
/** Where not even that can be found out, the configuration says. */
function guardsOn(kept, roster, agent) {
    try {
        if (agent === undefined)
            return roster.needed('command');
        const session = kept.agents.see(agent);
        return roster.at('command', session).some(guard => kept.states.modeOf(session, guard.name, guard.mode) !== 'off');
    }
    catch {
        return roster.needed('command');
    }
}
/**
 * Other plugins' listeners must not undo a decision by throwing, nor keep it from each other. All are
 * called before this returns; nobody waits for what they promise.
 */
function tell(ctx, note, decision) {
    ctx.parallel('shooty/decision', decision).catch((error) => {
        const first = error instanceof AggregateError ? error.errors[0] : error;
        note('decision-listener', `a listener of shooty/decision threw: ${describeThrown(first)}`);
    });
}

function allowReply(rest, session, deps) {
    const open = refusalLines(session, deps);
    if (rest === '')
        return { ok: false, text: open.length === 0 ? 'allow takes the code of a refused call; none was refused in this session within the hour' : ['allow takes the code of a refused call:', ...open].join('\n') };
    const allowance = deps.refusals.allow(session, rest);
    switch (allowance.kind) {
        case 'allowed': return { ok: true, text: `allowed once: ${callText(allowance.call)}\n  exactly this call, from the same folder, within the hour, in this session; ask the agent to try it again` };
        case 'used': return { ok: false, text: `this call was let through already: ${callText(allowance.call)}\n  if it is refused again it has a new code` };
        case 'late': return { ok: false, text: `more than an hour has passed: ${callText(allowance.call)}\n  if it is refused again it has a new code` };
        case 'unknown': return { ok: false, text: [`no refused call of this session has the code "${rest.slice(0, 40)}"; nothing was allowed`, ...open].join('\n') };
    }
}
/** One line for each refused call that can still be allowed, the latest first. */
function refusalLines(session, deps) {
    return deps.refusals.open(session).map(call => `  /guard allow ${call.code}${call.state === 'allowed' ? ' (allowed, not used yet)' : ''}: ${callText(call)}`);
}
function callText({ guard, tool, shown }) {
    return `${tool} ${shown} (refused by ${guard})`;
}

/** The first word and what follows it, without the space between; both '' at the end. */
function firstWord(text) {
    const [, word = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
    return { word, rest: rest.trimEnd() };
}
/** Like `firstWord`, but a word in double quotes may hold spaces and is read as JSON. */
function firstKey(text) {
    const quoted = /^\s*("(?:[^"\\]|\\.)*")(?:\s+([\s\S]*))?$/.exec(text);
    const word = quoted?.[1] === undefined ? undefined : parseJson(quoted[1]);
    return typeof word === 'string' ? { word, rest: (quoted?.[2] ?? '').trimEnd() } : firstWord(text);
}
/** A whole argument that people may have put in quotes, e.g. a path with spaces. */
function unquoted(text) {
    const trimmed = text.trim();
    const quoted = /^"([^"]*)"$/.exec(trimmed) ?? /^'([^']*)'$/.exec(trimmed);
    return quoted?.[1] ?? trimmed;
}
/** JSON where it is JSON, else the text as it stands. */
function parseValue(text) {
    const value = parseJson(text);
    return value === undefined ? text : value;
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}

/** `log`: what acted or failed, the newest first; `log all`: every decision that is still known. */
const DEFAULT_COUNT = 20;
const GRAMMAR$2 = `log takes all, a number from 1 to ${MAX_RECENT}, or both`;
function logReply(rest, session, deps) {
    const words = rest.toLowerCase().split(/\s+/).filter(word => word !== '');
    const all = words[0] === 'all';
    const [number, ...more] = all ? words.slice(1) : words;
    const count = number === undefined ? DEFAULT_COUNT : /^\d{1,4}$/.test(number) ? Number(number) : 0;
    if (count < 1 || count > MAX_RECENT || more.length > 0)
        return { ok: false, text: `${GRAMMAR$2}, not "${rest}"` };
    const found = deps.metrics.recent(count, null, all ? 'all' : 'acted').slice(-count).toReversed();
    const refusals = refusalLines(session, deps);
    // The codes are for the human alone: records, which the model can read, do not have them.
    const allowable = refusals.length === 0 ? [] : ['refused calls that you can let through once:', ...refusals];
    return { ok: true, text: [headline$2(found, all), ...found.map(one => `  ${logLine(one, session)}`), ...allowable].join('\n') };
}
/** Stands alone where an interface shows one line of an answer. */
function headline$2(found, all) {
    const oldest = found.at(-1);
    if (oldest === undefined)
        return all ? 'no decisions yet' : 'nothing acted and nothing failed yet; /guard log all shows what passed';
    const counts = new Map();
    for (const { outcome } of found)
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    return `${[...counts].map(([outcome, count]) => `${count} ${outcome}`).join(', ')} since ${localTime(oldest.time)}, the newest first`;
}
function logLine(one, session) {
    const how = one.wouldBe !== null ? ` (would be ${one.wouldBe})` : one.ended === undefined ? '' : ` (${one.ended})`;
    const call = one.tool === null ? one.point : `${one.tool} at ${one.point}`;
    const where = one.sessionId === session.sessionId ? '' : ` [session ${one.sessionId}]`;
    return `${localTime(one.time)} ${one.guard}: ${one.outcome}${how}, ${call}${one.reason === null ? '' : ` - ${one.reason}`}${where}`;
}
/** As the human's clock shows it; the day only where it is another one. */
function localTime(time) {
    const date = new Date(time);
    const two = (number) => String(number).padStart(2, '0');
    const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
    return date.toDateString() === new Date().toDateString() ? clock : `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`;
}

/** `list`, and the modes that the human sets for a session: `off`, `on`, `observe`. Guards and gates alike. */
const MAX_SHOWN_NAME = 100;
async function switchReply(mode, rest, session, deps) {
    const name = unquoted(rest);
    const configured = configuredModes(session, deps);
    const before = configured.get(name);
    if (before === undefined)
        return unknownGuard(name, [...configured.keys()]);
    // Where it is what the configuration says, nothing is kept: a later change of the configuration counts.
    await deps.states.rootOf(session).toggle(name, mode === before ? null : mode);
    deps.changed();
    const alike = deps.guards(session).filter(one => one.settings.namesake === name).map(one => one.settings.name);
    const others = alike.length === 0 ? [] : [`  ${alike.join(', ')}: of the same script, not changed by this`];
    return { ok: true, text: [describe$1(name, session, deps), ...others].join('\n') };
}
function listReply(session, deps) {
    const { guards, gates } = dataOf(session, deps);
    const configured = configuredModes(session, deps);
    const modeText = (name) => modeOf(name, session, deps, configured);
    return {
        ok: true,
        text: [
            headline$1(session, deps),
            guards.length === 0 ? 'guards: none' : 'guards:',
            ...guards.map(guard => `  ${guard.name}: ${guard.trigger}, ${modeText(guard.name)}, ${guardState(guard)}`),
            gates.length === 0 ? 'gates: none' : 'gates:',
            ...gates.map(gate => `  ${gate.gate}: ${modeText(gate.gate)}${isOff(gate.gate, session, deps) ? '' : `, ${gateState(gate)}`}`),
        ].join('\n'),
    };
}
/** What is in force and what came of it, in one line that stands alone. */
function headline$1(session, deps) {
    const { summary, counters } = statusData(deps, 'guards', session, { recentCount: 0, target: null });
    const outcomes = Object.entries(counters['vance.guard.evaluations']).filter(([name, count]) => count > 0 && name !== 'passed');
    return outcomes.length === 0 ? summary : `${summary}; ${outcomes.map(([name, count]) => `${count} ${name}`).join(', ')} so far`;
}
/** Lines for Points at which nothing runs although a guard is there for them. */
function pointNote(points, session, deps) {
    return deps.points(session)
        .filter(status => points.includes(status.point) && !status.active)
        .map(status => `  it does not run at ${status.point}: ${status.detail}`);
}
function describe$1(name, session, deps) {
    const { guards, gates } = dataOf(session, deps);
    const mode = modeOf(name, session, deps, configuredModes(session, deps));
    const guard = guards.find(one => one.name === name);
    const gate = gates.find(one => one.gate === name);
    const off = isOff(name, session, deps);
    return [
        `${name}: ${mode}, for this session and its subagents`,
        ...guard?.state === 'broken' && !off ? [`  ${guardState(guard)}`] : [],
        ...gate !== undefined && !gate.active && !off ? [`  ${gateState(gate)}`] : [],
        ...guard === undefined || off ? [] : pointNote(pointsOf(name, session, deps), session, deps),
    ].join('\n');
}
function isOff(name, session, deps) {
    return deps.states.modeOf(session, name, configuredModes(session, deps).get(name) ?? 'enforce') === 'off';
}
function modeOf(name, session, deps, configured) {
    const own = configured.get(name) ?? 'enforce';
    const mode = deps.states.modeOf(session, name, own);
    const words = { enforce: 'on', observe: 'observes', off: 'off' };
    return mode === own ? words[mode] : `${words[mode]} (${words[own]} in the configuration)`;
}
function guardState(guard) {
    if (guard.state === 'waiting')
        return `waits: ${guard.reason ?? 'for its workspace'}`;
    if (guard.state === 'broken')
        return `BROKEN: ${guard.reason ?? 'no reason is known'}`;
    const note = guard.reason === null ? '' : ` (${guard.reason})`;
    return `loaded from ${guard.file ?? 'inline code'}, ${guard.hash ?? 'no hash'}${note}`;
}
function gateState(gate) {
    return gate.active ? `active: ${gate.detail}` : `not active: ${gate.detail}`;
}
function unknownGuard(name, known) {
    if (name === '')
        return { ok: false, text: `a name is missing; there are ${known.join(', ')}` };
    if (name === RUNTIME_GUARD)
        return { ok: false, text: 'this session has no runtime guard: set one with /guard inline or /guard script' };
    const near = nearest(name, known);
    return { ok: false, text: `no guard or gate is named "${oneLine(name, MAX_SHOWN_NAME)}"${near === null ? '' : `; did you mean "${near}"?`}\nthere are ${known.length === 0 ? 'none' : known.join(', ')}; nothing was changed` };
}
function configuredModes(session, deps) {
    return new Map([...deps.guards(session).map(({ guard }) => guard), ...deps.gates()].map(guard => [guard.name, guard.mode]));
}
function pointsOf(name, session, deps) {
    return deps.guards(session).find(({ guard }) => guard.name === name)?.guard.points ?? [];
}
function dataOf(session, deps) {
    return statusData(deps, 'guards', session, { recentCount: 0, target: null });
}

/** The session's one runtime guard, set by the human: `script`, `inline`, `get`, `clear`. */
/** UTF-16 units of the code that `get` shows. */
const MAX_SHOWN$1 = 8_000;
const MISSING = {
    script: 'script needs the path of a script, e.g. /guard script ./guard.js',
    inline: 'inline needs code, e.g. /guard inline vance.guard.continueWith("Run the tests.")',
};
/** Takes the text only when it can run; otherwise nothing changes. */
async function setRuntimeGuard(kind, rest, session, deps) {
    if (rest === '')
        return { ok: false, text: MISSING[kind] };
    const wanted = kind === 'script' ? { kind, script: unquoted(rest) } : { kind, body: rest };
    const settings = runtimeGuardSettings(wanted);
    const text = deps.texts.textOf(settings, session);
    if (text.state !== 'loaded') {
        deps.forget(settings);
        const what = wanted.kind === 'script' ? `script ${wanted.script}` : 'code';
        return { ok: false, text: `the ${what} cannot run: ${at(text.reason, text.state === 'broken' ? text.position : null)}\nnothing was changed; ${describe(session, deps).join('\n')}` };
    }
    const [never] = misplacedUses({ ...settings, key: 'the entry' }, text.compiled.uses).filter(one => !/^what a script returns/.test(one.text));
    if (never !== undefined) {
        deps.forget(settings);
        return { ok: false, text: `it could never act: ${at(never.text.replace(/, and its trigger[\s\S]*$/, ''), never.position)}, and the runtime guard runs at stop. Put it into the configuration with a trigger of its own\nnothing was changed; ${describe(session, deps).join('\n')}` };
    }
    await deps.states.rootOf(session).setRuntimeGuard(wanted);
    deps.changed();
    return { ok: true, text: describe(session, deps).join('\n') };
}
function showRuntimeGuard(session, deps) {
    const guard = deps.states.rootOf(session).runtimeGuard;
    const code = guard?.kind === 'inline' ? [cut(guard.body, MAX_SHOWN$1)] : [];
    return { ok: true, text: [...describe(session, deps), ...code, ...configured(session, deps)].join('\n') };
}
async function clearRuntimeGuard(session, deps) {
    const root = deps.states.rootOf(session);
    const before = root.runtimeGuard;
    if (before === null)
        return { ok: true, text: 'nothing was there to clear: this session has no runtime guard' };
    await root.setRuntimeGuard(null);
    deps.changed();
    return { ok: true, text: [`the runtime guard is gone: it was ${before.kind === 'inline' ? 'inline code' : `script ${before.script}`}`, ...describe(session, deps)].join('\n') };
}
/** The guards of the configuration, as they are in this session, with the Points at which each runs. */
function configured(session, deps) {
    const guards = deps.guards(session).filter(({ settings }) => settings.name !== RUNTIME_GUARD);
    if (guards.length === 0)
        return [];
    return ['configured guards:', ...guards.map(({ settings, guard }) => {
            const points = deps.points(session).filter(status => settings.points.includes(status.point) && !status.active && status.detail.startsWith('not active'));
            const idle = points.length === 0 ? '' : `; not active at ${points.map(status => status.point).join(', ')}`;
            return `  ${settings.name}: ${settings.points.join(' and ')}, ${deps.states.modeOf(session, settings.name, guard.mode)}, ${stateOf(deps.texts.textOf(settings, session))}${idle}`;
        })];
}
/** What is set now, what state it is in, and what keeps it from having an effect. */
function describe(session, deps) {
    const root = deps.states.rootOf(session);
    const guard = root.runtimeGuard;
    if (guard === null)
        return ['this session has no runtime guard'];
    // The one that runs, where it is there: its text is compiled already.
    const settings = deps.guards(session).find(one => one.settings.name === RUNTIME_GUARD)?.settings ?? runtimeGuardSettings(guard);
    const text = deps.texts.textOf(settings, session);
    const mode = deps.states.modeOf(session, RUNTIME_GUARD, settings.mode);
    const where = guard.kind === 'inline' ? 'inline code' : `script ${guard.script}`;
    return [
        `runtime guard: ${where}, ${stateOf(text)}, ${settings.trigger}, ${mode}, ${root.rounds} of ${settings.maxRounds} follow-up rounds used`,
        ...text.state === 'loaded' && text.stale !== null ? [`  note: ${text.stale}`] : [],
        ...text.state === 'loaded' ? text.compiled.warnings.map(warning => `  warning: ${at(warning.text, warning.position)}`) : [],
        ...mode === 'enforce' ? [] : [`  it was switched to ${mode}: /guard on ${RUNTIME_GUARD} makes it act`],
        ...pointNote(settings.points, session, deps),
    ];
}
function stateOf(text) {
    if (text.state === 'waiting')
        return `waits: ${text.reason}`;
    if (text.state === 'broken')
        return `BROKEN: ${at(text.reason, text.position)}`;
    return `loaded${text.file === null ? '' : ` from ${text.file}`}, ${text.hash.slice(0, 12)}`;
}

/** `status`: the scratch of a session's guards, shown and changed by the human. */
const GRAMMAR$1 = 'status takes [session] [set <key> <value> | del <key> | clear]';
/** UTF-16 units of one value, and of the whole answer. */
const MAX_VALUE = 1_000;
const MAX_TEXT = 16_000;
function scratchReply(rest, session, deps) {
    const first = firstWord(rest);
    const shared = first.word.toLowerCase() === 'session';
    const store = shared
        ? { name: 'session scratch', scratch: deps.states.rootOf(session).shared }
        : { name: 'loop scratch', scratch: deps.states.of(session).loop };
    const { word, rest: operands } = shared ? firstWord(first.rest) : first;
    switch (word.toLowerCase()) {
        case '': return { ok: true, text: shown(store) };
        case 'set': return setKey(store, operands);
        case 'del': return deleteKey(store, operands);
        case 'clear': return operands === '' ? clearAll(store) : { ok: false, text: `clear takes nothing behind it; ${GRAMMAR$1}` };
        default: return { ok: false, text: `status does not know "${word}"; ${GRAMMAR$1}` };
    }
}
function setKey(store, operands) {
    const { word: key, rest: value } = firstKey(operands);
    if (key === '' || value === '')
        return { ok: false, text: `set needs a key and a value; ${GRAMMAR$1}` };
    try {
        store.scratch.set(key, parseValue(value));
    }
    catch (error) {
        if (!(error instanceof GuardError))
            throw error;
        return { ok: false, text: `${error.message}; nothing was changed\n${shown(store)}` };
    }
    return { ok: true, text: `${store.name}: ${entry(store, key)}` };
}
function deleteKey(store, operands) {
    const { word: key, rest } = firstKey(operands);
    if (key === '' || rest !== '')
        return { ok: false, text: `del needs one key (in double quotes when it has spaces); ${GRAMMAR$1}` };
    return store.scratch.remove(key) ? { ok: true, text: shown(store) } : { ok: false, text: `there is no key ${JSON.stringify(key)}\n${shown(store)}` };
}
function clearAll(store) {
    store.scratch.clear();
    return { ok: true, text: shown(store) };
}
function shown(store) {
    const keys = Object.keys(store.scratch.all());
    if (keys.length === 0)
        return `${store.name}: empty`;
    const head = `${store.name}: ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}, ${store.scratch.bytes()} of ${MAX_SCRATCH_BYTES} bytes`;
    return cut([head, ...keys.map(key => `  ${entry(store, key)}`)].join('\n'), MAX_TEXT);
}
function entry(store, key) {
    const plain = /^[^\s"]+$/.test(key) ? key : JSON.stringify(key);
    return `${plain} = ${cut(JSON.stringify(store.scratch.get(key)), MAX_VALUE)}`;
}

/** `try`: what this session's gates and guards would make of a call, which is not run. */
const GRAMMAR = 'try takes a command, or a tool and its arguments as JSON: /guard try git push, /guard try write {"file_path":"a.txt","content":"x"}';
const DEFAULT_SHELL = 'bash';
const MAX_REASON$1 = 300;
async function tryReply(rest, session, deps) {
    const call = triedCall(rest, deps.tools(session));
    if (typeof call === 'string')
        return { ok: false, text: call };
    const trial = await deps.tryCall(session, call.name, call.args);
    return { ok: true, text: trialText(call, trial) };
}
/** @param tools names of the session's tools; none where it has not begun. @returns the call, or what is wrong with the words. */
function triedCall(text, tools) {
    if (text === '')
        return GRAMMAR;
    const { word, rest } = firstWord(text);
    const known = tools.includes(word);
    if (rest.startsWith('{')) {
        const args = argumentsOf(rest);
        if (typeof args !== 'string')
            return { name: word, args };
        // A program may be named like no tool and take braces.
        if (known)
            return `the arguments of ${word} are not JSON: ${args}\n${GRAMMAR}`;
    }
    if (known && !isShellTool(word))
        return `${word} is a tool: its arguments are given as JSON behind it\n${GRAMMAR}`;
    const shell = tools.includes(DEFAULT_SHELL) ? DEFAULT_SHELL : tools.find(isShellTool) ?? DEFAULT_SHELL;
    return { name: shell, args: { command: text } };
}
/** @returns an object, or why it is none. */
function argumentsOf(text) {
    try {
        const value = JSON.parse(text);
        return isJsonObject(value) ? value : 'they are no object';
    }
    catch (error) {
        return error instanceof Error ? error.message : 'they cannot be read';
    }
}
function trialText({ name }, { decision, guard, words, notices, parts }) {
    return [
        headline(decision, guard),
        parts.length === 0 ? `  no gate and no guard that is on looks at a call of ${name}` : `what each one makes of it (${name}; it was not run, and nothing of this is counted):`,
        ...parts.map(part => `  ${partLine(part)}`),
        ...notices.map(notice => `${notice.guard} would tell the model: ${notice.text}`),
        ...words === null ? [] : [decision === 'ask' ? 'whoever is asked would read:' : 'the model would read:', ...words.split('\n').map(line => `  ${line}`)],
        ...guard === null ? [] : [`/guard off ${guard} switches it off for this session`],
    ].join('\n');
}
/** Stands alone where an interface shows one line of an answer. */
function headline(decision, guard) {
    switch (decision) {
        case 'allow': return 'Would run';
        case 'deny': return `Would be refused by ${guard ?? 'a guard'}`;
        case 'ask': return `Would be asked about by ${guard ?? 'a guard'}`;
        case 'undecided': return 'No decision: a guard did not come to an end';
    }
}
function partLine({ guard, outcome, wouldBe, reason, position }) {
    const mark = outcome === 'denied' || outcome === 'script_error' ? '✗' : outcome === 'asked' ? '?' : '✓';
    const at = position === null ? '' : ` (line ${position.line})`;
    return `${mark} ${guard}: ${outcome}${wouldBe === null ? '' : `, would be ${wouldBe}`}${at}${reason === null ? '' : `: ${oneLine(reason, MAX_REASON$1)}`}`;
}

/**
 * The human's command `/guard`: its grammar and who answers which verb. Every answer says what is true
 * afterwards, read back from the state and never taken from the request. Never throws.
 */
const USAGE = {
    script: 'script <path>: make a script the runtime guard of this session',
    inline: 'inline <code>: make code the runtime guard of this session',
    get: 'get: show the runtime guard, and the configured ones with their Points',
    clear: 'clear: remove the runtime guard',
    status: 'status [session] [set <key> <value> | del <key> | clear]: show or change the scratch of the guards',
    list: 'list: show every guard and gate, and whether it is on',
    off: 'off <name>: switch a guard or gate off for this session',
    on: 'on <name>: switch a guard or gate on for this session',
    observe: 'observe <name>: let a guard or gate run and count, and change nothing',
    allow: 'allow <code>: let exactly one refused call through, once, within the hour; log shows the codes',
    try: 'try <command> | try <tool> <arguments as JSON>: what the gates and guards would make of a call; it is not run',
    reload: 'reload: take over what is on disk now',
    log: 'log [all] [n]: show what acted or failed, or every decision',
    help: 'help: show this',
};
const VERBS = new Map([
    ['script', (rest, session, deps) => setRuntimeGuard('script', rest, session, deps)],
    ['inline', (rest, session, deps) => setRuntimeGuard('inline', rest, session, deps)],
    ['get', alone((session, deps) => showRuntimeGuard(session, deps))],
    ['clear', alone((session, deps) => clearRuntimeGuard(session, deps))],
    ['status', scratchReply],
    ['list', alone((session, deps) => listReply(session, deps))],
    ['off', (rest, session, deps) => switchReply('off', rest, session, deps)],
    ['on', (rest, session, deps) => switchReply('enforce', rest, session, deps)],
    ['observe', (rest, session, deps) => switchReply('observe', rest, session, deps)],
    ['allow', (rest, session, deps) => allowReply(rest, session, deps)],
    ['try', tryReply],
    ['reload', alone(async (session, deps) => ({ ok: true, text: await deps.reload(session) }))],
    ['log', logReply],
    ['help', alone(() => ({ ok: true, text: helpText() }))],
]);
/** @param line what the human typed behind `/guard`; `/guard` itself may be in front. */
async function runGuardCommand(line, session, deps) {
    const { word, rest } = firstWord(line.replace(/^\s*\/\S+/, ''));
    const name = word.toLowerCase();
    const verb = VERBS.get(name);
    if (verb === undefined)
        return unknownVerb(word);
    try {
        return withSaid(await verb(rest, session, deps), name, session, deps);
    }
    catch (error) {
        return { ok: false, text: `/guard ${name} failed: ${describeThrown(error)}` };
    }
}
/** What guards said to the human stands below the answer: once below any, and always below `log`. */
function withSaid(reply, verb, { rootSessionId }, { said }) {
    const lines = verb === 'log' ? said.all(rootSessionId) : said.unseen(rootSessionId);
    if (lines.length === 0)
        return reply;
    const shown = lines.map(({ time, level, text }) => `  ${new Date(time).toLocaleTimeString('en-GB')} ${level}: ${text}`);
    return { ...reply, text: [reply.text, 'guards said to you:', ...shown].join('\n') };
}
/** For the verbs that take nothing: words behind them are a mistake and not to be passed over. */
function alone(answer) {
    return (rest, session, deps) => rest === '' ? answer(session, deps) : { ok: false, text: `this verb takes nothing behind it, but "${rest}" is there; nothing was done` };
}
function unknownVerb(word) {
    if (word === '')
        return { ok: false, text: `/guard needs a verb.\n${helpText()}` };
    const near = nearest(word, [...VERBS.keys()]);
    return { ok: false, text: `/guard does not know "${word}"${near === null ? '' : `; did you mean "${near}"?`}\n${helpText()}` };
}
function helpText() {
    return ['verbs of /guard:', ...[...VERBS.keys()].map(name => `  ${USAGE[name] ?? name}`)].join('\n');
}

const GUARD_COMMAND = 'guard';
/** Taken when another plugin has the plain name. */
const GUARD_COMMAND_FALLBACK = 'shooty-guard';
/** The registry may come after this plugin, or not at all. */
function mountGuardCommand(ctx, parts) {
    ctx.inject(['commands'], (inner) => {
        try {
            inner.commands.register(definition$1(GUARD_COMMAND, parts));
            parts.registered(GUARD_COMMAND);
        }
        catch {
            inner.commands.register(definition$1(GUARD_COMMAND_FALLBACK, parts));
            parts.registered(GUARD_COMMAND_FALLBACK);
        }
    });
}
function definition$1(name, parts) {
    return {
        name,
        description: 'Show and switch the guards of this session',
        input: { hint: 'list | off <name> | on <name> | observe <name> | inline <code> | script <path> | get | clear | status | try <command> | reload | log | allow <code>' },
        async handler(invocation) {
            const session = parts.agents.identify(invocation.agent);
            const reply = await runGuardCommand(invocation.rawInput, session, parts.deps(session));
            return { kind: reply.ok ? 'success' : 'error', text: reply.text };
        },
    };
}

/**
 * What only a session can show: patterns of the configuration that match none of its tools or files, with what
 * is there instead. Said once for each pattern; changes nothing and never fails.
 */
/** Workspaces looked at; later ones say nothing new as a rule. */
const MAX_WORKSPACES = 20;
/** Names shown of what is there instead. */
const MAX_SHOWN = 12;
/** @returns to be told of each session of the user's own. */
function createFirstSession(parts) {
    const seen = new Set();
    return async (session) => {
        if (session.isSubagent || seen.has(session.cwd) || seen.size >= MAX_WORKSPACES)
            return;
        seen.add(session.cwd);
        try {
            for (const [key, text] of toolNotes(parts.settings.guards, parts.tools(session)))
                parts.note(key, text);
            for (const [key, text] of await pathNotes(parts, session))
                parts.note(key, text);
        }
        catch (error) {
            parts.note('first-session', `whether the patterns of the configuration match could not be looked at: ${describeThrown(error)}`);
        }
    };
}
function toolNotes(guards, tools) {
    if (tools.length === 0)
        return [];
    const judging = guards.filter(guard => guard.mode !== 'off' && guard.points.some(point => point === 'command' || point === 'result'));
    const dead = judging.flatMap(guard => (guard.tools ?? []).flatMap((pattern) => {
        if (tools.some(compileTools([pattern])))
            return [];
        const near = pattern === SHELL_GROUP ? null : nearest(pattern, tools);
        const instead = near === null ? `; there are ${tools.slice(0, MAX_SHOWN).join(', ')}${tools.length > MAX_SHOWN ? ' and others' : ''}` : `; did you mean ${near}?`;
        return [[`tools ${guard.name} ${pattern}`, `guard ${guard.name} (${guard.key}.tools): "${pattern}" matches no tool of this session${instead}`]];
    }));
    return [...dead, ...uncovered(judging.filter(guard => guard.points.includes('command')), tools)];
}
/** A guard for one shell is mostly meant for all of them. */
function uncovered(guards, tools) {
    const shells = tools.filter(isShellTool);
    const covered = shells.filter(tool => guards.some(guard => compileTools(guard.tools)(tool)));
    const open = shells.filter(tool => !covered.includes(tool));
    if (covered.length === 0 || open.length === 0)
        return [];
    return [['shells', `no COMMAND guard covers the shell ${open.length === 1 ? 'tool' : 'tools'} ${open.join(', ')}, although ${covered.join(', ')} ${covered.length === 1 ? 'is' : 'are'} judged; tools: [${SHELL_GROUP}] covers every shell tool`]];
}
async function pathNotes({ settings, files }, session) {
    const patterns = [...settings.criticalPaths.map(pattern => ['criticalPaths', pattern]), ...settings.lockedPaths.map(pattern => ['lockedPaths', pattern])];
    if (patterns.length === 0)
        return [];
    const paths = [];
    const { cut } = await walkFiles(files, session, session.cwd, (path) => {
        paths.push(path.slice(session.cwd.length).replaceAll('\\', '/').replace(/^\/+/, ''));
        return Promise.resolve(true);
    });
    return cut ? [] : patterns.flatMap(([key, pattern]) => deadPathNote(key, pattern, paths));
}
/** @param paths files of the workspace, relative with `/`. */
function deadPathNote(key, pattern, paths) {
    const [rule] = compileRules([pattern]);
    // Patterns that can never match are told at the start; absolute ones are for other folders.
    if (rule === undefined || paths.some(path => rule.matches(path, false)))
        return [];
    const meant = meantPath(plainPattern(pattern), rule.base, paths, path => rule.matches(path, true));
    // A locked file may well not be there yet.
    if (meant === null && key === 'lockedPaths')
        return [];
    const folders = [...new Set(paths.map(path => path.split('/')[0] ?? ''))].slice(0, MAX_SHOWN);
    const instead = meant === null ? folders.length === 0 ? '; the workspace has no files yet' : `; it has ${folders.join(', ')}` : `; did you mean "${meant}"?`;
    return [[`${key} ${pattern}`, `${key}: "${pattern}" matches no file of the workspace${instead}`]];
}
/** The pattern that would match: in the case of the files, below another folder, or with a name that is nearly the same. */
function meantPath(pattern, base, paths, matchesFolded) {
    const rest = pattern.slice(base.length);
    const folders = new Set(paths.flatMap(path => path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))));
    const folded = paths.find(matchesFolded);
    if (folded !== undefined)
        return `${folded.slice(0, base.length)}${rest}`;
    const below = base === '' ? undefined : [...folders].find(folder => folder.endsWith(`/${base}`));
    if (below !== undefined)
        return `${below}${rest}`;
    const near = base === '' ? null : nearest(base, [...folders]);
    return near === null ? null : `${near}${rest}`;
}

/**
 * Known-bad probes: a call that must be refused and a script that must fail, run through a real runner.
 * A runner that lets the one pass, or calls the other a success, cannot be relied on.
 */
const REASON = 'shooty-probe';
const DENY = `vance.guard.deny('${REASON}')`;
const THROW = `throw new Error('${REASON}')`;
/**
 * Never rejects.
 * @param compile makes a script ready for the runner; may throw.
 */
async function probeRunner(runner, compile, options) {
    try {
        const denied = await runner.run(jobOf(DENY, compile, options));
        const wrong = wrongDenial(denied);
        if (wrong !== null)
            return { ok: false, detail: wrong };
        const thrown = await runner.run(jobOf(THROW, compile, options));
        if (thrown.fault?.code !== 'script_threw')
            return { ok: false, detail: `a script that throws came to ${outcome(thrown)}` };
        return { ok: true, detail: `probe refused in ${Math.round(denied.ms)} ms` };
    }
    catch (error) {
        return { ok: false, detail: `the probe could not be run: ${describeThrown(error)}` };
    }
}
/** Exactly the one refusal, with its own reason, and nothing else. */
function wrongDenial(report) {
    const [action] = report.actions;
    const refused = report.actions.length === 1 && action?.kind === 'deny' && action.reason === REASON;
    return refused && report.fault === null && !report.cancelled ? null : `a script that refuses came to ${outcome(report)}`;
}
function outcome(report) {
    if (report.cancelled)
        return 'a cancellation';
    if (report.fault !== null)
        return `${report.fault.code}: ${report.fault.message}`;
    return report.actions.length === 0 ? 'nothing' : report.actions.map(action => action.kind).join(', ');
}
function jobOf(text, compile, options) {
    return {
        hash: createHash('sha256').update(text).digest('hex'),
        guardName: REASON,
        compiled: compile(text),
        input: INPUT,
        mode: 'enforce',
        params: {},
        maxRounds: 0,
        allowTools: false,
        now: 0,
        loopScratch: {},
        timeoutMs: options.timeoutMs,
        signal: options.signal,
        host: NO_HOST,
    };
}
const INPUT = {
    point: 'command',
    session: { sessionId: REASON, agentId: REASON, rootSessionId: REASON, cwd: '/', isSubagent: false },
    task: '', request: '', output: '', round: 0, naturalStop: false,
    command: { name: REASON, args: {}, callId: REASON },
    result: null,
    hasAgent: false,
};
const NO_HOST = {
    call: () => Promise.reject(new Error('a probe has no host calls')),
    tell: () => undefined,
};

/**
 * What Shooty says about itself when it is loaded: one line for the human, and what in it is not as it
 * should be. Pure: everything is handed in as it really is, nothing is looked up here.
 */
/** UTF-16 units of one reason in a note. */
const MAX_REASON = 300;
function selfCheck(input) {
    const guards = input.guards.filter(guard => guard.mode !== 'off');
    const broken = guards.filter(guard => guard.state === 'broken');
    const gates = input.gates.filter(gate => gate.active);
    const active = input.points.filter(point => point.active);
    const dead = input.points.filter(isDead);
    const notes = [
        ...broken.map(guard => `guard ${guard.name} is BROKEN: ${oneLine(guard.reason ?? 'no reason is known', MAX_REASON)} (${placeOf(guard)})`),
        ...guards.flatMap(guard => guard.warnings.map(warning => `guard ${guard.name}: ${oneLine(warning, MAX_REASON)} (${placeOf(guard)})`)),
        ...dead.map(point => `${point.point} is ${oneLine(point.detail, MAX_REASON)}`),
        ...registrationNotes('tool', input.tool),
        ...registrationNotes('command', input.command),
        ...input.probe === null || input.probe.ok ? [] : [`the runner failed its probe: ${oneLine(input.probe.detail, MAX_REASON)}; script guards cannot be relied on`],
    ];
    const parts = [
        `${count(guards.length, 'guard')}${broken.length === 0 ? '' : ` (${broken.length} BROKEN: ${broken.map(guard => guard.name).join(', ')})`}${waitingText(guards)}`,
        count(gates.length, 'gate'),
        active.length === 0 ? 'no point active' : `points ${active.map(point => point.point).join(' ')}`,
        ...dead.length === 0 ? [] : [`NOT ACTIVE: ${dead.map(point => point.point).join(' ')}`],
    ];
    const inForce = guards.filter(guard => guard.state !== 'broken').map(guard => `${guard.name} → ${guard.trigger}${guard.tools === null ? '' : ` ${guard.tools.join(' ')}`}`);
    const names = [...nameText('tool', input.tool), ...nameText('command', input.command)];
    const line = [`shooty ${input.version}: ${parts.join(', ')}`, ...names, ...runnerText(input.probe), ...inForce.length === 0 ? [] : [`guards ${inForce.join(', ')}`]].join('; ');
    return { line: oneLine(line, MAX_LINE), notes, loud: notes.length > 0 };
}
/** UTF-16 units; a long list of broken guards is whole in the notes. */
const MAX_LINE = 800;
/** For whoever has to mend it. */
function placeOf({ key, file }) {
    return file === null ? key : `${key}, ${file}`;
}
function waitingText(guards) {
    const waiting = guards.filter(guard => guard.state === 'waiting');
    return waiting.length === 0 ? '' : ` (${waiting.length} waiting for a workspace: ${waiting.map(guard => guard.name).join(', ')})`;
}
/** Guards are there for it and do not run; a Point without guards is merely idle. */
function isDead(point) {
    return !point.active && point.detail.startsWith('not active');
}
function registrationNotes(kind, { wanted, registered }) {
    if (wanted === null || registered === wanted)
        return [];
    if (registered === null)
        return [`the ${kind} ${wanted} is NOT registered: this host has no place for it`];
    return [`the ${kind} is registered as ${registered}: the name ${wanted} was taken`];
}
/** In the line only where it is not what everybody expects. */
function nameText(kind, { wanted, registered }) {
    if (wanted === null || registered === wanted)
        return [];
    return [registered === null ? `${kind} ${wanted} NOT registered` : `${kind} is ${registered}`];
}
function runnerText(probe) {
    if (probe === null)
        return [];
    return [probe.ok ? `runner ok (${probe.detail})` : `runner NOT OK (${probe.detail})`];
}
function count(number, word) {
    return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/** Waits until a pool has a runner that is free, without joining its queue and without keeping the process alive. */
const STEP_MS$1 = 25;
/** Ends when one is free, when none can be started, after `ms`, or when the signal aborts. */
async function runnerReady(pool, ms, signal) {
    pool.warm();
    for (let waited = 0; waited < ms && !signal.aborted; waited += STEP_MS$1) {
        const { runners, lastStartFailure } = pool.stats();
        if (lastStartFailure !== null || runners.some(runner => runner.state === 'idle'))
            return;
        await setTimeout$1(STEP_MS$1, undefined, { ref: false });
    }
}

function statusText(data) {
    const head = [`Shooty: ${data.summary}`, `at load: ${data.selfCheck ?? 'the check is under way'}`];
    switch (data.action) {
        case 'status': return [...head, ...points(data), ...gates(data), ...session(data), ...counters(data), ...notes(data)].join('\n');
        case 'guards': return [...head, ...(data.guards.length === 0 ? ['no guards are configured'] : data.guards.flatMap(guardLines)), ...notes(data)].join('\n');
        case 'recent': return [...head, ...recent(data)].join('\n');
        case 'targets': return [...head, ...target(data), ...notes(data)].join('\n');
    }
}
function points(data) {
    return ['points:', ...data.points.map(point => `  ${point.point}: ${point.active ? 'active' : point.detail.startsWith('not active') ? 'NOT ACTIVE' : 'idle'} (${point.detail})`)];
}
function gates(data) {
    return ['gates:', ...data.gates.map(gate => `  ${gate.gate}: ${gate.active ? 'on' : 'off'} (${gate.detail})`)];
}
function session(data) {
    if (data.session === null)
        return [];
    const { rounds, pendingNotices, runtimeGuard } = data.session;
    return [`session: ${rounds} follow-up rounds used, ${pendingNotices} notices waiting, runtime guard ${runtimeGuard ?? 'none'}`];
}
function counters(data) {
    const { 'vance.guard.evaluations': evaluations, ...plain } = data.counters;
    const list = (values) => Object.entries(values).map(([name, value]) => `${name} ${value}`).join(', ');
    return [`counters: ${list(plain)}`, `evaluations: ${list(evaluations)}`];
}
function guardLines(guard) {
    const where = guard.file ?? 'inline';
    const times = guard.p50Ms === null ? '' : `, p50 ${guard.p50Ms} ms, p95 ${guard.p95Ms ?? guard.p50Ms} ms`;
    return [
        `  ${guard.name}: ${guard.state === 'broken' ? 'BROKEN' : guard.state}, ${guard.trigger}${guard.tools === null ? '' : ` of ${guard.tools.join(' ')}`}, ${guard.mode}, ${where}${guard.hash === null ? '' : `, ${guard.hash}`}`,
        guard.runs === 0 ? '    runs 0: never asked' : `    runs ${guard.runs}: fired ${guard.fired}, denied ${guard.denied}, asked ${guard.asked}, passed ${guard.passed}, errors ${guard.errors}, capped ${guard.capped}, observed ${guard.observed}${times}`,
        ...guard.tokens.calls === 0 ? [] : [`    model: ${guard.tokens.calls} answered requests, ${guard.tokens.input} tokens in, ${guard.tokens.output} tokens out`],
        ...guard.lastOutcomes.length === 0 ? [] : [`    last: ${guard.lastOutcomes.join(', ')}`],
        ...guard.reason === null ? [] : [`    ${guard.state === 'loaded' ? 'note' : 'reason'}: ${guard.reason}`],
        ...guard.lastError === null ? [] : [`    last error: ${guard.lastError}`],
        ...guard.warnings.map(warning => `    warning: ${warning}`),
    ];
}
function recent(data) {
    if (data.recent.length === 0)
        return ['no decisions yet'];
    return data.recent.map(one => `  ${decisionLine(one)}`);
}
/** One decision on one line. */
function decisionLine(one) {
    const what = one.wouldBe !== null ? `${one.outcome} (would be ${one.wouldBe})` : one.ended === undefined ? one.outcome : `${one.outcome} (${one.ended})`;
    const tool = one.tool === null ? '' : ` ${one.tool}`;
    return `${new Date(one.time).toISOString()} ${one.guard} ${one.point}${tool}: ${what}, ${Math.round(one.ms * 100) / 100} ms${one.reason === null ? '' : ` - ${one.reason}`}`;
}
function target(data) {
    if (data.target === null)
        return ['targets needs a path, and a session whose workspace it belongs to'];
    const { path, rule, looked, found, state } = data.target;
    return [
        `${path}: ${data.target.protected ? `protected by ${rule ?? 'a rule'}` : 'not protected'}`,
        ...looked.length === 0 ? [] : [`  specification looked for: ${looked.join(', ')}; ${found === null ? 'none is there' : `found ${found}`}`],
        `  ${state}`,
    ];
}
function notes(data) {
    return data.notes.length === 0 ? [] : ['notes:', ...data.notes.map(note => `  - ${note}`)];
}

const STATUS_TOOL = 'guard_status';
/** Taken when another plugin has the plain name. */
const STATUS_TOOL_FALLBACK = 'shooty_guard_status';
const ACTIONS = ['status', 'guards', 'targets', 'recent'];
const DEFAULT_RECENT = 20;
/** @returns the name under which it is registered, and the disposer; null where the host has no place for it. */
function registerStatusTool(ctx, parts) {
    try {
        return { name: STATUS_TOOL, dispose: ctx.tools.register(definition(STATUS_TOOL, parts)) };
    }
    catch {
        // A host that takes no tool from us still gets its guards; the check at load says that the tool is missing.
        if (typeof ctx.tools.register !== 'function')
            return null;
        return { name: STATUS_TOOL_FALLBACK, dispose: ctx.tools.register(definition(STATUS_TOOL_FALLBACK, parts)) };
    }
}
function definition(name, parts) {
    return {
        name,
        description: 'Show the guards of this session and what they decided.',
        parameters: {
            type: 'object',
            properties: { action: { type: 'string', enum: [...ACTIONS] }, path: { type: 'string', description: 'for targets' } },
            additionalProperties: false,
        },
        output: {
            schema: {},
            render: (_args, value) => [{ type: 'text', text: statusText(value) }],
        },
        isConcurrencySafe: () => true,
        async execute(args, exec) {
            const { action, path } = parseArguments(args);
            const session = exec.agent === undefined ? null : parts.agents.identify(exec.agent);
            return await parts.data(action, session, { path, count: DEFAULT_RECENT });
        },
    };
}
function parseArguments(args) {
    const given = isJsonObject(args) ? args : {};
    const action = ACTIONS.find(known => known === (given.action ?? 'status'));
    if (action === undefined)
        throw new GuardError('BAD_ARGUMENT', `action must be one of ${ACTIONS.join(', ')}`);
    return { action, path: typeof given.path === 'string' && given.path !== '' ? given.path : null };
}

/**
 * The check at load: every anchor, guard, tool and command, and a known-bad probe through a runner where
 * scripts are configured. One line on the standard error stream, and the head of `guard_status`.
 */
/** Whose call the warming is: nobody's. */
const NOBODY = { sessionId: 'warming', agentId: 'warming', rootSessionId: 'warming', cwd: process.cwd(), isSubagent: false };
/** The start of a first runner on a busy machine included. */
const PROBE_MS = 20_000;
const SETTLE_MS = 200;
/** The registry of commands is there a moment before our command is in it. */
const COMMAND_MS = 5_000;
const STEP_MS = 25;
function createLoadCheck(parts) {
    const { guards, human } = parts;
    let command = null;
    let result = null;
    const ended = new AbortController();
    const commandSettled = async () => {
        for (let waited = 0; waited < COMMAND_MS && command === null && parts.commandsThere() && !ended.signal.aborted; waited += STEP_MS) {
            await setTimeout$1(STEP_MS, undefined, { ref: false });
        }
    };
    const run = async (status, tool) => {
        const needed = guards.scripts.configured.some(({ guard }) => guard.mode !== 'off');
        // The probe joins no queue: a first call that comes meanwhile would wait behind it, or have a second runner started.
        if (needed)
            await runnerReady(guards.pool, PROBE_MS, ended.signal);
        const probe = needed ? await probeRunner(guards.pool, compileProbe, { timeoutMs: PROBE_MS, signal: ended.signal }) : null;
        await commandSettled();
        // The command registry answers in a turn of its own; without a probe nothing has waited for it yet.
        if (probe === null)
            await setTimeout$1(SETTLE_MS, undefined, { ref: false });
        if (ended.signal.aborted)
            return;
        const data = statusData(status, 'guards', null, { recentCount: 0, target: null });
        result = selfCheck({
            version: packageVersion(), probe, guards: data.guards, gates: data.gates, points: data.points,
            tool: { wanted: parts.statusTool ? STATUS_TOOL : null, registered: tool },
            // A profile without a command registry has no place for it, and nothing is missing there.
            command: { wanted: parts.commandsThere() ? GUARD_COMMAND : null, registered: command },
        });
        human.say(null, result.loud ? 'warn' : 'info', result.line);
        for (const note of result.notes)
            human.say(null, 'warn', note);
        await parts.examples(ended.signal);
        if (guards.roster.needed('command'))
            await guards.gates.effects.warm(NOBODY);
    };
    return {
        begin(status, tool) {
            run(status, tool).catch((error) => { human.say(null, 'warn', `the check at load failed: ${describeThrown(error)}`); });
        },
        commandIs(name) {
            command = name;
            // A registry that came after the check.
            if (result !== null && name !== GUARD_COMMAND)
                parts.note('command', `the command is registered as ${name}: the name ${GUARD_COMMAND} was taken`);
        },
        line: () => result?.line ?? null,
        notes: () => result?.notes ?? [],
        dispose() { ended.abort(); },
    };
}
function compileProbe(text) {
    const outcome = compileGuard(text, { name: 'probe', language: 'js' });
    if (outcome.ok)
        return outcome.compiled;
    throw new GuardError('INTERNAL', outcome.reason);
}

const POINTS = ['start', 'command', 'result', 'stop', 'terminate'];
function pointStatuses({ roster, mount, anchors, states }, session) {
    // What the human switched in this session counts, not what the configuration says.
    const modeOf = (guard) => session === null ? guard.mode : states.modeOf(session, guard.name, guard.mode);
    return POINTS.map((point) => {
        const names = roster.at(point, session).filter(guard => modeOf(guard) !== 'off').map(guard => guard.name);
        if (names.length === 0)
            return { point, active: false, detail: 'no guard' };
        const missing = anchors.missing(point);
        if (missing.length > 0)
            return { point, active: false, detail: `not active: this host has no ${missing.join(', ')}; guards here do not run: ${names.join(', ')}` };
        return mount.mounted(point)
            ? { point, active: true, detail: names.join(', ') }
            : { point, active: false, detail: `not active: nothing is registered on the host for ${names.join(', ')}` };
    });
}

/**
 * Tells when something changed in a few folders, whether or not they exist yet. Owns its watchers and
 * timers, none of which keeps the process alive. It says that something changed, not what: whoever
 * listens compares contents. Plain node:fs: only whole folders are watched, none of them deeply, and
 * that is what it does well everywhere; saves by rename are events of the folder.
 */
const LONGEST = 10;
/** Folders may appear while they are looked for; more rounds than this would be somebody's game. */
const MAX_ROUNDS = 10;
/** A folder whose watcher failed this often is left alone. */
const MAX_FAILURES = 5;
function createFolderWatch(options) {
    let wanted = [];
    let isDisposed = false;
    let isContent = false;
    let quiet = null;
    let latest = null;
    const armed = new Map();
    const failures = new Map();
    const settle = () => {
        stopTimers();
        // Watch first, report then: what appears in between is seen by whoever reads because of the report.
        const isMoved = arm();
        if (isContent || isMoved) {
            isContent = false;
            options.onChange();
        }
    };
    const stopTimers = () => {
        if (quiet !== null)
            clearTimeout(quiet);
        if (latest !== null)
            clearTimeout(latest);
        quiet = latest = null;
    };
    const onEvent = (folder) => {
        if (isDisposed)
            return;
        // A folder above a missing one is only watched for the missing one to appear.
        isContent ||= wanted.includes(folder);
        if (quiet !== null)
            clearTimeout(quiet);
        quiet = setTimeout(settle, options.debounceMs).unref();
        latest ??= setTimeout(settle, options.debounceMs * LONGEST).unref();
    };
    const arm = () => {
        let isMoved = false;
        for (let round = 0; round < MAX_ROUNDS; round++) {
            const places = placesToWatch(wanted);
            const stale = [...armed].filter(([folder, { identity }]) => places.get(folder) !== identity);
            const fresh = [...places].filter(([folder]) => !armed.has(folder) || stale.some(([old]) => old === folder));
            if (stale.length === 0 && fresh.length === 0)
                break;
            for (const [folder, { watcher }] of stale) {
                armed.delete(folder);
                watcher.close();
            }
            const opened = fresh.filter(([folder, identity]) => open(folder, identity));
            isMoved ||= stale.length > 0 || opened.length > 0;
            if (opened.length === 0)
                break;
        }
        return isMoved;
    };
    const open = (folder, identity) => {
        if ((failures.get(folder) ?? 0) >= MAX_FAILURES)
            return false;
        try {
            const watcher = watch(folder, { persistent: false }, () => { onEvent(folder); });
            watcher.on('error', () => {
                // The folder is gone, as a rule. Look again where to watch.
                watcher.close();
                if (armed.get(folder)?.watcher === watcher)
                    armed.delete(folder);
                failures.set(folder, (failures.get(folder) ?? 0) + 1);
                onEvent(folder);
            });
            armed.set(folder, { identity, watcher });
            return true;
        }
        catch (error) {
            // Said once per folder, although every later look tries again.
            if (!failures.has(folder))
                options.onError(folder, describeThrown(error));
            failures.set(folder, (failures.get(folder) ?? 0) + 1);
            return false;
        }
    };
    return {
        set(folders) {
            if (isDisposed)
                return;
            wanted = [...new Set(folders)];
            arm();
        },
        dispose() {
            isDisposed = true;
            stopTimers();
            for (const { watcher } of armed.values())
                watcher.close();
            armed.clear();
            failures.clear();
        },
    };
}
/** Existing folders to watch and their identity on disk: the wanted ones, or what is there of the way to them. */
function placesToWatch(wanted) {
    const places = new Map();
    for (const folder of wanted) {
        for (let path = folder;; path = dirname(path)) {
            const identity = folderIdentity(path);
            if (identity !== null)
                places.set(path, identity);
            // A link may come to point elsewhere, which is an event of the folder it is in.
            if (identity !== null && !isLink(path))
                break;
            if (dirname(path) === path)
                break;
        }
    }
    return places;
}
function folderIdentity(path) {
    try {
        const stats = statSync(path);
        return stats.isDirectory() ? `${stats.dev}:${stats.ino}` : null;
    }
    catch {
        return null;
    }
}
function isLink(path) {
    try {
        return lstatSync(path).isSymbolicLink();
    }
    catch {
        return false;
    }
}

const DEBOUNCE_MS = 150;
/** @param note said once for each key. */
function watchScripts(texts, report, note) {
    const watch = createFolderWatch({
        debounceMs: DEBOUNCE_MS,
        onChange() {
            const changed = texts.reload(null).filter(one => one.before !== one.after || one.text.state === 'broken' || (one.text.state === 'loaded' && one.text.stale !== null));
            if (changed.length > 0)
                report(reloadText(changed));
            // A folder of a guard may have come or gone.
            watch.set(texts.folders());
        },
        onError(folder, reason) { note(`watch ${folder}`, `changes in ${folder} are not seen (${reason}); use /guard reload after a change`); },
    });
    watch.set(texts.folders());
    return watch;
}

function provideService(ctx, service) {
    // The host refuses a preset that publishes a service to everybody.
    if (isScoped(ctx) && sharesRootRealm(ctx))
        return 'scope';
    try {
        ctx.provide('shooty', service);
        return 'provided';
    }
    catch {
        return 'taken';
    }
}
/** The host marks the context of an agent or a preset with its key, under a symbol that only it has; its description is all there is to go by. */
function isScoped(ctx) {
    for (let layer = ctx; typeof layer === 'object' && layer !== null; layer = Object.getPrototypeOf(layer)) {
        if (Object.getOwnPropertySymbols(layer).some(symbol => symbol.description === 'dsh.scope'))
            return true;
    }
    return false;
}
/** A row may isolate the name; what is provided there stays there. */
function sharesRootRealm(ctx) {
    const realmOf = (one) => one[ISOLATE]?.shooty;
    return realmOf(ctx) === realmOf(ctx.root);
}
const ISOLATE = Symbol.for('cordis.isolate');

/**
 * The package's own skills in the host's registry: the manual for an agent that drafts a guard. The human gives it
 * (`/writing-guards`), or a guard does; it is not in the model's catalog, where it would cost every session its line.
 */
/** As the host ranks what packages bring: below the project's and the user's own. */
const BUNDLED_RANK = 600;
const PROVIDER = 'shooty';
const NAME = 'writing-guards';
const DESCRIPTION = 'How to draft a Shooty guard for the human, and where the human puts it';
/** @param folder the `skills` folder of the package. The registry may come after this plugin, or not at all. */
function provideSkills(ctx, folder, report) {
    const path = join(folder, NAME, 'SKILL.md');
    const summary = {
        name: NAME, description: DESCRIPTION, invocation: { modelInvocable: false, userInvocable: true },
        provider: PROVIDER, source: 'bundled', resourceBase: { kind: 'directory', path: dirname(path) }, path,
    };
    const provider = {
        name: PROVIDER,
        list: () => Promise.resolve([{ ...summary, rank: BUNDLED_RANK, locator: path }]),
        get: async () => ({ ...summary, content: withoutFrontmatter(await readFile(path, 'utf8')) }),
    };
    ctx.inject(['skills'], (inner) => {
        try {
            inner.get('skills')?.registerProvider?.(() => provider);
        }
        catch (error) {
            report(`the skill ${NAME} is not there: ${String(error)}`);
        }
    });
}
function withoutFrontmatter(text) {
    return text.replace(/^---\n[^]*?\n---\n/, '');
}

/** `guard_status action=targets`: what a write to one path would meet, from both gates that protect paths. */
async function targetStatus(path, session, { critical, locked, tamper }, states) {
    // What refuses now counts: a gate that is off, or only observes, refuses nothing.
    const refuses = tamper.status().active && states.modeOf(session, tamper.name, tamper.mode) === 'enforce';
    if (refuses && await tamper.covers(resolve(session.cwd, path), session)) {
        return { path, protected: true, rule: tamper.name, looked: [], found: null, state: 'a write by the agent is refused; only the human can change it' };
    }
    const enforced = locked.status().active && states.modeOf(session, locked.name, locked.mode) === 'enforce';
    const lockedBy = enforced ? await locked.ruleOf(path, session) : null;
    if (lockedBy !== null)
        return { path, protected: true, rule: lockedBy, looked: [], found: null, state: 'locked by lockedPaths: a change by any call is refused; only the human can change it' };
    const report = await critical.targetReport(path, session);
    const mode = states.modeOf(session, critical.name, critical.mode);
    if (!report.protected || mode === 'enforce')
        return { path, ...report };
    const why = mode === 'off' ? 'is switched off' : 'only observes';
    return { path, ...report, state: `the gate ${why} in this session, so a write goes through; otherwise: ${report.state}` };
}

function buildShooty(ctx, settings) {
    const home = findHome(ctx, process.env);
    const human = createHumanPort((line) => { process.stderr.write(`${line}\n`); });
    const report = (text) => { human.say(null, 'warn', text); };
    const claim = claimKept(ctx, key => createKept(settings.maxSessions, key === 'shooty' ? home.sessions : `${home.sessions}-${key}`, report));
    const { kept } = claim;
    const note = (key, text) => { if (kept.notes.put(key, text))
        report(text); };
    const ports = createHostPorts({ ctx, agents: kept.agents, turnLog: kept.turnLog, human: remembering(human, kept.said), report });
    const refused = new WeakSet();
    const guards = createGuardSet({ settings, home, memory: kept, ports, refused });
    const path = auditPath(settings.audit, home.own);
    const audit = path === null ? null : openAudit(path, report);
    let statusTool = null;
    const engine = createEngine({
        ctx, kept, guards, clock: ports.clock, skills: ports.skills, refused, report, note,
        isExempt: tool => tool === statusTool, audit: (decision) => { audit?.record(decision); },
    });
    const check = createLoadCheck({
        guards, human, note,
        async examples(signal) {
            const { runLoadExamples } = await import('./load-examples.js');
            await runLoadExamples({ settings, home, texts: guards.texts, note }, signal);
        },
        statusTool: settings.exposeStatusTool, commandsThere: () => ctx.get('commands') !== undefined,
    });
    const status = statusParts(settings, kept, guards, engine, check);
    const watch = watchScripts(guards.texts, report, note);
    if (settings.exposeStatusTool)
        statusTool = openStatusTool(ctx, kept, guards, status);
    openCommand(ctx, kept, guards, engine, { ...status, tools: session => ports.tools.list(session).map(tool => tool.name) }, (name) => { check.commandIs(name); });
    openService(ctx, guards, status, note);
    const first = createFirstSession({ settings, files: ports.files, tools: session => ports.tools.list(session).map(tool => tool.name), note });
    kept.agents.onNew((session) => { void first(session); });
    provideSkills(ctx, BUNDLED_SKILLS, report);
    guards.roster.onChange(() => { engine.mount.reconcile(); });
    guards.skills.onChange(() => { engine.mount.reconcile(); });
    engine.mount.reconcile();
    check.begin(status, statusTool);
    return {
        async dispose() {
            engine.mount.dispose();
            watch.dispose();
            check.dispose();
            ports.processes.dispose();
            await Promise.allSettled([guards.pool.dispose(), audit?.dispose(), ports.subagents.dispose(), kept.files.settled()]);
            claim.release();
        },
    };
}
/** What guards say to the human of a session is shown by `/guard` as well: not every host shows its standard error stream. */
function remembering(human, said) {
    return {
        say(session, level, text) {
            human.say(session, level, text);
            if (session !== null)
                said.add(session.rootSessionId, { time: Date.now(), level, text });
        },
    };
}
function statusParts(settings, kept, { texts, pool, scripts, roster, gates, skills }, { mount, anchors }, check) {
    return {
        texts, states: kept.states, metrics: kept.metrics, counters: kept.counters, selfCheck: check.line,
        tokens: guard => kept.tokens.of(guard),
        guards: session => scripts.all([...roster.settings(), ...session === null ? [] : skills.of(session)], session),
        gates: () => gates.all,
        points: session => pointStatuses({ roster, mount, anchors, states: kept.states }, session),
        notes: () => [...check.notes(), ...configNotes(settings), ...pool.notes(), ...runnerNotes(pool.stats()), ...gates.critical.notes(), ...gates.destructive.notes(), ...kept.notes.all()],
    };
}
function openStatusTool(ctx, kept, { gates }, status) {
    const registered = registerStatusTool(ctx, {
        agents: kept.agents,
        async data(action, session, { path, count }) {
            const target = action === 'targets' && path !== null && session !== null ? await targetStatus(path, session, gates, kept.states) : null;
            return statusData(status, action, session, { recentCount: count, target });
        },
    });
    return registered?.name ?? null;
}
function openCommand(ctx, kept, { texts }, { mount, tryCall }, status, registered) {
    mountGuardCommand(ctx, {
        agents: kept.agents,
        deps: () => ({
            ...status,
            refusals: kept.refusals,
            said: kept.said,
            forget: (guard) => { texts.forget(guard); },
            tryCall,
            reload: of => Promise.resolve(reloadText(texts.reload(of))),
            changed() {
                mount.reconcile();
            },
        }),
        registered,
    });
}
function openService(ctx, { scripts, roster }, status, note) {
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

const name = 'shooty';
const inject = ['tools'];
function apply(ctx, config) {
    const shooty = buildShooty(ctx, resolveConfig(config));
    ctx.effect(() => () => shooty.dispose(), 'shooty');
}

export { apply as a, inject as i, name as n, runnerReady as r };
