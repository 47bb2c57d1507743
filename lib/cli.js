#!/usr/bin/env node
import { CommanderError, Command } from 'commander';
import { G as GuardError, d as describeThrown } from './patch-text.js';
import { resolve, join, dirname, relative, basename } from 'node:path';
import { i as isJsonObject, r as resolveConfig, h as homeAt, c as configNotes, a as isShellTool, o as oneLine, m as maskSecrets } from './shooty.js';
import { s as scriptNameOf, p as parseExamples, r as readExampleFile, c as createWorkbench, e as entriesOf, a as entryKey, b as runExample, d as sessionAt, f as exampleFileOf } from './example-entries.js';
import { stat, readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { existsSync, readFileSync, createReadStream } from 'node:fs';
import { LRUCache } from 'lru-cache';

/** Finds example files and reads them: `<name>.examples.yml` beside a script, and `.jsonl` with `{ command, expect }`. */
const EXTENSIONS = ['.js', '.mjs', '.ts'];
const SKIPPED = new Set(['node_modules', '.git']);
const MAX_DEPTH = 6;
/** @param named files or folders; none: the folder in which one is. @throws GuardError NOT_FOUND */
async function caseFiles(named, cwd) {
    const paths = named.length === 0 ? [cwd] : named.map(name => resolve(cwd, name));
    const files = [];
    for (const path of paths) {
        const found = await stat(path).catch(() => null);
        if (found === null)
            throw new GuardError('NOT_FOUND', `${path} is not there`);
        files.push(...found.isDirectory() ? await below(path, 0) : [path]);
    }
    if (files.length === 0)
        throw new GuardError('NOT_FOUND', `no *.examples.yml below ${paths.join(', ')}: put <name>.examples.yml beside <name>.js`);
    return await Promise.all([...new Set(files)].sort().map(readCases));
}
async function below(folder, depth) {
    if (depth > MAX_DEPTH)
        return [];
    const entries = await readdir(folder, { withFileTypes: true });
    const nested = await Promise.all(entries.filter(entry => entry.isDirectory() && !SKIPPED.has(entry.name)).map(entry => below(join(folder, entry.name), depth + 1)));
    return [...entries.filter(entry => entry.isFile() && scriptNameOf(entry.name) !== null).map(entry => join(folder, entry.name)), ...nested.flat()];
}
async function readCases(file) {
    if (file.endsWith('.jsonl'))
        return { file, script: null, ...parseExamples(jsonLines(await readFile(file, 'utf8')), 'command') };
    const name = scriptNameOf(file);
    if (name === null)
        throw new GuardError('BAD_ARGUMENT', `${file} is no file of examples: it ends in .examples.yml or .jsonl`);
    const script = await firstThere(EXTENSIONS.map(extension => join(dirname(file), name + extension)));
    const read = await readExampleFile(file, null) ?? { examples: [], problems: [{ line: 1, text: 'the file is gone' }] };
    if (script !== null)
        return { file, script, ...read };
    return { file, script, examples: [], problems: [{ line: 1, text: `there is no script beside it: ${name}.js, ${name}.mjs or ${name}.ts` }, ...read.problems] };
}
async function firstThere(paths) {
    for (const path of paths)
        if (await stat(path).then(found => found.isFile(), () => false))
            return path;
    return null;
}
/** Lines of other tools' case files have more keys, and `block` for a refusal. */
function jsonLines(text) {
    return text.split('\n').flatMap((line, at) => {
        if (line.trim() === '')
            return [];
        const value = parsed$1(line);
        if (!isJsonObject(value))
            return [{ value, line: at + 1 }];
        const { command, expect, name } = value;
        return [{ value: { command: command ?? null, expect: expect === 'block' ? 'deny' : expect ?? null, ...name === undefined ? {} : { name } }, line: at + 1 }];
    });
}
function parsed$1(line) {
    try {
        return JSON.parse(line);
    }
    catch {
        return null;
    }
}

/**
 * The configuration of a profile, read from its files without dsh: the patch layers of its packages, its own
 * `cordis.patch.yml` and the one of the home, applied as dsh applies them. Expressions (`!!js`) are not
 * evaluated: each is left out and named.
 */
const PATCH = 'cordis.patch.yml';
const PACKAGE = 'dsh-shooty';
const ROW = 'shooty';
/** @throws GuardError CONFIG_INVALID with the file and what is wrong with it. */
async function readProfile(home, profile) {
    const folder = join(home, 'profiles', profile);
    if (!existsSync(folder))
        throw new GuardError('CONFIG_INVALID', `there is no profile "${profile}": ${folder} does not exist. Name another one with --profile, or another home with --home`);
    const notes = [];
    const bundles = bundlePatches(folder);
    const files = [...bundles, join(folder, PATCH), join(home, PATCH)].filter(file => existsSync(file));
    const layers = [];
    for (const file of files)
        layers.push({ file, rows: await rowsOf(file, notes) });
    const found = applied(layers);
    if (found === null)
        throw new GuardError('CONFIG_INVALID', `the profile "${profile}" has no row of ${PACKAGE}: add it with dsh plugin --profile ${profile} add ${PACKAGE}`);
    return { ...found, notes };
}
/** Patch files of the profile's packages that are in the profile; those that come with dsh hold nothing of ours. */
function bundlePatches(folder) {
    const manifest = json(join(folder, 'package.json'));
    const dsh = isJsonObject(manifest?.['dsh']) ? manifest['dsh'] : {};
    const profile = isJsonObject(dsh['profile']) ? dsh['profile'] : {};
    const bundles = Array.isArray(profile['bundles']) ? profile['bundles'].filter(name => typeof name === 'string') : [];
    return bundles.flatMap((name) => {
        const root = join(folder, 'node_modules', name);
        const own = json(join(root, 'package.json'))?.['dsh'];
        const bundle = isJsonObject(own) && isJsonObject(own['bundle']) ? own['bundle']['patch'] : null;
        return typeof bundle === 'string' ? [join(root, bundle)] : [];
    });
}
function json(file) {
    try {
        const value = JSON.parse(readFileSync(file, 'utf8'));
        return isJsonObject(value) ? value : null;
    }
    catch {
        return null;
    }
}
async function rowsOf(file, notes) {
    const { parseDocument } = await import('yaml');
    const left = [];
    const js = { tag: 'tag:yaml.org,2002:js', resolve: (text) => { left.push(text); return null; } };
    const document = parseDocument(readFileSync(file, 'utf8'), { customTags: [js] });
    const broken = document.errors[0];
    if (broken !== undefined)
        throw new GuardError('CONFIG_INVALID', `${file}${broken.linePos === undefined ? '' : `:${broken.linePos[0].line}`}: ${broken.message.split('\n')[0] ?? ''}`);
    let rows;
    try {
        rows = document.toJS();
    }
    catch (error) {
        throw new GuardError('CONFIG_INVALID', `${file}: ${describeThrown(error)}`);
    }
    for (const text of left)
        notes.push(`${file}: !!js ${text} is not evaluated here, and left out`);
    if (rows === null)
        return [];
    if (!Array.isArray(rows))
        throw new GuardError('CONFIG_INVALID', `${file}: a patch file is a list of rows`);
    return rows;
}
/** The last override of the row counts whole, as dsh has it. */
function applied(layers) {
    let found = null;
    for (const { file, rows } of layers) {
        for (const row of rows) {
            if (!isJsonObject(row))
                continue;
            const inserted = Array.isArray(row['insert']) ? findRow(row['insert']) : null;
            if (inserted !== null)
                found = { config: inserted['config'] ?? null, file: inserted['config'] === undefined ? null : file };
            else if (row['insert'] === undefined && row['id'] === ROW && found !== null && Object.hasOwn(row, 'config'))
                found = { config: row['config'] ?? null, file };
        }
    }
    return found;
}
function findRow(rows) {
    for (const row of rows) {
        if (!isJsonObject(row))
            continue;
        if (row['name'] === PACKAGE || row['id'] === ROW)
            return row;
        const below = Array.isArray(row['config']) ? findRow(row['config']) : null;
        if (below !== null)
            return below;
    }
    return null;
}

/** What the commands share: where the home is, which settings hold, and a workbench over them. */
function homeOf({ home }, env) {
    return homeAt(resolve(home ?? env['DSH_HOME'] ?? join(homedir(), '.dsh')));
}
/** Settings of the profile; without one, the defaults: the gates as they come. @throws GuardError CONFIG_INVALID */
async function loadSettings(options, env) {
    if (options.profile === undefined)
        return { settings: resolveConfig({}), notes: [], source: 'the defaults (no --profile was given)' };
    const { config, file, notes } = await readProfile(homeOf(options, env).dsh, options.profile);
    const source = file ?? `the profile ${options.profile}, which overrides nothing`;
    try {
        return { settings: resolveConfig(config), notes, source };
    }
    catch (error) {
        if (error instanceof GuardError && file !== null)
            throw new GuardError(error.code, `${file}: ${error.message}`);
        throw error;
    }
}
async function withWorkbench(settings, options, printer, use) {
    const workbench = createWorkbench({ settings, home: homeOf(options, process.env), say: text => { if (options.json !== true)
            printer.line(printer.style('dim', text)); } });
    try {
        return await use(workbench);
    }
    finally {
        await workbench.dispose();
    }
}

/** `test`: runs the examples that stand beside guards, and files of commands against the gates and guards of a profile. */
/** @returns the exit code: 1 when an example differs or cannot be read. */
async function test(files, options, printer) {
    const cwd = resolve(options.cwd ?? '.');
    const cases = await caseFiles(files, cwd);
    const { settings } = await loadSettings(options, process.env);
    const done = [];
    for (const one of cases) {
        printer.progress(`${done.length + 1}/${cases.length} ${relative(cwd, one.file)}`);
        done.push(await runFile(one, settings, cwd, options, printer));
    }
    printer.progress('');
    return report$1(done, cwd, options, printer);
}
async function runFile(cases, settings, cwd, options, printer) {
    const { file, problems, examples, script } = cases;
    const entries = script === null ? new Map() : entriesOf(script, examples);
    // Checkers of other programs are no part of an example.
    const own = { ...settings, specChecker: 'off', postWriteSyntax: false, ...script === null ? {} : { guards: [...entries.values()] } };
    const outcomes = examples.length === 0 ? [] : await withWorkbench(own, options, printer, async (workbench) => {
        const ran = [];
        for (const example of examples) {
            const entry = entries.get(entryKey(example));
            ran.push(await runExample(workbench, example, cwd, entry === undefined ? null : new Set([entry.name])));
            printer.progress(`${relative(cwd, file)} ${ran.length}/${examples.length}`);
        }
        return ran;
    });
    return { file, outcomes, problems };
}
function report$1(files, cwd, options, printer) {
    const outcomes = files.flatMap(file => file.outcomes);
    const differing = outcomes.filter(outcome => !outcome.ok).length;
    const problems = files.reduce((sum, file) => sum + file.problems.length, 0);
    if (options.json === true)
        printer.json({ passed: outcomes.length - differing, failed: differing, problems, files: files.map(shown) });
    else
        for (const file of files)
            printFile(file, cwd, printer);
    if (options.json !== true) {
        const failed = differing + problems;
        printer.line(printer.style(failed === 0 ? 'green' : 'red', `${outcomes.length - differing} passed, ${failed} failed`));
    }
    return differing + problems === 0 ? 0 : 1;
}
function printFile({ file, outcomes, problems }, cwd, printer) {
    const name = relative(cwd, file);
    for (const { line, text } of problems)
        printer.line(`${printer.style('red', '!')} ${name}:${line} ${text}`);
    for (const { ok, example, why } of outcomes)
        if (!ok)
            printer.line(`${printer.style('red', '✗')} ${name}:${example.line} ${example.name}\n    ${why}`);
    if (problems.length === 0 && outcomes.every(outcome => outcome.ok))
        printer.line(`${printer.style('green', '✓')} ${name} (${outcomes.length})`);
}
function shown({ file, outcomes, problems }) {
    return { file, problems, examples: outcomes.map(({ example, ok, got, why, judgment }) => ({ name: example.name, line: example.line, ok, got, why, words: judgment.words, ms: judgment.parts.reduce((sum, part) => sum + part.ms, 0) })) };
}

/** `check`: a profile's configuration, every script of it compiled, every example run; for a team's own CI. */
/** @returns the exit code: 1 with the key, file and line of what is wrong. */
async function check(options, printer) {
    const cwd = resolve(options.cwd ?? '.');
    const findings = [];
    let loaded;
    try {
        loaded = await loadSettings(options, process.env);
    }
    catch (error) {
        return finish([{ at: 'configuration', text: describeThrown(error) }], [], [], cwd, options, printer);
    }
    const { settings } = loaded;
    const files = new Set();
    await withWorkbench(settings, options, printer, (workbench) => {
        for (const guard of settings.guards) {
            const text = workbench.textOf(guard.name, sessionAt(cwd, 'check'));
            if (text?.state === 'broken')
                findings.push({ at: place(text.file ?? guard.name, text.position?.line), text: `guard ${guard.name} is broken: ${text.reason}` });
            if (text !== null && text.file !== null)
                files.add(exampleFileOf(text.file));
        }
        return Promise.resolve();
    });
    const outcomes = [];
    for (const file of files) {
        const cases = await caseFiles([file], cwd).catch(() => []);
        for (const one of cases)
            outcomes.push(await runFile(one, settings, cwd, options, printer));
    }
    return finish(findings, outcomes, [...configNotes(settings), ...loaded.notes], cwd, options, printer);
}
function place(file, line) {
    return line === undefined ? file : `${file}:${line}`;
}
function finish(findings, outcomes, notes, cwd, options, printer) {
    const failed = findings.length + outcomes.reduce((sum, file) => sum + file.problems.length + file.outcomes.filter(outcome => !outcome.ok).length, 0);
    if (options.json === true) {
        printer.json({ ok: failed === 0, findings, notes, examples: outcomes.map(({ file, outcomes: ran, problems }) => ({ file, problems, failed: ran.filter(one => !one.ok).map(one => ({ line: one.example.line, name: one.example.name, why: one.why })), run: ran.length })) });
        return failed === 0 ? 0 : 1;
    }
    for (const { at, text } of findings)
        printer.line(`${printer.style('red', '✗')} ${at}: ${text}`);
    for (const file of outcomes)
        printFile(file, cwd, printer);
    for (const note of notes)
        printer.line(printer.style('dim', `note: ${note}`));
    const ran = outcomes.reduce((sum, file) => sum + file.outcomes.length, 0);
    printer.line(failed === 0 ? printer.style('green', `In order: the configuration, its scripts and ${ran} examples`) : printer.style('red', `${failed} to mend`));
    return failed === 0 ? 0 : 1;
}

const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] };
function createPrinter({ out, err, env }) {
    const coloured = out.isTTY === true && (env['NO_COLOR'] ?? '') === '';
    let shown = false;
    const clear = () => {
        if (shown)
            err.write('\r\u001b[2K');
        shown = false;
    };
    return {
        line(text = '') {
            clear();
            out.write(`${text}\n`);
        },
        json(value) {
            clear();
            out.write(`${JSON.stringify(value, null, 2)}\n`);
        },
        style: (style, text) => coloured ? `\u001b[${CODES[style][0]}m${text}\u001b[${CODES[style][1]}m` : text,
        progress(text) {
            if (err.isTTY !== true)
                return;
            clear();
            err.write(text);
            shown = text !== '';
        },
    };
}
/** Each line of a text behind the same indentation. */
function indented(text, by) {
    return text.split('\n').map(line => line === '' ? line : `${by}${line}`).join('\n');
}

