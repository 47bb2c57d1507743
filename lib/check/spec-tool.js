/**
 * The profile's own tool `strict_check` as checker. Called with `{ path }`. Read from its answer: a
 * boolean `ok`, `success`, `accepted`, `valid` or `passed`, and a list `diagnostics`, `errors` or `messages` of
 * texts or `{ message, line, column }`, as the value or as JSON in the text. A plain text counts only
 * when it begins with one of a few plain words; anything else is an answer that cannot be read.
 */
import { isJsonObject } from "../base/json.js";
import { abortAfter } from "../base/deadline.js";
import { oneLine } from "../base/text.js";
import { describeThrown } from "../errors.js";
export const STRICT_CHECK = 'strict_check';
const MAX_MESSAGE = 300;
const VERDICTS = ['ok', 'success', 'accepted', 'valid', 'passed'];
const LISTS = ['diagnostics', 'errors', 'messages'];
export function createToolChecker(deps) {
    return {
        id: `tool ${STRICT_CHECK}`,
        unavailable: session => Promise.resolve(deps.tools.has(session, STRICT_CHECK) ? null : `the tool ${STRICT_CHECK} is not registered`),
        async check(spec, session, signal) {
            const deadline = abortAfter(deps.settings.checkTimeoutMs, signal);
            try {
                const call = deps.tools.call(session, STRICT_CHECK, { path: spec.path }, deadline.signal);
                const answer = await Promise.race([call, aborted(deadline.signal)]);
                if (answer === null)
                    return { kind: 'failed', reason: deadline.timedOut() ? `it did not answer within ${deps.settings.checkTimeoutMs} ms` : 'it was cancelled' };
                return readAnswer(answer);
            }
            catch (error) {
                return { kind: 'failed', reason: `the tool ${STRICT_CHECK} failed: ${oneLine(describeThrown(error), 200)}` };
            }
            finally {
                deadline.dispose();
            }
        },
    };
}
function aborted(signal) {
    return new Promise((resolve) => {
        if (signal.aborted)
            resolve(null);
        else
            signal.addEventListener('abort', () => { resolve(null); }, { once: true });
    });
}
function readAnswer(answer) {
    const data = objectOf(answer.value) ?? objectOf(parsed(answer.text));
    const diagnostics = data === null ? [] : diagnosticsOf(data);
    const verdict = data === null ? plainVerdict(answer.text) : VERDICTS.map(name => data[name]).find(value => typeof value === 'boolean');
    if (answer.isError && diagnostics.length === 0)
        return { kind: 'failed', reason: `the tool ${STRICT_CHECK} answered with an error: ${oneLine(answer.text, 200)}` };
    if (answer.isError || verdict === false || (verdict === undefined && diagnostics.length > 0)) {
        const all = diagnostics.length > 0 ? diagnostics : [{ message: oneLine(answer.text, MAX_MESSAGE) || 'no reason given', line: null, column: null }];
        return { kind: 'errors', diagnostics: all, total: all.length };
    }
    if (verdict === true)
        return { kind: 'ok' };
    return { kind: 'failed', reason: `the answer of ${STRICT_CHECK} cannot be read: ${oneLine(answer.text, 120) || 'it is empty'}` };
}
function plainVerdict(text) {
    if (/^\s*(?:ok|accepted|success|passed|valid|no (?:errors|problems|diagnostics))\b/i.test(text))
        return true;
    return /^\s*(?:rejected|failed|failure|invalid|error|not accepted)\b/i.test(text) ? false : undefined;
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return null;
    }
}
function objectOf(value) {
    return isJsonObject(value) ? value : null;
}
function diagnosticsOf(data) {
    const list = LISTS.map(name => data[name]).find(value => Array.isArray(value)) ?? [];
    return list.slice(0, 1_000).flatMap((item) => {
        if (typeof item === 'string')
            return [{ message: oneLine(item, MAX_MESSAGE), line: null, column: null }];
        if (!isJsonObject(item) || /^(?:warning|info|information|hint)$/i.test(severityOf(item)))
            return [];
        const text = item['message'] ?? item['text'] ?? item['data'];
        return [{ message: typeof text === 'string' ? oneLine(text, MAX_MESSAGE) : 'no text', line: numberOf(item['line']), column: numberOf(item['column']) }];
    });
}
function numberOf(value) {
    return typeof value === 'number' ? value : null;
}
function severityOf(item) {
    return typeof item['severity'] === 'string' ? item['severity'] : '';
}
