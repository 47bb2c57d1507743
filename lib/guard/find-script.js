import { compileGuard } from "./compile.js";
import { candidatesOf, parseReference } from "./reference.js";
import { readScriptFile } from "./script-file.js";
/** A guard that is meant to do nothing says so. */
export const NO_STATEMENT = 'it holds no statement, so that it would decide nothing (a guard that is meant to do nothing is a single ;)';
/** @param cwd the session's workspace; null: none. */
export function findScript(script, folders, cwd) {
    const parsed = parseReference(script);
    if (!parsed.ok)
        return missing(`"${script}" ${parsed.reason}`);
    const candidates = candidatesOf(parsed.reference, folders, cwd);
    if (candidates.length === 0)
        return missing(`"${script}" is a file of the workspace, and this call belongs to no session`);
    for (const candidate of candidates) {
        const file = readScriptFile(candidate);
        if (file.kind === 'read')
            return { ok: true, file, language: parsed.language };
        if (file.kind === 'unusable')
            return { ok: false, file: file.file, hash: file.hash, stamp: file.stamp, reason: `${file.file} ${file.reason}` };
    }
    return missing(`"${script}" was not found: looked for ${candidates.join(', ')}`);
}
function missing(reason) {
    return { ok: false, file: null, hash: null, stamp: null, reason };
}
/** Every path whose content can decide what a reference means; empty for one that means nothing. */
export function pathsOf(script, folders, cwd) {
    const parsed = parseReference(script);
    return parsed.ok ? candidatesOf(parsed.reference, folders, cwd) : [];
}
export function isWorkspaceScript(script) {
    const parsed = parseReference(script);
    return parsed.ok && parsed.reference.kind === 'workspace';
}
/**
 * The text that is in force after a look at the disk: the new one if it is good, else the last good
 * one with what is wrong with the new one, else nothing that can be used.
 */
export function nextText(current, found, name) {
    if (!found.ok)
        return withoutNew(current, { state: 'broken', file: found.file, hash: found.hash, reason: found.reason, position: null });
    const { file, text, hash } = found.file;
    if (current?.state === 'loaded' && current.hash === hash && current.file === file)
        return current.stale === null ? current : { ...current, stale: null };
    const outcome = compileGuard(text, { name, language: found.language });
    // A full disk or a careless editor empties files; that is no decision to let everything pass.
    if (outcome.ok && outcome.compiled.isEmpty === true && current?.state === 'loaded' && current.compiled.isEmpty !== true) {
        return withoutNew(current, { state: 'broken', file, hash, reason: NO_STATEMENT, position: null });
    }
    if (outcome.ok)
        return loadedText(file, hash, outcome.compiled);
    return withoutNew(current, { state: 'broken', file, hash, reason: outcome.reason, position: outcome.position });
}
export function loadedText(file, hash, compiled) {
    return { state: 'loaded', file, hash, compiled, stale: null };
}
function withoutNew(current, broken) {
    if (current?.state !== 'loaded')
        return broken;
    return { ...current, stale: `the last good text is in force; the one on disk: ${broken.reason}${placed(broken.position)}` };
}
function placed(position) {
    return position === null ? '' : ` (line ${position.line}, column ${position.column})`;
}
