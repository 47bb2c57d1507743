import { parseAnswer } from "./answer.js";
import { MAX_CHECKER_OUTPUT } from "./checker.js";
import { processFailure, unreadable } from "./process-outcome.js";
/** Room for the answer and for Node's warnings. */
const MAX_OUTPUT = MAX_CHECKER_OUTPUT;
/** @param flags options of Node that go before the entry. */
export async function askChild(deps, request, flags, limits) {
    const result = await deps.processes.run([deps.node, ...flags, deps.entry], {
        cwd: deps.folder, env: deps.environment, timeoutMs: limits.timeoutMs, signal: limits.signal,
        maxOutputBytes: MAX_OUTPUT, stdin: JSON.stringify(request),
    });
    return processFailure('the parser', result, limits.timeoutMs) ?? parseAnswer(result.stdout) ?? unreadable('the parser', result);
}
