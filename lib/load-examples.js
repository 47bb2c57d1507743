import { dirname, basename } from 'node:path';
import { r as readExampleFile, f as exampleFileOf, e as entriesOf, c as createWorkbench, b as runExample, a as entryKey } from './example-entries.js';
import { d as describeThrown } from './patch-text.js';
import { V as BUNDLED_GUARDS, o as oneLine } from './shooty.js';
import { r as runnerReady } from './shooty2.js';

/**
 * The examples beside the configured guards, run once after the check at load, in a workbench of their own: they take
 * no runner from a call. Differences are one note. Bundled guards' examples are their package's business.
 */
/** The start of a runner on a busy machine included. */
const RUNNER_MS = 20_000;
const MAX_REASON = 200;
/** Never rejects, and keeps no process alive. @param signal ends it between two examples. */
async function runLoadExamples(parts, signal) {
    const seen = new Set();
    for (const guard of parts.settings.guards) {
        const file = exampleFile(parts.texts, guard);
        if (file === null || seen.has(file.examples) || signal.aborted)
            continue;
        seen.add(file.examples);
        try {
            const read = await readExampleFile(file.examples, null);
            if (read === null)
                continue;
            const findings = [...read.problems, ...await differing(parts, file.script, read, signal)].toSorted((one, other) => one.line - other.line);
            if (!signal.aborted && findings.length > 0)
                parts.note(`examples ${file.examples}`, noteText(guard, file.examples, read, findings));
        }
        catch (error) {
            parts.note(`examples ${file.examples}`, `${guard.name}: its examples could not be run: ${describeThrown(error)}`);
        }
    }
}
function exampleFile(texts, guard) {
    if (guard.mode === 'off' || guard.source.kind !== 'script')
        return null;
    const text = texts.textOf(guard, null);
    if (text.state !== 'loaded' || text.file === null || dirname(text.file) === BUNDLED_GUARDS)
        return null;
    return { script: text.file, examples: exampleFileOf(text.file) };
}
async function differing({ settings, home }, script, { examples }, signal) {
    if (examples.length === 0)
        return [];
    const entries = entriesOf(script, examples);
    const workbench = createWorkbench({
        home,
        settings: { ...settings, guards: [...entries.values()], specChecker: 'off', postWriteSyntax: false, sandbox: { ...settings.sandbox, maxRunners: 1 } },
    });
    try {
        const findings = [];
        for (const example of examples) {
            await runnerReady(workbench.guards.pool, RUNNER_MS, signal);
            if (signal.aborted)
                break;
            const outcome = await runExample(workbench, example, dirname(script), namesOf(entries, example));
            if (!outcome.ok)
                findings.push({ line: example.line, text: `${example.name}: ${outcome.why}` });
        }
        return findings;
    }
    finally {
        await workbench.dispose();
    }
}
function namesOf(entries, example) {
    const entry = entries.get(entryKey(example));
    return new Set(entry === undefined ? [] : [entry.name]);
}
function noteText(guard, file, { examples, problems }, findings) {
    const [first] = findings;
    const place = first === undefined ? '' : `, first ${basename(file)}:${first.line} ${oneLine(first.text, MAX_REASON)}`;
    return `${guard.name}: ${findings.length} of ${examples.length + problems.length} examples differ${place}`;
}

export { runLoadExamples };
