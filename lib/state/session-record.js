/** The state of a session as it is kept: its shape, and how it is rebuilt from the text of a file. Pure. */
import { isJsonObject } from "../base/json.js";
export const EMPTY_RECORD = { rounds: 0, runtimeGuard: null, toggles: {}, pending: [], activated: [] };
/** Nothing that would be missed. */
export function isEmpty(record) {
    return record.rounds === 0 && record.runtimeGuard === null && record.pending.length === 0
        && record.activated.length === 0 && Object.keys(record.toggles).length === 0;
}
/** The form that is written. A larger number was written by a newer Shooty. */
export const RECORD_VERSION = 1;
/** Rebuilds the record field by field; what is damaged costs that field and no other. */
export function readSessionRecord(text) {
    let value;
    try {
        value = JSON.parse(text);
    }
    catch {
        return { kind: 'unreadable' };
    }
    if (!isJsonObject(value) || typeof value.version !== 'number')
        return { kind: 'unreadable' };
    if (value.version > RECORD_VERSION)
        return { kind: 'newer', version: value.version };
    if (value.version !== RECORD_VERSION)
        return { kind: 'unreadable' };
    const damaged = [];
    const field = (name, absent, read) => {
        const raw = value[name];
        if (raw === undefined)
            return absent;
        const { kept, whole } = read(raw);
        if (!whole)
            damaged.push(name);
        return kept;
    };
    const record = {
        rounds: field('rounds', 0, readRounds),
        runtimeGuard: field('runtimeGuard', null, readRuntimeGuard),
        toggles: field('toggles', {}, readToggles),
        pending: field('pending', [], raw => readList(raw, readPending)),
        activated: field('activated', [], raw => readList(raw, item => typeof item === 'string' ? item : null)),
    };
    return { kind: 'record', record, damaged };
}
function readRounds(raw) {
    const whole = typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0;
    return { kept: whole ? raw : 0, whole };
}
function readList(raw, read) {
    if (!Array.isArray(raw))
        return { kept: [], whole: false };
    const kept = raw.map(read).filter(item => item !== null);
    return { kept, whole: kept.length === raw.length };
}
function readRuntimeGuard(raw) {
    if (raw === null)
        return { kept: null, whole: true };
    if (isJsonObject(raw) && raw.kind === 'script' && typeof raw.script === 'string')
        return { kept: { kind: 'script', script: raw.script }, whole: true };
    if (isJsonObject(raw) && raw.kind === 'inline' && typeof raw.body === 'string')
        return { kept: { kind: 'inline', body: raw.body }, whole: true };
    return { kept: null, whole: false };
}
const MODES = ['enforce', 'observe', 'off'];
function readToggles(raw) {
    if (!isJsonObject(raw))
        return { kept: {}, whole: false };
    const entries = Object.entries(raw);
    const kept = entries.filter((entry) => MODES.some(mode => mode === entry[1]));
    return { kept: Object.fromEntries(kept), whole: kept.length === entries.length };
}
function readPending(value) {
    if (!isJsonObject(value) || typeof value.text !== 'string' || typeof value.guard !== 'string')
        return null;
    const count = typeof value.count === 'number' && Number.isSafeInteger(value.count) && value.count > 0 ? value.count : 1;
    return { guard: value.guard, text: value.text, skill: typeof value.skill === 'string' ? value.skill : null, count };
}
