import { readFile } from 'node:fs/promises';
import { parse, join, dirname, isAbsolute } from 'node:path';
import { d as describeThrown, G as GuardError } from './patch-text.js';
import { i as isJsonObject, q as createMemory, l as createProcesses, O as createGuardSet, p as createLocalFiles, B as createJudge, r as resolveConfig } from './shooty.js';
import { randomUUID } from 'node:crypto';

/**
 * The examples that stand beside a guard, `<name>.examples.yml`: what happens, and what the guard is to
 * make of it. Owns the form of the file and the places of its mistakes; runs nothing.
 */
const POINTS = ['start', 'command', 'result', 'stop', 'terminate'];
const EXPECTED = ['pass', 'deny', 'ask', 'block', 'replace', 'continue', 'notice', 'activate', 'fault'];
/** Words of other tools' case files. */
const SYNONYMS = { allow: 'pass', refuse: 'deny', stop: 'pass' };
const KEYS = ['name', 'point', 'call', 'command', 'result', 'output', 'task', 'request', 'turn', 'answers', 'params', 'expect'];
/** @param fallback the Point of entries that name none. */
function parseExamples(entries, fallback) {
    const examples = [];
    const problems = [];
    for (const { value, line } of entries) {
        const parsed = parseExample(value, line, fallback);
        if (typeof parsed === 'string')
            problems.push({ line, text: parsed });
        else
            examples.push(parsed);
    }
    return { examples, problems };
}
/** @returns the example, or what is wrong with it. */
function parseExample(value, line, fallback) {
    if (!isJsonObject(value))
        return 'an example is an object with at least call or output, and expect';
    const unknown = Object.keys(value).find(key => !KEYS.includes(key));
    if (unknown !== undefined)
        return `unknown key "${unknown}"; an example has ${KEYS.join(', ')}`;
    const command = commandOf(value['call'] ?? value['command']);
    if (typeof command === 'string')
        return command;
    const point = pointOf(value, command, fallback);
    if (!POINTS.includes(point))
        return `point is ${JSON.stringify(value['point'])}; it is one of ${POINTS.join(', ')}`;
    if (command === null && (point === 'command' || point === 'result'))
        return `an example at "${String(point)}" needs a call: a command, or { tool, args }`;
    const expect = expectationOf(value['expect']);
    if (typeof expect === 'string')
        return expect;
    const result = resultOf(value['result'], point);
    const turn = turnOf(value['turn']);
    if (typeof result === 'string')
        return result;
    if (typeof turn === 'string')
        return turn;
    const { name, output, task, request, answers = [], params = {} } = value;
    if (!Array.isArray(answers))
        return 'answers is a list: what judges and tools say, in order';
    if (!isJsonObject(params))
        return 'params is an object, as in the configuration';
    return {
        name: textOr(name, command === null ? `example in line ${line}` : titleOf(command)), line, point: point, command, result,
        output: textOr(output, ''), task: textOr(task, textOr(request, '')), request: textOr(request, textOr(task, '')), turn, answers, params, expect,
    };
}
function pointOf(value, command, fallback) {
    return value['point'] ?? (value['result'] !== undefined ? 'result' : fallback ?? (command === null ? 'stop' : 'command'));
}
function titleOf(command) {
    const text = isJsonObject(command.args) && typeof command.args['command'] === 'string' ? command.args['command'] : `${command.name} ${JSON.stringify(command.args)}`;
    return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
function textOr(value, fallback) {
    return typeof value === 'string' ? value : fallback;
}
/** A text is a command for the shell tool of the host. */
function commandOf(call) {
    if (call === undefined || call === null)
        return null;
    if (typeof call === 'string')
        return { name: 'bash', args: { command: call }, callId: 'example' };
    if (!isJsonObject(call))
        return 'call is a command, or an object { tool, args }';
    const { tool, args = {} } = call;
    return typeof tool === 'string' ? { name: tool, args, callId: 'example' } : 'call.tool is the name of a tool, such as "write"';
}
function resultOf(value, point) {
    if (point !== 'result')
        return null;
    if (value === undefined || typeof value === 'string')
        return { isError: false, text: value ?? '', error: null, durationMs: 1 };
    if (!isJsonObject(value))
        return 'result is the text that the tool printed, or an object { text, isError }';
    const { text = '', isError = false } = value;
    if (typeof text !== 'string' || typeof isError !== 'boolean')
        return 'result.text is a text and result.isError true or false';
    return { isError, text, error: isError ? { message: text, code: null } : null, durationMs: 1 };
}
function turnOf(value) {
    if (value === undefined || value === null)
        return {};
    if (!isJsonObject(value))
        return 'turn is an object { calls, files, running }';
    const { calls = [], files, running = [] } = value;
    if (!Array.isArray(calls) || !Array.isArray(running) || (files !== undefined && !Array.isArray(files)))
        return 'turn.calls, turn.files and turn.running are lists';
    const read = calls.map(turnCallOf);
    const wrong = read.find(call => typeof call === 'string');
    if (wrong !== undefined)
        return wrong;
    const known = read.filter(call => typeof call !== 'string');
    return {
        calls: known,
        files: files === undefined ? [...new Set(known.flatMap(call => call.writes.map(write => write.path)))] : files.filter(file => typeof file === 'string'),
        running: running.filter(isJsonObject).map(({ id, kind, label }) => ({ id: textOr(id, 'job'), kind: textOr(kind, 'bash'), label: textOr(label, '') })),
    };
}
/** A text is a command that ran well; which programs that are is read by whoever runs the example. */
function turnCallOf(value) {
    const empty = { args: {}, outcome: 'done', isError: false, ms: 1, writes: [], commands: [] };
    if (typeof value === 'string')
        return { ...empty, name: 'bash', args: { command: value } };
    if (!isJsonObject(value))
        return 'a call of turn.calls is a command, or an object { tool, args, outcome, writes }';
    const { tool, name = tool, args = {}, outcome = 'done', writes = [], command } = value;
    const ran = typeof command === 'string' ? command : isJsonObject(args) && typeof args['command'] === 'string' ? args['command'] : null;
    if (outcome !== 'done' && outcome !== 'failed' && outcome !== 'refused' && outcome !== 'cancelled')
        return 'outcome of a call is done, failed, refused or cancelled';
    return {
        ...empty, name: typeof name === 'string' ? name : 'bash', args: ran === null ? args : { command: ran }, outcome, isError: outcome === 'failed' || outcome === 'refused',
        writes: (Array.isArray(writes) ? writes : [writes]).filter(path => typeof path === 'string').map(path => ({ path, inside: !path.startsWith('/'), kind: 'write', via: 'example' })),
    };
}
function expectationOf(value) {
    const list = EXPECTED.join(', ');
    if (value === undefined)
        return `expect is missing: one of ${list}, or { deny: "part of the words" }`;
    if (typeof value === 'string') {
        const decision = EXPECTED.find(known => known === value) ?? SYNONYMS[value];
        return decision === undefined ? `expect is "${value}"; it is one of ${list}` : { decision, text: null };
    }
    if (!isJsonObject(value) || Object.keys(value).length !== 1)
        return `expect is one of ${list}, or an object with one of them and a part of the words`;
    const [word = '', text] = Object.entries(value)[0] ?? [];
    const decision = EXPECTED.find(known => known === word) ?? SYNONYMS[word];
    if (decision === undefined || typeof text !== 'string')
        return `expect.${word} is not known, or its value is no text; it is one of ${list}`;
    return { decision, text };
}

/** Reads the example file beside a script, with the line of each entry. Loads the YAML parser when it is first needed. */
const SUFFIX = '.examples.yml';
const MAX_BYTES = 1_048_576;
/** `guards/no-push.js` → `guards/no-push.examples.yml`. */
function exampleFileOf(script) {
    return join(dirname(script), `${parse(script).name}${SUFFIX}`);
}
/** `guards/no-push.examples.yml` → `no-push`; null for another file. */
function scriptNameOf(file) {
    return file.endsWith(SUFFIX) ? parse(file).base.slice(0, -SUFFIX.length) : null;
}
/**
 * @param fallback the Point of entries that name none.
 * @returns null when there is no such file. What cannot be read is a problem in its line.
 */
async function readExampleFile(file, fallback) {
    let text;
    try {
        text = await readFile(file, 'utf8');
    }
    catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
            return null;
        return { examples: [], problems: [{ line: 1, text: describeThrown(error) }] };
    }
    if (text.length > MAX_BYTES)
        return { examples: [], problems: [{ line: 1, text: `the file has more than ${MAX_BYTES} characters` }] };
    const { LineCounter, isSeq, parseDocument } = await import('yaml');
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines });
    const broken = document.errors[0];
    if (broken !== undefined)
        return { examples: [], problems: [{ line: broken.linePos?.[0].line ?? 1, text: broken.message.split('\n')[0] ?? 'not YAML' }] };
    if (document.contents === null)
        return { examples: [], problems: [] };
    if (!isSeq(document.contents))
        return { examples: [], problems: [{ line: 1, text: 'the file holds a list of examples, each an object with call or output, and expect' }] };
    const entries = document.contents.items.map((node) => {
        const { range } = node;
        return { value: node.toJS(document), line: lines.linePos(range?.[0] ?? 0).line };
    });
    return parseExamples(entries, fallback);
}

