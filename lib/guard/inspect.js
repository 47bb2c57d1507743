import { ScriptRejected } from "./script-rejected.js";
import { ticksOf } from "./ticks.js";
import { visitNodes } from "./tree.js";
import { isMathRandom, typeofOperand } from "./undeclared.js";
const NO_IMPORTS = 'a guard imports nothing: everything it can use is in vance';
const EMPTY_EXPORT = ';     ';
/** @throws ScriptRejected at the first node that a guard cannot have. */
export function inspectTree(program, place) {
    const edits = [];
    const warnings = [];
    const typeofOperands = new Set();
    const rawTemplates = [];
    let isAsync = false;
    visitNodes(program, (generic, isInner) => {
        const node = generic;
        const isNothing = isEmptyExport(node) && program.body.includes(node);
        const reason = isNothing ? null : rejectionOf(node);
        if (reason !== null)
            throw new ScriptRejected(reason, place(node.start));
        if (isNothing)
            edits.push({ start: node.start, end: node.start + EMPTY_EXPORT.length, text: EMPTY_EXPORT });
        if (!isInner && isAwait(node))
            isAsync = true;
        if (node.type === 'TaggedTemplateExpression')
            for (const { start, end } of node.quasi.quasis)
                rawTemplates.push([start, end]);
        if (isMathRandom(node))
            warnings.push({ text: 'Math.random is not available in a guard: there is no randomness', offset: node.start });
        const operand = typeofOperand(node);
        if (operand !== null)
            typeofOperands.add(operand);
        edits.push(...ticksOf(node));
    });
    const hasStatement = program.body.some(node => !isEmptyExport(node) && !('directive' in node && typeof node.directive === 'string'));
    return { edits, warnings, typeofOperands, rawTemplates, hasStatement, isAsync };
}
/** `export {}` exports nothing; editors take a script that has it for a file of its own. */
function isEmptyExport(node) {
    return node.type === 'ExportNamedDeclaration' && node.specifiers.length === 0 && node.declaration == null && node.source == null;
}
function isAwait(node) {
    return node.type === 'AwaitExpression'
        || (node.type === 'ForOfStatement' && node.await)
        || (node.type === 'VariableDeclaration' && node.kind === 'await using');
}
function rejectionOf(node) {
    switch (node.type) {
        case 'ImportDeclaration': return `import statement: ${NO_IMPORTS}`;
        case 'ImportExpression': return `import(): ${NO_IMPORTS}`;
        case 'MetaProperty': return node.meta.name === 'import' ? `import.meta: ${NO_IMPORTS}` : null;
        case 'ExportNamedDeclaration':
        case 'ExportDefaultDeclaration':
        case 'ExportAllDeclaration': return 'export statement: a guard exports nothing, it is a function body: write the statements alone';
        case 'Literal': return node.regex != null && node.value === null ? `this Node (${process.version}) does not know this regular expression` : null;
        default: return null;
    }
}
