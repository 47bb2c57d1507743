/** The built-in gates with what they need of this host, in the order in which they run around the scripts. */
import { homedir, tmpdir } from 'node:os';
import { checkerEnvironment } from "../check/environment.js";
import { createSyntaxCheckers } from "../check/syntax/checkers.js";
import { createEffectReader } from "../gate/effects.js";
import { createPostWriteSyntaxGate } from "../gate/post-write-syntax.js";
import { createRepeatedFailureGate } from "../gate/repeated-failure.js";
import { findHostReminder } from "./host-reminder.js";
/** Gates have no mode in the configuration: they are on or off by their own keys, and the human can switch them. */
const MODE = 'enforce';
export function createGates(parts) {
    const { settings, kept, clock, files } = parts;
    const environment = checkerEnvironment(process.env, process.platform);
    const reader = createEffectReader({ files, protectedTools: settings.protectedTools, home: homedir(), variables: { DSH_HOME: parts.home.dsh } });
    const repeated = createRepeatedFailureGate({
        settings, mode: MODE, clock, counters: kept.counters, perSession: create => kept.storeFor('repeated-failure')(create),
        hostReminder: () => findHostReminder(parts.ctx),
        wasRefused: input => input.command !== null && parts.refused.has(input.command),
    });
    const syntax = createPostWriteSyntaxGate({
        settings, mode: MODE, clock, counters: kept.counters, files,
        effects: async (command, session) => (await reader.effectsOf(command, session)).effects.filter(effect => effect.kind === 'write'),
        checkers: createSyntaxCheckers({ processes: parts.processes, files, environment, temporaryFolder: tmpdir(), platform: process.platform, node: parts.nodePath }),
        perSession: create => kept.storeFor('post-write-syntax')(create),
    });
    const last = [repeated, syntax];
    return { first: [], last, all: last, isProtected: () => false };
}
