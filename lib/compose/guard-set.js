/** All guards of one mount: their texts, the pool that runs them, the gates, and the roster that orders them. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGuardTexts, createPins } from "../guard/texts.js";
import { createScriptRunner } from "../pool/create.js";
import { createRoster } from "../point/roster.js";
import { createSessionTurns } from "../point/session-turn.js";
import { createCapabilities } from "./capabilities.js";
import { createGates } from "./gates.js";
import { protectedFiles } from "./protected.js";
import { createRunScratch, createScriptGuards } from "./script-guards.js";
/** The built package: `lib/`, one above this file's folder. */
const LIB = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
export function createGuardSet(core) {
    const { settings, kept, home } = core;
    const texts = createGuardTexts({
        guards: settings.guards, clock: core.clock, pins: kept.storeFor('pins')(createPins),
        folders: { extra: settings.guardDirs, user: home.guards, bundled: join(PACKAGE, 'guards') },
    });
    const pool = openPool(core);
    const gates = createGates({
        ...core, protectedFiles: protectedFiles(settings, home, PACKAGE, texts), nodePath: settings.sandbox.nodePath ?? process.execPath,
        report: (session, text) => { core.human.say(session, 'warn', text); },
    });
    const scratch = createRunScratch(kept.states);
    const scripts = createScriptGuards(settings.guards, kept.states, {
        texts, runner: pool, timeoutMs: settings.timeoutMs, loop: scratch.loop, sessionTurn: createSessionTurns(),
        capabilities: createCapabilities({ ...core, scratch, isProtected: (session, path) => gates.tamper.covers(path, session) }),
        rounds: input => kept.states.of(input.session).rounds,
        log: (guard, input, level, text) => { core.human.say(input.session, level, `${guard}: ${text}`); },
    });
    const roster = createRoster({
        first: gates.first, scripts: scripts.configured, last: gates.last,
        runtimeGuard: session => scripts.runtime(session)?.guard ?? null,
        runtimeGuardPossible: () => kept.states.runtimeGuardPossible(),
        switchedOn: name => kept.states.switchedOn(name),
    });
    return { texts, pool, gates, scripts, roster };
}
function openPool(core) {
    const { sandbox, timeoutMs } = core.settings;
    return createScriptRunner({
        sandbox, timeoutMs, libDir: LIB,
        host: { execPath: process.execPath, versions: process.versions, isSingleExecutable: isSingleExecutable() },
        onHostExit(action) {
            process.once('exit', action);
            return () => { process.off('exit', action); };
        },
    });
}
/** `node:sea` is younger than the oldest Node that is supported, so it is asked for and not imported. */
function isSingleExecutable() {
    const ask = process;
    return ask.getBuiltinModule?.('node:sea')?.isSea?.() ?? false;
}
