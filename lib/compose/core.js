import { createProcesses } from "../check/process.js";
import { claimKept } from "../host/continuity.js";
import { findHome } from "../host/home.js";
import { createKept } from "./kept.js";
import { createHumanPort } from "../host/ports/human.js";
import { createLocalFiles } from "../host/ports/local-files.js";
import { createFiles } from "../host/ports/service-files.js";
import { createSubagents } from "../host/ports/subagents.js";
import { createToolsPort } from "../host/ports/tools.js";
import { createReentrance } from "../point/reentrance.js";
export function createCore(ctx, settings) {
    const home = findHome(ctx, process.env);
    const human = createHumanPort((line) => { process.stderr.write(`${line}\n`); });
    const report = (text) => { human.say(null, 'warn', text); };
    const claim = claimKept(ctx, key => createKept(settings.maxSessions, key === 'shooty' ? home.sessions : `${home.sessions}-${key}`, report));
    const { kept } = claim;
    const subagents = createSubagents(ctx, kept.agents, report);
    const processes = createProcesses();
    return {
        ctx, settings, home, kept, human, subagents, processes, report,
        clock: { now: () => Date.now() },
        files: createFiles(ctx, createLocalFiles()),
        tools: createToolsPort(ctx, kept.agents),
        reentrance: createReentrance(),
        refused: new WeakSet(),
        note(key, text) { if (kept.notes.put(key, text))
            report(text); },
        async dispose() {
            processes.dispose();
            await Promise.allSettled([subagents.dispose(), kept.files.settled()]);
            claim.release();
        },
    };
}