/** `explain`: what was read of a call, what each gate and guard makes of it and why, and what changes that. */
/** @returns the exit code: 0 when the call may run, 1 when it is refused or asked about. */
async function explain(text, options, printer) {
    const command = callOf$1(text, options);
    const { settings, notes, source } = await loadSettings(options, process.env);
    const session = sessionAt(resolve(options.cwd ?? '.'), 'explain');
    return await withWorkbench(settings, options, printer, async (workbench) => {
        const reading = await workbench.reading(command, session);
        const judgment = await workbench.judge(session, { point: 'command', command }, null);
        const parts = await everyPart(workbench, command, session, judgment);
        if (options.json === true)
            printer.json({ call: command, configuration: source, notes, reading: shownReading(reading, command), judgment: { ...judgment, parts } });
        else
            print(printer, { command, reading, judgment, parts, notes, source });
        return judgment.decision === 'allow' ? 0 : 1;
    });
}
function callOf$1(text, { tool, args }) {
    if (tool === undefined) {
        if (text === undefined || args !== undefined)
            throw new GuardError('BAD_ARGUMENT', 'explain takes a command in quotes, or --tool with --args');
        return { name: 'bash', args: { command: text }, callId: 'explain' };
    }
    if (text !== undefined)
        throw new GuardError('BAD_ARGUMENT', 'explain takes a command or --tool, not both');
    try {
        return { name: tool, args: JSON.parse(args ?? '{}'), callId: 'explain' };
    }
    catch (error) {
        throw new GuardError('BAD_ARGUMENT', `--args is not JSON: ${error instanceof Error ? error.message : ''}`);
    }
}
/** A refusal ends the judging in dsh; here the guards behind it are asked as well, each alone. */
async function everyPart(workbench, command, session, judgment) {
    const parts = [...judgment.parts];
    for (const guard of workbench.guards.roster.at('command', session)) {
        if (parts.some(part => part.guard === guard.name))
            continue;
        const alone = await workbench.judge({ ...session, sessionId: `explain-${guard.name}` }, { point: 'command', command: { ...command } }, new Set([guard.name]));
        parts.push(...alone.parts);
    }
    return parts;
}
function print(printer, { command, reading, judgment, parts, notes, source }) {
    const refused = judgment.decision !== 'allow';
    printer.line(printer.style('bold', refused ? `${judgment.decision === 'ask' ? 'Asked about' : 'Refused'} by ${judgment.guard ?? 'a guard'}` : 'Allowed'));
    printer.line();
    printer.line('What was read');
    if (isShellTool(command.name))
        reading.commands.forEach((one, index) => { printer.line(`  ${index + 1}  ${commandLine(one)}`); });
    for (const write of reading.writes)
        printer.line(`  ${write.kind} ${write.path}${write.tree ? ' and what is below it' : ''}${write.inside ? '' : printer.style('dim', ' (outside the workspace)')}`);
    for (const gap of reading.gaps)
        printer.line(`  ${printer.style('yellow', 'not read')}: ${gap}`);
    if (reading.commands.length + reading.writes.length + reading.gaps.length === 0)
        printer.line('  nothing that runs or changes anything');
    printer.line();
    printer.line(`What each gate and guard makes of it (${source})`);
    for (const part of parts)
        printer.line(`  ${partLine(printer, part)}`);
    if (parts.length === 0)
        printer.line('  no gate and no guard looks at this call');
    for (const note of notes)
        printer.line(printer.style('dim', `  note: ${note}`));
    if (judgment.words === null)
        return;
    printer.line();
    printer.line('What the model would read');
    printer.line(indented(judgment.words, '  '));
    printer.line();
    printer.line(`What changes it: ${wayOut(judgment.guard)}`);
}
function commandLine({ program, args, wrappers, cwd, via, elsewhere }) {
    const words = [program, ...args].map(word => word === null ? '?' : /^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)).join(' ');
    const around = [...wrappers.length > 0 ? [`behind ${wrappers.join(', ')}`] : [], ...via === 'direct' ? [] : [`by ${via}`], ...elsewhere ? ['elsewhere'] : [], ...cwd === null ? ['in a folder that is not known'] : []];
    return around.length === 0 ? words : `${words}  (${around.join('; ')})`;
}
function partLine(printer, { guard, outcome, wouldBe, reason, position }) {
    const marks = { denied: printer.style('red', '✗'), script_error: printer.style('red', '!'), fired: printer.style('yellow', '·'), observed: printer.style('dim', 'o') };
    const mark = outcome in marks ? marks[outcome] : printer.style('green', '✓');
    const at = position === null ? '' : ` (line ${position.line})`;
    return `${mark} ${guard}: ${outcome}${wouldBe === null ? '' : `, would be ${wouldBe}`}${at}${reason === null ? '' : `: ${reason.split('\n')[0] ?? ''}`}`;
}
/** The key or the command of the human that changes a verdict. */
function wayOut(guard) {
    const keys = {
        'destructive': 'destructive.except or destructive.trusted for good, /guard allow <code> once (the code stands in /guard log)',
        'critical-paths': 'criticalPaths, or an accepted specification',
        'locked-paths': 'lockedPaths',
        'tamper-protection': 'tamperProtection',
    };
    const off = `/guard off ${guard ?? '<name>'} for a session`;
    return guard !== null && keys[guard] !== undefined ? `${keys[guard]}; ${off}` : `the guard's script or entry; ${off}`;
}
function shownReading({ commands, writes, gaps }, command) {
    return {
        writes: writes.map(({ path, inside, kind, via }) => ({ path, inside, kind, via })),
        shell: isShellTool(command.name) ? { commands: commands.map(({ program, args, wrappers, cwd, input, via }) => ({ program, args, wrappers, cwd, input, via })), gaps } : null,
    };
}

