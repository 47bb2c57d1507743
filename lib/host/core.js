import { createProcesses } from "../check/process.js";
import { claimKept } from "./continuity.js";
import { findHome } from "./home.js";
import { createKept } from "./kept.js";
import { createHumanPort } from "./ports/human.js";
import { createLocalFiles } from "./ports/local-files.js";
import { createFiles } from "./ports/service-files.js";
import { createSubagents } from "./ports/subagents.js";
import { createToolsPort } from "./ports/tools.js";
import { createReentrance } from "./reentrance.js";
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
