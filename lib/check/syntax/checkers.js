/** The syntax checkers that Shooty has, made ready from what they need. The only place that knows all of them. */
import { fileURLToPath } from 'node:url';
import { createJavaScriptChecker } from "./javascript.js";
import { createJsonChecker } from "./json.js";
import { createPowerShellChecker } from "./powershell.js";
import { createPythonChecker } from "./python.js";
import { createTypeScriptChecker } from "./typescript.js";
import { createYamlChecker } from "./yaml.js";
export function createSyntaxCheckers(deps) {
    const { processes, files, environment, temporaryFolder, node } = deps;
    const child = { processes, environment, folder: temporaryFolder, node, entry: deps.childEntry ?? builtEntry() };
    return [
        createPythonChecker({ processes, environment, folder: temporaryFolder, candidates: deps.platform === 'win32' ? [['python'], ['py', '-3']] : [['python3'], ['python']] }),
        createJavaScriptChecker({ processes, files, environment, temporaryFolder, node }),
        createTypeScriptChecker({ ...child, files }),
        createJsonChecker(),
        createYamlChecker(child),
        createPowerShellChecker({ processes, environment, temporaryFolder, program: 'pwsh' }),
    ];
}
function builtEntry() {
    return fileURLToPath(new URL('./child-entry.js', import.meta.url));
}
