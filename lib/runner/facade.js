import { createActions } from "./facade-actions.js";
import { createLog } from "./facade-log.js";
import { createLoopValues, createSessionValues } from "./facade-scratch.js";
import { createDocuments, createLlm, createProcess, createTools } from "./facade-services.js";
import { freezePlain } from "./freeze.js";
export function createVance(input, channel, errors) {
    const expose = implementation => (...args) => {
        try {
            channel.assertOpen();
            return implementation(...args);
        }
        catch (error) {
            throw errors.translate(error);
        }
    };
    const kit = { input, channel, errors, expose };
    const { point, task, request, output, round, maxRounds, naturalStop, command, result, mode, params, session } = input;
    return freezePlain({
        guard: {
            point, task, request, output, round, maxRounds, naturalStop, command, result, mode,
            ...createActions(kit),
            loopValues: createLoopValues(kit),
            sessionValues: createSessionValues(kit),
        },
        params,
        context: { ...session, point },
        log: createLog(kit),
        llm: createLlm(kit),
        documents: createDocuments(kit),
        process: createProcess(kit),
        tools: createTools(kit),
    });
}
