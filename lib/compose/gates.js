/** The built-in gates with what they need of this host, in the order in which they run around the scripts. */
import { homedir, tmpdir } from 'node:os';
import { checkerEnvironment } from "../check/environment.js";
import { createSyntaxCheckers } from "../check/syntax/checkers.js";
import { createSpecCheckers } from "../check/spec.js";
import { createCriticalPathsGate } from "../gate/critical-paths.js";
import { createEffectReader } from "../gate/effects.js";
import { createPostWriteSyntaxGate } from "../gate/post-write-syntax.js";
import { createRepeatedFailureGate } from "../gate/repeated-failure.js";
import { createTamperProtectionGate } from "../gate/tamper-protection.js";
import { findHostReminder } from "../host/host-reminder.js";
/** Gates have no mode in the configuration: they are on or off by their own keys, and the human can switch them. */
const MODE = 'enforce';
export function createGates(parts) {
    const { settings, kept, clock, files, tools, processes } = parts;
    const { counters } = kept;
    const environment = checkerEnvironment(process.env, process.platform);
    const effects = createEffectReader({ files, protectedTools: settings.protectedTools, home: homedir(), variables: { DSH_HOME: parts.home.dsh } });
    const shared = { settings, mode: MODE, clock, counters, files, effects };
    const tamper = createTamperProtectionGate({ ...shared, protectedFiles: session => parts.protectedFiles(session) });
    const critical = createCriticalPathsGate({
        ...shared, home: homedir(), report: (session, text) => { parts.report(session, text); },
        checkers: createSpecCheckers({ settings, process: processes, tools, env: { ...environment, ...leanEnvironment(process.env) }, now: () => clock.now() }),
        perSession: create => kept.storeFor('critical-paths')(create),
    });
    // A pattern that protects nothing looks like protection; the status shows it to whoever asks, this to whoever starts.
    for (const note of critical.notes())
        parts.human.say(null, 'warn', note);
    const repeated = createRepeatedFailureGate({
        ...shared, perSession: create => kept.storeFor('repeated-failure')(create),
        hostReminder: () => findHostReminder(parts.ctx),
        wasRefused: input => input.command !== null && parts.refused.has(input.command),
    });
    const syntax = createPostWriteSyntaxGate({
        ...shared, perSession: create => kept.storeFor('post-write-syntax')(create),
        effects: async (command, session) => (await effects.effectsOf(command, session)).effects.filter(effect => effect.kind === 'write'),
        checkers: createSyntaxCheckers({ processes, files, environment, temporaryFolder: tmpdir(), platform: process.platform, node: parts.nodePath }),
    });
    return { first: [tamper], last: [critical, repeated, syntax], all: [critical, repeated, syntax, tamper], critical, tamper };
}
/** What Lean and its version manager need to find their own parts. */
function leanEnvironment(source) {
    const named = ['ELAN_HOME', 'LEAN_PATH', 'LEAN_SYSROOT', 'LAKE_HOME'];
    return Object.fromEntries(named.flatMap(name => source[name] === undefined ? [] : [[name, source[name]]]));
}
