/** One file after a call: which checker, what it finds, what of that is new. Says what came of it; words and counts are others'. */
import { chooseChecker } from "../../check/syntax/choose.js";
import { looksBinary } from "../../check/syntax/source-text.js";
import { describeThrown } from "../../errors.js";
import { MAX_FILE_BYTES } from "./before.js";
import { introducedBy } from "./introduced.js";
const SKIPPED = { kind: 'skipped' };
/** Never rejects. */
export async function checkFile(deps, session, file) {
    let now;
    try {
        now = await deps.files.read(session, file.absolute, MAX_FILE_BYTES);
    }
    catch (error) {
        return await isFile(deps.files, session, file.absolute) ? { kind: 'unreadable', reason: describeThrown(error) } : SKIPPED;
    }
    if (now === null)
        return SKIPPED;
    const checker = chooseChecker(deps.checkers, file.absolute, now.bytes);
    if (checker === null || looksBinary(now.bytes))
        return SKIPPED;
    if (now.truncated)
        return { kind: 'too-large' };
    if (file.before.kind === 'unknown' || isSame(file, now.bytes))
        return SKIPPED;
    const check = async (bytes) => {
        const timeoutMs = deps.remaining();
        if (timeoutMs <= 0)
            return { kind: 'failed', reason: 'the time for checks of this call was used up', timedOut: true };
        try {
            return await checker.check({ session, path: file.absolute, bytes }, { timeoutMs, signal: deps.signal });
        }
        catch (error) {
            return { kind: 'failed', reason: `the check broke: ${describeThrown(error)}`, timedOut: false };
        }
    };
    const outcome = await check(now.bytes);
    if (outcome.kind !== 'errors')
        return findingOf(checker, outcome);
    const introduced = await introducedBy(file.before.kind === 'absent' ? null : file.before.bytes, now.bytes, outcome.diagnostics, check);
    return introduced.kind === 'known' ? { kind: 'checked', checker, introduced: introduced.diagnostics } : findingOf(checker, introduced.outcome);
}
/** A folder cannot be read either, and is nothing to report. */
async function isFile(files, session, absolute) {
    try {
        return (await files.stat(session, absolute))?.kind === 'file';
    }
    catch {
        return false;
    }
}
function isSame(file, bytes) {
    return file.before.kind === 'bytes' && Buffer.compare(file.before.bytes, bytes) === 0;
}
function findingOf(checker, outcome) {
    return outcome.kind === 'ok' ? { kind: 'checked', checker, introduced: [] } : { ...outcome, checker };
}