/**
 * From a session's log to what happened in it: calls, results and ends of turns, in order. Knows the forms of
 * every host under test; what it does not know it passes over.
 */
/** Keeps what a later event needs of an earlier one: the text of the last answer. */
function createRecorder() {
    let output = '';
    return (event) => {
        const data = isJsonObject(event['data']) ? event['data'] : {};
        const seq = typeof event['seq'] === 'number' ? event['seq'] : 0;
        switch (event['type']) {
            case 'user/message': {
                const source = isJsonObject(data['source']) ? data['source'] : {};
                return source['kind'] === 'user' ? { kind: 'turn', request: textOf(data['content']), seq } : null;
            }
            case 'assistant/message': {
                const message = isJsonObject(data['message']) ? data['message'] : data;
                output = textOf(message['content']);
                return null;
            }
            case 'tool/call': return callOf(data, seq);
            case 'tool/result': return resultOf(data, seq);
            case 'turn/end': {
                const reason = isJsonObject(data['reason']) ? data['reason']['kind'] : null;
                return reason === 'completed' ? { kind: 'stop', output, seq } : null;
            }
            default: return null;
        }
    };
}
function callOf(data, seq) {
    const { name, callId, arguments: raw = {} } = data;
    if (typeof name !== 'string' || typeof callId !== 'string')
        return null;
    return { kind: 'call', command: { name, args: argumentsOf(raw), callId }, seq };
}
/** Old hosts log a user-role message that holds the result's block, newer ones a message of its own role. */
function resultOf(data, seq) {
    const message = isJsonObject(data['message']) ? data['message'] : data;
    const blocks = Array.isArray(message['content']) ? message['content'].filter(isJsonObject) : [];
    const block = blocks.find(one => one['type'] === 'tool-result');
    const of = block ?? message;
    const callId = of['toolCallId'] ?? data['callId'];
    if (typeof callId !== 'string')
        return null;
    const text = textOf(block === undefined ? message['content'] : block['content']);
    const isError = of['isError'] === true;
    return { kind: 'result', callId, result: { isError, text, error: isError ? { message: text, code: null } : null, durationMs: 0 }, seq };
}
function argumentsOf(raw) {
    if (typeof raw !== 'string')
        return raw;
    try {
        return JSON.parse(raw);
    }
    catch {
        return raw;
    }
}
function textOf(content) {
    if (typeof content === 'string')
        return content;
    if (!Array.isArray(content))
        return '';
    return content.flatMap(block => isJsonObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : []).join('\n');
}

