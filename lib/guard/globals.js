/** The names that a guard has, and what to use instead of those it has not. The runner's table decides; this one explains. */
/** Plain ECMAScript as it is left in a compartment. */
export const GUARD_GLOBALS = new Set([
    'Infinity', 'NaN', 'undefined', 'globalThis',
    'isFinite', 'isNaN', 'parseFloat', 'parseInt',
    'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape',
    'Object', 'Array', 'String', 'Number', 'Boolean', 'BigInt', 'Symbol', 'RegExp', 'JSON', 'Math', 'Date',
    'Map', 'Set', 'WeakMap', 'WeakSet', 'Promise', 'Proxy', 'Reflect', 'Iterator', 'AsyncIterator',
    'Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError',
]);
const TIMERS = 'there are no timers, a guard runs to its end at once';
const FILES = 'use vance.documents for files of the workspace';
const TOOLS = 'use vance.tools or vance.process';
const MODULES = 'nothing can be imported';
const MEMORY = 'use strings and arrays';
const CODE = 'no code can be made from text';
/** Names that people expect from Node or a browser. */
const INSTEAD = new Map([
    ['console', 'use vance.log.info(text, data)'],
    ['setTimeout', TIMERS], ['setInterval', TIMERS], ['setImmediate', TIMERS], ['queueMicrotask', TIMERS], ['clearTimeout', TIMERS], ['clearInterval', TIMERS],
    ['require', MODULES], ['module', MODULES], ['exports', MODULES], ['__dirname', MODULES], ['__filename', MODULES],
    ['process', 'what a guard may know of its session is in vance.context'],
    ['fs', FILES], ['Buffer', MEMORY], ['child_process', TOOLS],
    ['fetch', TOOLS], ['XMLHttpRequest', TOOLS], ['WebSocket', TOOLS],
    ['eval', CODE], ['Function', CODE], ['WebAssembly', CODE],
    ['ArrayBuffer', MEMORY], ['SharedArrayBuffer', MEMORY], ['DataView', MEMORY], ['TextEncoder', MEMORY], ['TextDecoder', MEMORY],
    ['Uint8Array', MEMORY], ['Int8Array', MEMORY], ['Uint16Array', MEMORY], ['Int16Array', MEMORY], ['Uint32Array', MEMORY], ['Int32Array', MEMORY], ['Float32Array', MEMORY], ['Float64Array', MEMORY],
    ['performance', 'Date.now() is the moment at which the run began'], ['Temporal', 'use Date, which has the moment at which the run began'],
    ['crypto', 'there is no randomness in a guard'],
    ['structuredClone', 'use JSON.parse(JSON.stringify(value))'],
    ['URL', 'use a regular expression'], ['Intl', 'only plain ECMAScript is there'], ['WeakRef', 'only plain ECMAScript is there'], ['FinalizationRegistry', 'only plain ECMAScript is there'],
    ['window', 'use globalThis'], ['global', 'use globalThis'], ['self', 'use globalThis'],
]);
/** What to do without a name that guards have not; null for a name that nobody would expect. */
export function insteadOf(name) {
    return INSTEAD.get(name) ?? null;
}
/** What a member of `vance` is called where somebody left out what stands before it. */
export const API_NAMES = new Map([
    ...['guard', 'params', 'context', 'log', 'llm', 'documents', 'tools'].map(name => [name, `vance.${name}`]),
    ...['command', 'result', 'output', 'request', 'task', 'round', 'turn', 'loopValues', 'sessionValues', 'deny', 'ask', 'block', 'replace', 'continueWith', 'setTurnPrompt',
        'activateSkill', 'deactivateSkill', 'notice'].map(name => [name, `vance.guard.${name}`]),
    ['args', 'vance.guard.command.args'], ['callForJson', 'vance.llm.callForJson'],
    ...['cwd', 'sessionId', 'isSubagent'].map(name => [name, `vance.context.${name}`]),
]);
