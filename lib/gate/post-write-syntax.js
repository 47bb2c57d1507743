import { capture, createBeforeStates } from "./syntax/before.js";
import { checkFile } from "./syntax/check-file.js";
import { checkersFor, createFindings } from "./syntax/findings.js";
import { shownPath } from "./syntax/words.js";
import { verdictOf } from "./verdict.js";
export function createPostWriteSyntaxGate(deps) {
    const on = deps.settings.postWriteSyntax && deps.mode !== 'off';
    const sessions = deps.perSession(() => ({ before: createBeforeStates(), said: new Set(), failures: new Map() }));
    return {
        name: 'post-write-syntax',
        kind: 'gate',
        points: ['command', 'result'],
        mode: on ? deps.mode : 'off',
        hash: () => null,
        applies: input => on && input.command !== null,
        status: () => ({
            active: on,
            detail: on ? deps.checkers.map(checker => `${checker.language}: ${checker.describe()}`).join('; ') : 'off: postWriteSyntax is false',
        }),
        async judge(input, run) {
            const began = deps.clock.now();
            const state = sessions.of(input.session);
            if (input.point === 'command')
                await look(deps, state, input, run);
            return input.point === 'result' ? judgeResult(deps, state, input, run, began) : verdictOf(deps.clock, began);
        },
    };
}
async function look(deps, state, input, run) {
    if (input.command === null)
        return;
    const captured = await capture(deps, input.command, input.session, run.signal);
    if (captured.files.length > 0 || captured.problem !== null)
        state.before.set(input.command.callId, captured);
}
async function judgeResult(deps, state, input, run, began) {
    const captured = takeCaptured(state, input);
    if (captured === null)
        return verdictOf(deps.clock, began);
    const findings = createFindings(state, deps.counters, run.mode === 'enforce');
    if (captured.problem !== null)
        findings.fault('internal', captured.problem);
    findings.left(captured.left);
    for (const file of captured.files) {
        const finding = await checkFile({
            files: deps.files,
            checkers: checkersFor(state, deps.checkers),
            signal: run.signal,
            // One time-out for all files of the call: the call waits for it.
            remaining: () => deps.settings.checkTimeoutMs - (deps.clock.now() - began),
        }, input.session, file);
        if (run.signal.aborted)
            return verdictOf(deps.clock, began, { cancelled: true });
        findings.add(shownPath(input.session, file.absolute), finding);
    }
    const { notices, fault } = findings.result(deps.settings.maxDiagnostics);
    return verdictOf(deps.clock, began, { actions: notices.map(text => ({ kind: 'notice', text })), fault });
}
/** Taken away whatever the outcome was: each call reaches RESULT once. */
function takeCaptured(state, input) {
    if (input.command === null)
        return null;
    const captured = state.before.get(input.command.callId) ?? null;
    state.before.delete(input.command.callId);
    return input.result === null || input.result.isError ? null : captured;
}
