import * as nodeModule from 'node:module';

/**
 * The text of whatever was thrown, on one line; total for hostile values.
 * @param thrown any value, an Error or not.
 */
function describeThrown(thrown) {
    try {
        // Read once: a getter may give something else the second time.
        const message = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : undefined;
        return (typeof message === 'string' ? message : String(thrown)).replace(/[\r\n\u2028\u2029]+/g, ' ');
    }
    catch {
        return 'a value that cannot be printed was thrown';
    }
}

/** Diagnostics that one check hands on; the rest is counted. */
const MAX_KEPT = 200;

/**
 * Plain JSON: the only kind of value that crosses from one part to another. Owns the check that a
 * value is plain and within bounds, and its detached copy. Throws GuardError.
 */
function isJsonObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What the host asks of the parsing child, in one JSON text on standard input. The answer has the
 * shape of `answer.ts`. The child parses with libraries that must not run in the host: the project's
 * own TypeScript, and YAML, whose time is not bounded by the length of the text.
 */
function parseRequest(input) {
    const value = JSON.parse(input);
    if (!isJsonObject(value) || typeof value['text'] !== 'string')
        return null;
    const { kind, text, fileName, library } = value;
    if (kind === 'yaml')
        return { kind, text };
    if (kind !== 'typescript' || typeof fileName !== 'string')
        return null;
    return { kind, text, fileName, library: typeof library === 'string' ? library : null };
}

const ERROR = 1;
/** @throws what the library throws. */
function typeScriptProblems(loaded, fileName, text) {
    if (!isLibrary(loaded))
        return { parser: 'typescript', errors: [], unavailable: 'the typescript package of the project has no compiler that can be called' };
    const file = loaded.createSourceFile(fileName, text, loaded.ScriptTarget.Latest);
    const program = loaded.createProgram([fileName], { noResolve: true, noLib: true, types: [], target: loaded.ScriptTarget.Latest, jsx: 1 }, {
        getSourceFile: (name) => name === fileName ? file : undefined,
        getDefaultLibFileName: () => 'lib.d.ts',
        getCurrentDirectory: () => '/',
        getDirectories: () => [],
        getCanonicalFileName: (name) => name,
        useCaseSensitiveFileNames: () => true,
        getNewLine: () => '\n',
        fileExists: (name) => name === fileName,
        readFile: () => undefined,
        writeFile: () => undefined,
    });
    const errors = program.getSyntacticDiagnostics(file).filter(one => one.category === ERROR).slice(0, MAX_KEPT).map(one => toDiagnostic(file, one));
    return { parser: `TypeScript ${loaded.version}`, errors };
}
function toDiagnostic(file, one) {
    const words = typeof one.messageText === 'string' ? one.messageText : one.messageText.messageText;
    const place = one.start === undefined ? null : file.getLineAndCharacterOfPosition(one.start);
    return { message: `TS${one.code}: ${words}`, line: place === null ? null : place.line + 1, column: place === null ? null : place.character + 1 };
}
function isLibrary(value) {
    return typeof value === 'object' && value !== null
        && 'createProgram' in value && typeof value.createProgram === 'function'
        && 'createSourceFile' in value && typeof value.createSourceFile === 'function'
        && 'ScriptTarget' in value && 'version' in value && typeof value.version === 'string';
}

const INVALID = 'ERR_INVALID_TYPESCRIPT_SYNTAX';
const UNSUPPORTED = 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX';
/** Ends the location line of the error's stack; no file is read by this name. */
const SOURCE_URL = 'checked-file';
function strippedProblems(libraries, fileName, text) {
    const parser = `Node ${libraries.nodeVersion} type stripping`;
    const strip = libraries.nodeModule['stripTypeScriptTypes'];
    if (typeof strip !== 'function') {
        return { parser, errors: [], unavailable: `the project has no typescript package, and Node ${libraries.nodeVersion} has no type stripping of its own` };
    }
    if (/\.tsx$/i.test(fileName))
        return { parser, errors: [], unavailable: 'the project has no typescript package, and Node itself does not read .tsx' };
    return { parser, errors: problemsOf(strip, text) };
}
function problemsOf(strip, text) {
    const found = attempt(strip, text, 'transform');
    // `transform` reads enums and namespaces too; a Node without it still strips.
    return found.code === 'ERR_INVALID_ARG_VALUE' ? attempt(strip, text, 'strip').problems : found.problems;
}
function attempt(strip, text, mode) {
    try {
        strip(text, { mode, sourceUrl: SOURCE_URL });
        return { code: null, problems: [] };
    }
    catch (error) {
        if (!(error instanceof Error) || !('code' in error))
            throw error;
        if (error.code === INVALID)
            return { code: INVALID, problems: [{ message: error.message, ...placeIn(error.stack ?? '') }] };
        if (error.code === UNSUPPORTED || error.code === 'ERR_INVALID_ARG_VALUE')
            return { code: error.code, problems: [] };
        throw error;
    }
}
/** The stack begins with `file:line`, then lines of the text, then a line of carets. */
function placeIn(stack) {
    const lines = stack.split('\n');
    const line = new RegExp(`^${SOURCE_URL}:(\\d+)$`).exec(lines[0] ?? '');
    const end = lines.findIndex(one => /^\w*Error \[/.test(one));
    const carets = lines.slice(1, end < 0 ? 1 : end).map(one => /^([ \t]*)\^+$/.exec(one)).find(found => found !== null);
    return { line: line?.[1] === undefined ? null : Number(line[1]), column: carets?.[1] === undefined ? null : carets[1].length + 1 };
}

function yamlProblems(yaml, text) {
    if (isTemplate(text))
        return [];
    const lines = new yaml.LineCounter();
    const documents = yaml.parseAllDocuments(text, {
        prettyErrors: false,
        logLevel: 'silent',
        lineCounter: lines,
        uniqueKeys: (a, b) => a === b || (yaml.isScalar(a) && yaml.isScalar(b) && a.value === b.value && a.value !== '<<'),
    });
    return documents.flatMap(document => document.errors).map((error) => {
        const place = lines.linePos(error.pos[0]);
        return { message: error.message, line: place.line, column: place.col };
    });
}
/** Helm and Jinja write YAML with statements between its lines; no YAML parser reads that. */
function isTemplate(text) {
    return /^[ \t]*(?:- +)?(?:\{\{|\{%)/m.test(text);
}

/** Parses one text in the child with the library that the request names. The libraries are passed in. */
/** Never rejects: what a parser throws is an answer too. */
async function parseInChild(input, libraries) {
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

/** The parsing child's own start: reads one request, writes one answer, ends. No logic. */
const load = nodeModule.createRequire(import.meta.url);
let input = '';
process.stdin.setEncoding('utf8');
for await (const chunk of process.stdin)
    input += String(chunk);
const answer = await parseInChild(input, {
    nodeVersion: process.versions.node,
    nodeModule: nodeModule,
    loadTypeScript: (path) => load(path),
    loadYaml: () => import('yaml'),
});
// No exit here: an end of its own waits until the pipe has taken everything.
process.stdout.write(JSON.stringify(answer));
