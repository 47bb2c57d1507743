import { MAX_KEPT } from "./checker.js";
const ERROR = 1;
/** @throws what the library throws. */
export function typeScriptProblems(loaded, fileName, text) {
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
