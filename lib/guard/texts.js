/**
 * The texts of all guards, by the port `GuardTexts`. Shared and inline texts are compiled at once,
 * workspace texts when their session first uses them. Never throws: what cannot be used is `broken`.
 */
import { compileGuard } from "./compile.js";
import { findScript, isWorkspaceScript, loadedText, nextText } from "./find-script.js";
import { hashOf } from "./script-file.js";
import { createSharedScripts } from "./shared-scripts.js";
import { createWorkspaceScripts } from "./workspace-scripts.js";
/** What a session registry makes for a new session. */
export function createPins() {
    return new Map();
}
export function createGuardTexts(options) {
    const shared = createSharedScripts(options.folders);
    const workspace = createWorkspaceScripts(options.folders, options.pins, options.clock);
    const inline = new WeakMap();
    const textOf = (guard, session) => {
        if (guard.source.kind === 'inline') {
            const known = inline.get(guard);
            if (known !== undefined)
                return known;
            const text = inlineText(guard.name, guard.source.body);
            inline.set(guard, text);
            return text;
        }
        const { script } = guard.source;
        if (!isWorkspaceScript(script))
            return shared.textOf(guard, script);
        // Without a session there is no workspace; what comes back says so.
        if (session === null)
            return nextText(null, findScript(script, options.folders, null), guard.name);
        return workspace.textOf(guard, script, session);
    };
    for (const guard of options.guards) {
        if (guard.source.kind === 'inline' || !isWorkspaceScript(guard.source.script))
            textOf(guard, null);
    }
    return {
        textOf,
        reload: session => [...shared.reload(), ...session === null ? [] : workspace.reload(session)],
        forget(guard) { if (guard.source.kind === 'script')
            shared.forget(guard, guard.source.script); },
        folders: () => shared.folders(),
        files: session => [...shared.files(), ...session === null ? [] : workspace.files(session)],
    };
}
function inlineText(name, body) {
    const hash = hashOf(body);
    const outcome = compileGuard(body, { name, language: 'js' });
    return outcome.ok ? loadedText(null, hash, outcome.compiled) : { state: 'broken', file: null, hash, reason: outcome.reason, position: outcome.position };
}
