/**
 * What the checks of one call come to: errors to show, things to say once, faults to record. Owns
 * what a session was told and which checkers it has given up; both live as long as the session.
 */
import { oneLine } from "../../base/text.js";
import { assertNever } from "../../errors.js";
import { brokenText, missingText, tooLargeText, tooManyText } from "./words.js";
/** After this many failures in a row a checker is not asked again in the session: each may cost the whole time-out. */
export const MAX_FAILURES = 3;
const MAX_FAULT = 300;
/** @param heard false for a gate that observes: what it says reaches nobody, so it has not been said. */
export function createFindings(memory, counters, heard) {
    const broken = [];
    const notices = [];
    const faults = [];
    const sayOnce = (kind, text) => {
        if (memory.said.has(kind))
            return;
        if (heard)
            memory.said.add(kind);
        notices.push(text);
    };
    const fault = (code, message) => { faults.push({ code, message: oneLine(message, MAX_FAULT), position: null }); };
    return {
        add(path, finding) {
            switch (finding.kind) {
                case 'skipped': return;
                case 'too-large': return sayOnce('too-large', tooLargeText(path));
                case 'unreadable': return fault('internal', `${path} could not be read after the call: ${finding.reason}`);
                // One that was missing, came, and was given up is news once more.
                case 'unavailable': return sayOnce(`${isGivenUp(memory, finding.checker) ? 'given-up' : 'missing'}:${finding.checker.id}`, missingText(finding.checker.language, finding.reason, path));
                case 'failed':
                    counters.add('postWriteChecks');
                    memory.failures.set(finding.checker.id, (memory.failures.get(finding.checker.id) ?? 0) + 1);
                    return fault(finding.timedOut ? 'timeout' : 'internal', `${path} was not checked: ${finding.reason}`);
                case 'checked':
                    counters.add('postWriteChecks');
                    memory.failures.delete(finding.checker.id);
                    if (finding.introduced.length > 0)
                        broken.push({ path, parser: finding.checker.describe(), diagnostics: finding.introduced });
                    return;
                default: return assertNever(finding);
            }
        },
        left(files) { if (files > 0)
            sayOnce('too-many', tooManyText(files)); },
        fault,
        result: maxDiagnostics => ({
            notices: broken.length === 0 ? notices : [brokenText(broken, maxDiagnostics), ...notices],
            fault: faults[0] ?? null,
        }),
    };
}
/** The checkers of this call; one that has been given up says so instead of being asked. */
export function checkersFor(memory, checkers) {
    return checkers.map(checker => !isGivenUp(memory, checker) ? checker : {
        ...checker,
        check: () => Promise.resolve({ kind: 'unavailable', reason: `the checker failed ${MAX_FAILURES} times in a row` }),
    });
}
function isGivenUp(memory, checker) {
    return (memory.failures.get(checker.id) ?? 0) >= MAX_FAILURES;
}
