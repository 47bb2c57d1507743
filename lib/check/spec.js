import { createCommandChecker } from "./spec-command.js";
import { createLeanChecker } from "./spec-lean.js";
import { createToolChecker, STRICT_CHECK } from "./spec-tool.js";
export function createSpecCheckers(deps) {
    const { specChecker } = deps.settings;
    if (specChecker === 'off')
        return { choose: () => null, describe: () => 'no checker: specChecker is off' };
    if (specChecker !== 'auto') {
        const command = deps.process === null ? null : createCommandChecker(specChecker, { ...deps, process: deps.process });
        return { choose: () => command, describe: () => `checker: ${specChecker.join(' ')}` };
    }
    const lean = deps.process === null ? null : createLeanChecker({ ...deps, process: deps.process });
    const { tools } = deps;
    const tool = tools === null ? null : createToolChecker({ ...deps, tools });
    return {
        choose: session => tools?.has(session, STRICT_CHECK) === true ? tool : lean,
        describe: () => `checker: the tool ${STRICT_CHECK} where the profile has it, else ${lean === null ? 'none' : lean.describe()}`,
    };
}