/**
 * Reads the session logs that hosts wrote, line by line and in bounded memory: compressed or plain JSON
 * lines, of every form that is known. Says what it passes over.
 */
/** UTF-16 units of one line; a longer one is passed over and counted. */
const MAX_LINE = 16 << 20;
const LOG = /session\.jsonl(?:\.zstd?)?$/;
/** Absolute paths of all logs below a home, or of those whose path holds one of the names. */
async function findLogs(home, named) {
    const files = named.filter(name => LOG.test(name) && existsSync(name));
    const root = join(home, 'sessions');
    if (!existsSync(root))
        return files;
    const all = (await readdir(root, { recursive: true })).filter(name => LOG.test(name)).map(name => join(root, name)).sort();
    const names = named.filter(name => !files.includes(name));
    return [...files, ...all.filter(path => named.length === 0 || names.some(name => path.includes(name)))];
}
async function openLog(path) {
    const counter = { skipped: 0 };
    const lines = objects(path, counter)[Symbol.asyncIterator]();
    const first = await lines.next();
    const header = first.done === true ? {} : first.value;
    return { header, lines: { [Symbol.asyncIterator]: () => lines }, skipped: () => counter.skipped };
}
async function* objects(path, counter) {
    let rest = '';
    let dropping = false;
    const decoder = new TextDecoder();
    for await (const bytes of chunks(path)) {
        rest += decoder.decode(bytes, { stream: true });
        for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
            const line = rest.slice(0, end);
            rest = rest.slice(end + 1);
            const value = dropping ? null : parsed(line);
            dropping = false;
            if (value !== null)
                yield value;
            else if (line !== '')
                counter.skipped++;
        }
        if (rest.length > MAX_LINE) {
            rest = '';
            dropping = true;
        }
    }
    const last = dropping ? null : parsed(rest);
    if (last !== null)
        yield last;
    else if (rest !== '' || dropping)
        counter.skipped++;
}
/** Compressed logs through a decompressor in JavaScript: not every Node that is supported has one of its own. */
async function* chunks(path) {
    const stream = createReadStream(path);
    if (!/\.zstd?$/.test(path)) {
        yield* stream;
        return;
    }
    const { Decompress } = await import('fzstd');
    const ready = [];
    const decompress = new Decompress((chunk) => { ready.push(chunk); });
    for await (const bytes of stream) {
        decompress.push(bytes);
        yield* ready.splice(0);
    }
}
function parsed(line) {
    if (line === '' || line.length > MAX_LINE)
        return null;
    try {
        const value = JSON.parse(line);
        return isJsonObject(value) ? value : null;
    }
    catch {
        return null;
    }
}