/** Runs the examples of a guard: each in a session of its own, in real runners, with the answers that it brings. */
/** @param guards names of the guards that are asked; null: all of them, and the gates. */
async function runExample(workbench, example, cwd, guards) {
    const session = sessionAt(cwd, `example-${randomUUID()}`);
    const calls = await Promise.all((example.turn.calls ?? []).map(call => filled(workbench, call, session)));
    const judgment = await workbench.judge(session, {
        point: example.point, output: example.output, task: example.task, request: example.request, answers: example.answers,
        turn: { ...example.turn, calls },
        ...example.command === null ? {} : { command: { ...example.command } }, ...example.result === null ? {} : { result: example.result },
    }, guards);
    const got = happened(judgment);
    const why = differs(example, got, judgment);
    return { example, ok: why === '', got: got.length === 0 ? ['pass'] : got, why, judgment };
}
function sessionAt(cwd, id) {
    return { sessionId: id, agentId: id, rootSessionId: id, cwd, isSubagent: false };
}
/** What the examples' turns leave to be read: the programs of their commands, and paths from the workspace on. */
async function filled(workbench, call, session) {
    const reading = await workbench.reading({ name: call.name, args: call.args, callId: 'example' }, session);
    const written = call.writes.map(write => isAbsolute(write.path) ? write : { ...write, path: join(session.cwd, write.path), inside: true });
    return {
        ...call, commands: reading.commands.map(({ program, args }) => ({ program, args })),
        writes: written.length > 0 ? written : reading.writes.map(({ path, inside, kind, via }) => ({ path, inside, kind, via })),
    };
}
const ACTS = { deny: 'deny', ask: 'ask', block: 'block', replace: 'replace', continue: 'continue' };
/** A refusal because the guard failed is a fault, and not what a `deny` expects. */
function happened({ decision, notices, activated, parts }) {
    if (parts.some(part => part.fault !== null))
        return ['fault'];
    const act = ACTS[decision];
    return [...act === undefined ? [] : [act], ...notices.length > 0 ? ['notice'] : [], ...activated.length > 0 ? ['activate'] : []];
}
function differs({ expect }, got, judgment) {
    const faults = judgment.parts.filter(part => part.fault !== null).map(part => `${part.guard}: ${part.fault ?? ''}${part.position === null ? '' : ` at line ${part.position.line}`}: ${part.reason ?? ''}`);
    if (expect.decision === 'pass' && got.length > 0)
        return `expected that it passes, but ${[...faults, got.join(' and ')].join('; ')}${wordsOf(judgment)}`;
    if (expect.decision !== 'pass' && !got.includes(expect.decision))
        return `expected ${expect.decision}, got ${got.length === 0 ? 'pass' : got.join(' and ')}${faults.length === 0 ? '' : ` (${faults.join('; ')})`}`;
    const said = [judgment.words ?? '', ...judgment.notices, ...judgment.activated, ...faults].join('\n');
    if (expect.text !== null && !said.includes(expect.text))
        return `${expect.decision} as expected, but without the words ${JSON.stringify(expect.text)}${wordsOf(judgment)}`;
    return judgment.unasked === 0 ? '' : `${judgment.unasked} of the answers were not asked for`;
}
function wordsOf({ words }) {
    return words === null ? '' : `: ${JSON.stringify(words.slice(0, 200))}`;
}

