/**
 * What a session keeps over a restart, in a file of Shooty's own: never in the session's log, which
 * the host could then not load any more. One small JSON file per session that has anything to keep.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from "../base/json.js";
import { writeFileAtomic } from "../base/atomic-file.js";
import { describeThrown } from "../errors.js";
export const EMPTY_RECORD = { rounds: 0, runtimeGuard: null, toggles: {}, pending: [], activated: [] };
/**
 * @param folder Shooty's folder for sessions, or null when there is no home: nothing is kept then.
 * @param report told of every failure, in words for the human.
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
    return {
        load(sessionId) {
            if (folder === null)
                return EMPTY_RECORD;
            const file = fileOf(sessionId);
            let text;
            try {
                text = readFileSync(file, 'utf8');
            }
            catch (error) {
                if (!isMissing(error))
                    report(`the state of session ${sessionId} could not be read (${describeThrown(error)}); it starts empty`);
                return EMPTY_RECORD;
            }
            const record = parseSessionRecord(text);
            if (record !== null)
                return record;
            putAside(file);
            report(`the state of session ${sessionId} is not readable; it was put aside as ${file}.corrupt and the session starts empty`);
            return EMPTY_RECORD;
        },
        save(sessionId, record) {
            if (folder === null)
                return Promise.resolve();
            // Chained per session: two writes of one session must not overtake each other.
            const done = (writing.get(sessionId) ?? Promise.resolve()).then(() => write(sessionId, record));
            writing.set(sessionId, done);
            return done.finally(() => {
                if (writing.get(sessionId) === done)
                    writing.delete(sessionId);
            });
        },
        anyRuntimeGuard: () => folder !== null && filesHold(folder, '"runtimeGuard":{'),
        async settled() {
            while (writing.size > 0)
                await Promise.all(writing.values());
        },
    };
}
/** A session id may hold anything, so the name is readable where it can be and unique always. */
function fileName(sessionId) {
    const plain = /^[A-Za-z0-9_-]{1,80}$/.test(sessionId);
    return plain ? `${sessionId}.json` : `x-${createHash('sha256').update(sessionId).digest('hex')}.json`;
}
function isEmpty(record) {
    return record.rounds === 0 && record.runtimeGuard === null && record.pending.length === 0
        && record.activated.length === 0 && Object.keys(record.toggles).length === 0;
}
/** Rebuilds the record field by field; null when the text is not one. */
export function parseSessionRecord(text) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        return null;
    }
    if (!isJsonObject(value) || value.version !== 1)
        return null;
    const rounds = value.rounds;
    if (typeof rounds !== 'number' || !Number.isSafeInteger(rounds) || rounds < 0)
        return null;
    return {
        rounds,
        runtimeGuard: parseRuntimeGuard(value.runtimeGuard),
        toggles: parseToggles(value.toggles),
        pending: parseList(value.pending).flatMap(parsePending),
        activated: parseList(value.activated).filter(item => typeof item === 'string'),
    };
}
function parseList(value) {
    return Array.isArray(value) ? value : [];
}
function parseRuntimeGuard(value) {
    if (!isJsonObject(value))
        return null;
    if (value.kind === 'script' && typeof value.script === 'string')
        return { kind: 'script', script: value.script };
    if (value.kind === 'inline' && typeof value.body === 'string')
        return { kind: 'inline', body: value.body };
    return null;
}
function parseToggles(value) {
    const toggles = {};
    if (!isJsonObject(value))
        return toggles;
    for (const [name, mode] of Object.entries(value)) {
        if (mode === 'enforce' || mode === 'observe' || mode === 'off')
            toggles[name] = mode;
    }
    return toggles;
}
function parsePending(value) {
    if (!isJsonObject(value) || typeof value.text !== 'string' || typeof value.guard !== 'string')
        return [];
    const count = typeof value.count === 'number' && Number.isSafeInteger(value.count) && value.count > 0 ? value.count : 1;
    return [{ guard: value.guard, text: value.text, skill: typeof value.skill === 'string' ? value.skill : null, count }];
}
function putAside(file) {
    try {
        renameSync(file, `${file}.corrupt`);
    }
    catch {
        // It stays where it is and is reported again; nothing depends on the move.
    }
}
function filesHold(folder, needle) {
    try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        return readdirSync(folder).some(name => name.endsWith('.json') && readFileSync(join(folder, name), 'utf8').includes(needle));
    }
    catch {
        return false;
    }
}
function isMissing(error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
function ignoreMissing(error) {
    if (!isMissing(error))
        throw error;
}
