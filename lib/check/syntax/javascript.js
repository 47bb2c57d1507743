import { withTemporaryCopy } from "../temporary.js";
import { MAX_CHECKER_OUTPUT, outcomeOf } from "./checker.js";
import { isOtherDialect, parseNodeError } from "./javascript-error.js";
import { moduleKinds } from "./javascript-kind.js";
import { processFailure, unreadable } from "./process-outcome.js";
import { decodeText } from "./source-text.js";
export function createJavaScriptChecker(deps) {
    let state = 'not used yet';
    const asKind = (kind, source, limits) => {
        const name = kind === 'module' ? 'checked.mjs' : 'checked.cjs';
        return withTemporaryCopy(deps.temporaryFolder, name, source.bytes, async (path) => {
            const result = await deps.processes.run([deps.node, '--check', path], {
                cwd: deps.temporaryFolder, env: deps.environment, timeoutMs: limits.timeoutMs, signal: limits.signal, maxOutputBytes: MAX_CHECKER_OUTPUT,
            });
            return readResult(result, name, limits.timeoutMs);
        });
    };
    return {
        id: 'javascript',
        language: 'JavaScript',
        extensions: ['.js', '.mjs', '.cjs'],
        shebangs: ['node', 'nodejs'],
        describe: () => state,
        async check(source, limits) {
            const text = decodeText(source.bytes);
            if (text === null || FLOW.test(text.slice(0, FLOW_HEAD)))
                return { kind: 'ok' };
            let first = null;
            for (const kind of await moduleKinds(deps.files, source, text)) {
                const answer = await asKind(kind, source, limits);
                if (answer !== null && 'kind' in answer) {
                    if (answer.kind === 'unavailable')
                        state = 'missing';
                    return answer;
                }
                state = 'node --check';
                if (answer === null || isOtherDialect(answer, text))
                    return { kind: 'ok' };
                first ??= answer;
            }
            return first === null ? { kind: 'ok' } : outcomeOf([first]);
        },
    };
}
const FLOW = /@flow\b/;
/** UTF-16 units in which a Flow file says that it is one. */
const FLOW_HEAD = 1_024;
function readResult(result, name, timeoutMs) {
    const failure = processFailure('node --check', result, timeoutMs);
    if (failure !== null)
        return failure;
    if (result.exitCode === 0)
        return null;
    return parseNodeError(result.stderr, name) ?? unreadable('node --check', result);
}