/**
 * The command line's composition: the same guards, gates, runners and words as in dsh, over recorded or
 * written-down calls. What a judge or a tool would say is passed in. Calls no tool and no model, and changes no file.
 */
function createWorkbench({ settings, home, say = () => undefined }) {
    const clock = { now: () => Date.now() };
    const human = { say: (_session, level, text) => { say(`${level}: ${text}`); } };
    const memory = createMemory(settings.maxSessions, null, say);
    const processes = createProcesses();
    const asked = createAnswers();
    const refused = new WeakSet();
    let turn = {};
    let followUp = null;
    let activated = [];
    const guards = createGuardSet({
        settings, home, memory, refused,
        ports: {
            // Nobody waits for this thread but the one who asked.
            clock, human, processes, readingMs: 2_000, files: readOnly(createLocalFiles()), tools: asked.tools, model: asked.model, hostReminder: () => null,
            subagents: { available: false, spawn: () => Promise.reject(new GuardError('UNAVAILABLE', 'the workbench starts no subagents')) },
            skills: {
                get(_session, name) {
                    activated.push(name);
                    return Promise.resolve({ name, text: name });
                },
            },
            continuation: {
                continueWith(_session, message) {
                    followUp = message.text;
                    return true;
                },
            },
            turn: () => Promise.resolve({ calls: [], files: [], running: [], ...turn }),
        },
    });
    return {
        guards,
        async judge(session, happening, only) {
            turn = happening.turn ?? {};
            followUp = null;
            activated = [];
            asked.give(happening.answers ?? []);
            const parts = [];
            const roster = only === null ? guards.roster : { ...guards.roster, at: (point, of) => guards.roster.at(point, of).filter(guard => only.has(guard.name)) };
            const judge = createJudge({
                roster, states: memory.states,
                points: {
                    clock, modeOf: (_input, guard) => guard.mode, enter: (_input, body) => body(),
                    record(decision, position) { parts.push({ ...decision, position }); },
                },
            });
            const outcome = await judgeOne(judge, callerOf(session, happening), happening, () => followUp);
            if (outcome.decision === 'deny' && happening.command !== undefined)
                refused.add(happening.command);
            const notices = memory.states.of(session).notices.take().filter(notice => notice.skill === null).map(notice => notice.text);
            return { ...outcome, guard: deciding(parts), notices, activated, parts, unasked: asked.left() };
        },
        reading: (command, session) => guards.gates.effects.readCall(command, session),
        textOf(name, session) {
            const entry = guards.roster.settings().find(guard => guard.name === name);
            return entry === undefined ? null : guards.texts.textOf(entry, session);
        },
        fresh(session) {
            memory.registry.gone(session.sessionId);
            memory.states.beginUserTurn(session);
        },
        async dispose() {
            processes.dispose();
            await guards.pool.dispose();
        },
    };
}
async function judgeOne(judge, caller, happening, followUp) {
    const { signal } = new AbortController();
    const { point, command = NO_CALL, result = NO_RESULT } = happening;
    switch (point) {
        case 'command': {
            const verdict = await judge.command(caller, command, signal);
            return verdict.kind === 'deny' || verdict.kind === 'ask' ? { decision: verdict.kind, words: verdict.reason } : { decision: 'allow', words: null };
        }
        case 'result': {
            const { feedback, replacement } = await judge.result(caller, command, result, signal);
            if (feedback !== null)
                return { decision: 'block', words: feedback };
            return replacement === null ? { decision: 'keep', words: null } : { decision: 'replace', words: replacement };
        }
        case 'start':
            await judge.start(caller, happening.request ?? '', signal);
            return { decision: 'start', words: null };
        case 'stop':
        case 'terminate': {
            await judge.stop(caller, point, signal);
            const words = followUp();
            return { decision: words === null ? 'stop' : 'continue', words };
        }
    }
}
const NO_CALL = { name: '', args: {}, callId: 'workbench' };
const NO_RESULT = { isError: false, text: '', error: null, durationMs: 0 };
const DECIDED = new Set(['denied', 'fired', 'asked']);
function deciding(parts) {
    return parts.find(part => part.outcome === 'denied')?.guard ?? parts.find(part => DECIDED.has(part.outcome))?.guard ?? parts.find(part => part.outcome === 'script_error')?.guard ?? null;
}
function callerOf(session, { task = '', request = task, output = '' }) {
    return { session, hasAgent: true, call: null, inputs: () => ({ first: task, last: request }), finalText: () => output };
}
/** Files can be looked at; whatever would change one is an error of the guard that tries. */
function readOnly(files) {
    const refuse = () => Promise.reject(new GuardError('NOT_ALLOWED', 'the workbench changes no file; what a guard writes is tried in dsh only'));
    return { ...files, write: refuse, remove: refuse };
}
/** Answers that were written down beforehand, one for each question. */
function createAnswers() {
    let waiting = [];
    const next = () => waiting.shift();
    return {
        give(answers) { waiting = [...answers]; },
        left: () => waiting.length,
        model: {
            complete() {
                const answer = next();
                if (answer === undefined)
                    return Promise.resolve({ kind: 'failure', code: 'NO_ANSWER', message: 'no answer was given for this question to a model: add one under answers', status: null });
                const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
                return Promise.resolve({ kind: 'text', text, truncated: false, inputTokens: null, outputTokens: null });
            },
        },
        tools: {
            list: () => [],
            // Nobody checks a specification by what was written down for a guard.
            has: (_session, name) => name !== 'strict_check' && waiting.length > 0,
            schemas: () => null,
            call() {
                const answer = next();
                if (answer === undefined)
                    throw new GuardError('UNAVAILABLE', 'no answer was given for this call of a tool: add one under answers');
                const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
                return Promise.resolve({ isError: false, text, value: typeof answer === 'string' ? null : answer });
            },
        },
    };
}

/** The settings under which the examples of one script run: one entry for each Point and each set of parameters that they use. */
/** By `entryKey`. @param script absolute path. */
function entriesOf(script, examples) {
    const keys = new Map(examples.map(example => [entryKey(example), example]));
    const { guards } = resolveConfig({ guard: [...keys.values()].map(({ point, params }) => ({ script, trigger: point, params, agents: 'all', allowTools: true })) });
    return new Map([...keys.keys()].flatMap((key, at) => guards[at] === undefined ? [] : [[key, guards[at]]]));
}
function entryKey({ point, params }) {
    return JSON.stringify([point, params]);
}

export { entryKey as a, runExample as b, createWorkbench as c, sessionAt as d, entriesOf as e, exampleFileOf as f, parseExamples as p, readExampleFile as r, scriptNameOf as s };