/** A call in one line for people, with secrets masked. */
const MAX = 160;
const TELLING = ['command', 'file_path', 'path', 'url', 'query', 'pattern'];
function describeCall({ name, args }) {
    const telling = isJsonObject(args) ? TELLING.map(key => args[key]).find(value => typeof value === 'string') : undefined;
    const text = typeof telling === 'string' ? telling : typeof args === 'string' ? args : JSON.stringify(args);
    return `${name}: ${oneLine(maskSecrets(text.slice(0, MAX * 8)), MAX)}`;
}

/** What a replay counts, in bounded memory: by guard, the most frequent refusals, and where versions differ. */
const MAX_KINDS = 10_000;
const MAX_DIFFERENCES = 100;
const TOP = 10;
const ACTED = new Set(['denied', 'fired', 'asked', 'observed', 'script_error']);
/** @param versions names of the guards whose verdicts are compared; fewer than two: none. */
function createTally(versions) {
    const guards = new Map();
    const kinds = new LRUCache({ max: MAX_KINDS });
    const differing = [];
    let differences = 0;
    const count = (guard, outcome) => {
        const counts = guards.get(guard) ?? {};
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        guards.set(guard, counts);
    };
    return {
        add({ parts }, call, place) {
            const shown = call === null ? 'the end of a turn' : describeCall(call);
            for (const { guard, outcome, reason } of parts) {
                count(guard, outcome);
                if (!ACTED.has(outcome))
                    continue;
                const words = oneLine(reason ?? '', 200);
                const key = `${guard}\n${words}`;
                const known = kinds.get(key);
                if (known === undefined)
                    kinds.set(key, { guard, reason: words, example: shown, count: 1, first: place });
                else
                    known.count++;
            }
            const compared = parts.filter(part => versions.includes(part.guard));
            if (compared.length < 2 || new Set(compared.map(part => part.outcome)).size < 2)
                return;
            differences++;
            if (differing.length < MAX_DIFFERENCES)
                differing.push({ ...place, call: shown, outcomes: Object.fromEntries(compared.map(part => [part.guard, part.outcome])) });
        },
        byGuard: () => Object.fromEntries(guards),
        frequent: () => [...kinds.values()].sort((a, b) => b.count - a.count).slice(0, TOP).map(one => ({ ...one, reason: maskSecrets(one.reason) })),
        differences: () => ({ total: differences, first: differing }),
    };
}

