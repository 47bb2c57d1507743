/**
 * What a session keeps over a restart, in a file of Shooty's own: never in the session's log, which
 * the host could then not load any more. One small JSON file per session that has anything to keep.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from "../base/atomic-file.js";
import { describeThrown } from "../errors.js";
import { EMPTY_RECORD, isEmpty, parseSessionRecord } from "./session-record.js";
/**
 * @param folder Shooty's folder for sessions, or null when there is no home: nothing is kept then.
 * @param report told of every failure, in words for the human; must not throw.
 */
export function createSessionFiles(folder, report) {
    const writing = new Map();
    const fileOf = (sessionId) => join(folder ?? '', fileName(sessionId));
    const write = async (sessionId, record) => {
        try {
            if (isEmpty(record))
                await unlink(fileOf(sessionId)).catch(ignoreMissing);
            else
                await writeFileAtomic(fileOf(sessionId), `${JSON.stringify({ version: 1, sessionId, ...record })}\n`);
        }
        catch (error) {
            report(`the state of session ${sessionId} could not be saved (${describeThrown(error)}); it is lost when dsh ends`);
        }
    };
    /** One write at a time per session; what came meanwhile is written together, once. */
    const drain = async (sessionId, entry) => {
        while (entry.dirty) {
            entry.dirty = false;
            await write(sessionId, entry.latest);
        }
        writing.delete(sessionId);
    };
    return {
        load(sessionId) {
            if (folder === null)
                return EMPTY_RECORD;
            // The session was forgotten and came back before its last state was on disk.
            const unwritten = writing.get(sessionId);
            if (unwritten !== undefined)
                return unwritten.latest;
            const file = fileOf(sessionId);
            try {
                const record = parseSessionRecord(readFileSync(file, 'utf8'));
                if (record !== null)
                    return record;
                report(`the state of session ${sessionId} is not readable; ${putAside(file)} and the session starts empty`);
            }
            catch (error) {
                if (!isMissing(error))
                    report(`the state of session ${sessionId} could not be read (${describeThrown(error)}); ${putAside(file)} and the session starts empty`);
            }
            return EMPTY_RECORD;
        },
        save(sessionId, record) {
            if (folder === null)
                return Promise.resolve();
            const open = writing.get(sessionId);
            if (open !== undefined) {
                open.latest = record;
                open.dirty = true;
                return open.done;
            }
            const entry = { latest: record, dirty: true, done: Promise.resolve() };
            writing.set(sessionId, entry);
            entry.done = drain(sessionId, entry);
            return entry.done;
        },
        survey: () => folder === null ? { runtimeGuard: false, switchedOn: new Set() } : surveyOf(folder),
        async settled() {
            while (writing.size > 0)
                await Promise.all([...writing.values()].map(entry => entry.done));
        },
    };
}
/**
 * A session id may hold anything, so the name is readable where it can be and unique always: also
 * where the file system does not tell upper from lower case.
 */
function fileName(sessionId) {
    const plain = /^(?!x-)[a-z0-9_-]{1,80}$/.test(sessionId);
    return plain ? `${sessionId}.json` : `x-${createHash('sha256').update(sessionId).digest('hex')}.json`;
}
/** @returns what was done, for the report. */
function putAside(file) {
    try {
        renameSync(file, `${file}.corrupt`);
        return `it was put aside as ${file}.corrupt`;
    }
    catch (error) {
        return `it could not be put aside (${describeThrown(error)})`;
    }
}
function surveyOf(folder) {
    const switchedOn = new Set();
    let runtimeGuard = false;
    for (const name of namesIn(folder)) {
        const record = name.endsWith('.json') ? readRecord(join(folder, name)) : null;
        if (record === null)
            continue;
        runtimeGuard ||= record.runtimeGuard !== null;
        for (const [guard, mode] of Object.entries(record.toggles))
            if (mode !== 'off')
                switchedOn.add(guard);
    }
    return { runtimeGuard, switchedOn };
}
function namesIn(folder) {
    try {
        return readdirSync(folder);
    }
    catch {
        return [];
    }
}
/** A file that cannot be read is reported when its session comes; it must not hide the others here. */
function readRecord(file) {
    try {
        return parseSessionRecord(readFileSync(file, 'utf8'));
    }
    catch {
        return null;
    }
}
function isMissing(error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
function ignoreMissing(error) {
    if (!isMissing(error))
        throw error;
}
