/** The host side of `vance`, put together from its capabilities and the ports of this host. */
import { randomUUID } from 'node:crypto';
import { createContinueCapability } from "../api/continue.js";
import { createDocumentsCapability } from "../api/documents.js";
import { createLlmCapability } from "../api/llm.js";
import { createProcessCapability } from "../api/process.js";
import { createScratchCapability } from "../api/scratch.js";
import { createSkillCapability } from "../api/skills.js";
import { createSpawn } from "../api/spawn.js";
import { createToolsCapability } from "../api/tools.js";
import { followUpMessage } from "../host/messages.js";
import { createModelPort } from "../host/ports/model.js";
import { createSkillsPort } from "../host/ports/skills.js";
export function createCapabilities(parts) {
    const { ctx, kept } = parts;
    const spawn = createSpawn(parts.subagents, parts.clock);
    return [
        createScratchCapability(parts.scratch),
        createContinueCapability(createContinuePort(kept), kept.states),
        createSkillCapability(createSkillsPort(ctx, kept.agents), kept.states),
        createLlmCapability({
            model: createModelPort(ctx, kept.agents),
            settings: parts.settings.llm,
            usage: (guard, _session, input, output) => { kept.tokens.add(guard, input, output); },
            boundary: () => randomUUID().replaceAll('-', ''),
        }),
        createDocumentsCapability({ files: parts.files, isProtected: (session, path) => parts.isProtected(session, path) }),
        createProcessCapability({ human: parts.human, clock: parts.clock, spawn }),
        createToolsCapability({ tools: parts.tools, spawn }),
    ];
}
/** Steering at the stop boundary runs another step of the same turn; after a cancellation it would open a new one. */
function createContinuePort(kept) {
    return {
        continueWith(session, message) {
            const agent = kept.agents.byId(session.sessionId);
            if (agent === undefined)
                return false;
            agent.steer(followUpMessage(randomUUID(), message));
            return true;
        },
    };
}
