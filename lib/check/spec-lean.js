/** Lean on PATH as checker: `lean --json file`. Rejects what Lean rejects, and proofs that are left out. */
import { delimiter } from 'node:path';
import { oneLine } from "../base/text.js";
import { checkerEnvironment } from "./environment.js";
import { readLeanMessages } from "./lean-messages.js";
import { givenUp } from "./lean-text.js";
/** Bytes of output of one check; a checker that writes more is stopped. */
export const MAX_SPEC_OUTPUT = 1_048_576;
const VERSION_TIMEOUT_MS = 15_000;
/** How long "there is no lean" is believed. */
const RETRY_MS = 60_000;
export function createLeanChecker(deps) {
    let found = null;
    let missing = null;
    return {
        id: 'lean',
        describe: () => found ?? (missing === null ? 'lean on PATH (not looked for yet)' : `lean (${missing.reason})`),
        async unavailable(session, signal) {
            if (found !== null)
                return null;
            if (missing !== null && deps.now() < missing.until)
                return missing.reason;
            const ran = await deps.process.run(['lean', '--version'], { ...runOptions(deps, session, signal), timeoutMs: VERSION_TIMEOUT_MS });
            if (ran.started && ran.exitCode === 0) {
                found = oneLine(ran.stdout, 80) || 'lean';
                missing = null;
                return null;
            }
            if (signal.aborted)
                return 'the search for lean was cancelled';
            // Installed but broken is not missing: the check itself will say what is wrong.
            if (ran.started)
                return null;
            missing = { reason: 'lean is not on PATH', until: deps.now() + RETRY_MS };
            return missing.reason;
        },
        async check(spec, session, signal) {
            const ran = await deps.process.run(['lean', '--json', spec.path], runOptions(deps, session, signal));
            if (!ran.started)
                return { kind: 'failed', reason: `lean could not be started: ${oneLine(ran.error ?? 'no reason given', 200)}` };
            if (ran.killedBy !== null)
                return { kind: 'failed', reason: killedText(ran.killedBy, deps.settings.checkTimeoutMs) };
            const { rejected } = readLeanMessages(ran.stdout);
            const all = [...rejected, ...givenUpDiagnostics(spec.text, rejected)];
            if (all.length > 0)
                return { kind: 'errors', diagnostics: all, total: all.length };
            return ran.exitCode === 0 ? { kind: 'ok' } : brokenOutcome('lean', ran);
        },
    };
}
function runOptions(deps, session, signal) {
    return { cwd: session.cwd, timeoutMs: deps.settings.checkTimeoutMs, maxOutputBytes: MAX_SPEC_OUTPUT, signal, env: withoutWorkspace(deps.env, session.cwd) };
}
/** The environment of a checker of specifications: that of every checker, and where Lean finds its libraries. */
export function leanEnvironment(source, platform) {
    const env = checkerEnvironment(source, platform);
    return source['LEAN_PATH'] === undefined ? env : { ...env, LEAN_PATH: source['LEAN_PATH'] };
}
/** A `lean` that lies in the workspace is the agent's, not the human's. */
export function withoutWorkspace(env, cwd) {
    const path = env['PATH'];
    if (path === undefined)
        return env;
    const kept = path.split(delimiter).filter(folder => folder !== cwd && !folder.startsWith(`${cwd}/`) && !folder.startsWith(`${cwd}\\`));
    return { ...env, PATH: kept.join(delimiter) };
}
/** `set_option warn.sorry false` keeps Lean silent; the word itself does not. */
export function givenUpDiagnostics(text, already) {
    if (already.length > 0)
        return [];
    return givenUp(text).map(({ word, line }) => ({ message: `\`${word}\` is not accepted: a proof is left out or the check is stopped`, line, column: null }));
}
export function killedText(by, timeoutMs) {
    if (by === 'timeout')
        return `it did not end within ${timeoutMs} ms and was stopped`;
    if (by === 'output')
        return `it wrote more than ${MAX_SPEC_OUTPUT} bytes and was stopped`;
    return 'it was cancelled';
}
/** The program ended by itself, unsuccessfully, and said nothing that can be read as a finding. */
export function brokenOutcome(name, ran) {
    const said = oneLine(`${ran.stderr} ${ran.stdout}`, 200);
    const ended = ran.exitCode === null ? 'was ended by a signal' : `ended with code ${ran.exitCode}`;
    return { kind: 'failed', reason: `${name} ${ended}${said === '' ? '' : `: ${said}`}` };
}