/**
 * `replay`: judges the recorded calls and stops of real sessions again with the guards of now. Runs no tool,
 * asks no model and writes nothing: a guard that asks a model counts as one that could not be judged.
 */
/** Calls of one turn that its STOP is told of. */
const MAX_TURN = 200;
const PROGRESS_EVERY = 200;
async function replay(sessions, options, printer) {
    const logs = await findLogs(homeOf(options, process.env).dsh, sessions);
    if (logs.length === 0)
        throw new GuardError('NOT_FOUND', `no session logs${sessions.length === 0 ? '' : ` that match ${sessions.join(', ')}`} below ${homeOf(options, process.env).dsh}`);
    const settings = await replaySettings(options);
    const versions = (options.guard ?? []).length > 1 ? settings.guards.map(guard => guard.name) : [];
    const tally = createTally(versions);
    const counts = { sessions: 0, calls: 0, stops: 0, skipped: 0 };
    await withWorkbench(settings, { ...options, json: true }, printer, async (workbench) => {
        for (const path of logs) {
            counts.sessions++;
            await replayLog(path, { workbench, tally, counts, versions, cwd: resolve(options.cwd ?? '.'), total: logs.length, printer });
        }
    });
    printer.progress('');
    report(counts, tally, options, printer);
    return 0;
}
/** Checkers of other programs are not run for what happened long ago. */
async function replaySettings(options) {
    const { settings } = await loadSettings(options, process.env);
    const base = { ...settings, specChecker: 'off', postWriteSyntax: false };
    const scripts = options.guard ?? [];
    if (scripts.length === 0)
        return base;
    const { guards } = resolveConfig({ guard: scripts.map(script => ({ script: resolve(script), trigger: options.trigger ?? 'command', agents: 'all' })) });
    return { ...base, guards };
}
async function replayLog(path, parts) {
    const { header, lines, skipped } = await openLog(path);
    const name = typeof header['id'] === 'string' ? header['id'] : basename(dirname(path));
    const session = { ...sessionAt(typeof header['cwd'] === 'string' ? header['cwd'] : parts.cwd, name), isSubagent: header['origin'] === 'subagent' };
    const record = createRecorder();
    const turn = { request: '', calls: [], open: new Map() };
    for await (const event of lines) {
        const recorded = record(event);
        if (recorded !== null)
            await judge(recorded, session, turn, parts);
    }
    parts.workbench.fresh(session);
    parts.counts.skipped += skipped();
}
async function judge(recorded, session, turn, { workbench, tally, counts, versions, total, printer }) {
    const asked = { task: turn.request, request: turn.request };
    switch (recorded.kind) {
        case 'turn':
            Object.assign(turn, { request: recorded.request, calls: [] });
            workbench.fresh(session);
            return;
        case 'call': {
            counts.calls++;
            if (counts.calls % PROGRESS_EVERY === 0)
                printer.progress(`session ${counts.sessions}/${total}, ${counts.calls} calls`);
            turn.open.set(recorded.command.callId, recorded.command);
            if (versions.length === 0)
                tally.add(await workbench.judge(session, { point: 'command', command: recorded.command, ...asked }, null), recorded.command, { session: session.sessionId, seq: recorded.seq });
            else
                tally.add(await eachAlone(workbench, session, recorded.command, versions), recorded.command, { session: session.sessionId, seq: recorded.seq });
            return;
        }
        case 'result': {
            const command = turn.open.get(recorded.callId);
            if (command === undefined)
                return;
            turn.open.delete(recorded.callId);
            const { result } = recorded;
            turn.calls.push(await turnCall(workbench, command, result.isError, session));
            if (turn.calls.length > MAX_TURN)
                turn.calls.shift();
            tally.add(await workbench.judge(session, { point: 'result', command, result, ...asked }, null), command, { session: session.sessionId, seq: recorded.seq });
            return;
        }
        case 'stop': {
            counts.stops++;
            const files = [...new Set(turn.calls.flatMap(call => call.writes.map(write => write.path)))];
            const judgment = await workbench.judge(session, { point: 'stop', output: recorded.output, turn: { calls: turn.calls, files }, ...asked }, null);
            tally.add(judgment, null, { session: session.sessionId, seq: recorded.seq });
        }
    }
}
/** The first refusal would keep the other version from being asked. */
async function eachAlone(workbench, session, command, versions) {
    const all = [];
    for (const name of versions)
        all.push(await workbench.judge(session, { point: 'command', command }, new Set([name])));
    const [first] = all;
    if (first === undefined)
        throw new GuardError('INTERNAL', 'there is nothing to compare');
    return { ...first, parts: all.flatMap(judgment => judgment.parts) };
}
async function turnCall(workbench, command, isError, session) {
    const { commands, writes } = await workbench.reading(command, session);
    return {
        name: command.name, args: null, outcome: isError ? 'failed' : 'done', isError, ms: 0,
        writes: writes.slice(0, 50).map(({ path, inside, kind, via }) => ({ path, inside, kind, via })), commands: commands.slice(0, 20).map(({ program, args }) => ({ program, args })),
    };
}
function report(counts, tally, options, printer) {
    const { total, first } = tally.differences();
    if (options.json === true) {
        printer.json({ ...counts, guards: tally.byGuard(), frequent: tally.frequent(), differences: { total, first } });
        return;
    }
    printer.line(printer.style('bold', `${counts.calls} calls and ${counts.stops} ends of turns in ${counts.sessions} sessions`));
    if (counts.skipped > 0)
        printer.line(printer.style('yellow', `${counts.skipped} lines could not be read and were passed over`));
    printer.line();
    for (const [guard, outcomes] of Object.entries(tally.byGuard()))
        printer.line(`  ${guard}: ${Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`);
    const frequent = tally.frequent();
    printer.line();
    printer.line(frequent.length === 0 ? 'Nothing would have been refused or sent back.' : 'Most frequent');
    for (const { guard, reason, count, example, first: place } of frequent)
        printer.line(`  ${count} × ${guard}: ${reason}\n      ${printer.style('dim', `${example}  (first in ${place.session}, event ${place.seq})`)}`);
    if ((options.guard ?? []).length > 1) {
        printer.line();
        printer.line(`The versions differ in ${total} calls`);
        for (const { call, outcomes, session, seq } of first.slice(0, 10))
            printer.line(`  ${call}\n      ${Object.entries(outcomes).map(([guard, outcome]) => `${guard} ${outcome}`).join(', ')}  (${session}, event ${seq})`);
    }
}

