import { describeThrown } from "../../errors.js";
import { MAX_KEPT } from "./checker.js";
import { parseRequest } from "./child-protocol.js";
import { typeScriptProblems } from "./child-typescript.js";
import { strippedProblems } from "./child-strip.js";
import { yamlProblems } from "./child-yaml.js";
/** Never rejects: what a parser throws is an answer too. */
export async function parseInChild(input, libraries) {
    try {
        const request = parseRequest(input);
        if (request === null)
            return { parser: 'none', errors: [], failed: 'the request could not be read' };
        if (request.kind === 'yaml')
            return { parser: 'yaml', errors: yamlProblems(await libraries.loadYaml(), request.text).slice(0, MAX_KEPT) };
        if (request.library === null)
            return strippedProblems(libraries, request.fileName, request.text);
        return withLibrary(libraries, request.library, request.fileName, request.text);
    }
    catch (error) {
        return { parser: 'none', errors: [], failed: describeThrown(error).slice(0, 400) };
    }
}
function withLibrary(libraries, path, fileName, text) {
    let loaded;
    try {
        loaded = libraries.loadTypeScript(path);
    }
    catch (error) {
        return { parser: 'typescript', errors: [], unavailable: `the typescript package of the project cannot be loaded: ${describeThrown(error)}` };
    }
    return typeScriptProblems(loaded, fileName, text);
}
