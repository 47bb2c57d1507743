/** Scripts that are the same for every session: looked up in the guard folders or named by absolute path. */
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { findScript, nextText, pathsOf } from "./find-script.js";
export function createSharedScripts(folders) {
    const entries = new Map();
    const look = (script, name, current) => nextText(current, findScript(script, folders, null), name);
    const files = () => [...new Set([...entries.values()].flatMap(entry => pathsOf(entry.script, folders, null)))];
    return {
        textOf(guard, script) {
            const key = keyOf(guard, script);
            const known = entries.get(key);
            if (known !== undefined)
                return known.text;
            const text = look(script, guard.name, null);
            entries.set(key, { name: guard.name, script, text });
            return text;
        },
        reload() {
            return [...entries.values()].map((entry) => {
                const before = hashInForce(entry.text);
                // One assignment: whoever reads meanwhile has either text, whole.
                entry.text = look(entry.script, entry.name, entry.text);
                return { guard: entry.name, before, after: hashInForce(entry.text), text: entry.text };
            });
        },
        forget(guard, script) { entries.delete(keyOf(guard, script)); },
        files,
        folders() {
            const real = [...entries.values()].flatMap(entry => entry.text.file === null ? [] : [realFile(entry.text.file)]);
            return [...new Set([...files(), ...real].map(file => dirname(file)))];
        },
    };
}
export function hashInForce(text) {
    return text.state === 'loaded' ? text.hash : null;
}
function keyOf(guard, script) {
    return `${guard.name}\0${script}`;
}
/** Behind a symbolic link the change happens in another folder. */
function realFile(file) {
    try {
        return realpathSync(file);
    }
    catch {
        return file;
    }
}