/**
 * `dsh-shooty` on the command line: `explain`, `test`, `replay`, `check`. Owns the words of the help and the
 * exit codes: 0 in order, 1 refused or differing, 2 for a call that cannot be carried out.
 */
const HOME = 'the home of dsh (default: $DSH_HOME, else ~/.dsh)';
const CWD = 'the workspace in which is judged (default: this folder)';
function program(printer, done) {
    const cli = new Command('dsh-shooty')
        .description('Tries guards and gates of Shooty before they judge: the same verdicts as in dsh, without dsh.')
        .exitOverride().showHelpAfterError('(--help shows what there is)').helpCommand(false);
    common(cli.command('explain')).description('what was read of a call, what each gate and guard makes of it, and why')
        .argument('[command]', 'a shell command, in quotes').option('--tool <name>', 'a tool other than the shell').option('--args <json>', 'the arguments of the tool')
        .action(async (text, options) => { done(await explain(text, options, printer)); });
    common(cli.command('test')).description('runs the examples beside guards (<name>.examples.yml), or files of { command, expect } lines (.jsonl)')
        .argument('[files...]', 'files or folders (default: all below this folder)')
        .action(async (files, options) => { done(await test(files, options, printer)); });
    common(cli.command('replay')).description('judges the recorded calls and stops of sessions again with the guards of now; runs nothing')
        .argument('[sessions...]', 'ids, parts of paths, or log files (default: all of the home)')
        .option('--guard <file>', 'a script in place of the profile\'s guards; given twice, both are compared', (file, files) => [...files ?? [], file])
        .option('--trigger <point>', 'the Point of --guard', 'command')
        .action(async (sessions, options) => { done(await replay(sessions, options, printer)); });
    common(cli.command('check')).description('a profile\'s configuration, every script of it compiled, every example run; for CI')
        .action(async (options) => { done(await check(options, printer)); });
    return cli;
}
function common(command) {
    return command.option('--profile <name>', 'the profile whose configuration holds (default: the gates as they come)')
        .option('--home <folder>', HOME).option('--cwd <folder>', CWD).option('--json', 'one JSON document for programs');
}
async function main(args) {
    const printer = createPrinter({ out: process.stdout, err: process.stderr, env: process.env });
    let code = 0;
    try {
        const cli = program(printer, (outcome) => { code = outcome; });
        if (args.length === 0) {
            cli.outputHelp();
            return 2;
        }
        await cli.parseAsync([...args], { from: 'user' });
        return code;
    }
    catch (error) {
        if (error instanceof CommanderError)
            return error.exitCode === 0 ? 0 : 2;
        process.stderr.write(`dsh-shooty: ${describeThrown(error)}\n`);
        return 2;
    }
}
// Whoever reads only the first lines closes the pipe.
process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE')
        throw error;
    process.exit();
});
process.exitCode = await main(process.argv.slice(2));

export { main };
