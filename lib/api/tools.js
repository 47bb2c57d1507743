/**
 * `vance.tools`: the host's tools, called as the run's agent. Owns who may call what, the bounds and
 * the errors; the pipeline is ToolsPort's, and so is that such a call passes no guard.
 */
import { cut, oneLine } from "../base/text.js";
import { snapshotJson } from "../base/json.js";
import { GuardError, describeThrown } from "../errors.js";
import { objectArgument, textArgument } from "./arguments.js";
const MAX_NAME = 256;
/** UTF-16 units of a result's text; a longer one is cut. */
export const MAX_RESULT_TEXT = 262_144;
/** Bytes of JSON of a result's value; a larger one is left out. */
export const MAX_RESULT_VALUE = 262_144;
/** UTF-16 units of the message of a failed tool. */
export const MAX_TOOL_ERROR = 8_192;
const SPAWN = { name: 'process_spawn', description: 'Starts a subagent with a task and gives its id without waiting for it.' };
export function createToolsCapability(deps) {
    return {
        calls: {
            'tools.call': async (args, run) => {
                const name = textArgument('tools.call', 'name', args[0], { max: MAX_NAME, filled: true });
                const toolArgs = objectArgument('tools.call', 'args', args[1]);
                if (name === SPAWN.name)
                    return spawned(await deps.spawn('tools.call("process_spawn")', toolArgs, run));
                return await callTool(deps.tools, name, toolArgs, run);
            },
            'tools.list': (_args, run) => listTools(deps.tools, run),
            'tools.has': (args, run) => {
                const name = textArgument('tools.has', 'name', args[0], { max: MAX_NAME, filled: true });
                return name === SPAWN.name || (run.guard.allowTools && deps.tools.has(run.session, name));
            },
        },
    };
}
async function callTool(tools, name, args, run) {
    const quoted = oneLine(JSON.stringify(name), 100);
    if (!run.guard.allowTools)
        throw new GuardError('NOT_ALLOWED', `tools.call: the guard ${run.guard.name} may call only process_spawn, not ${quoted}; set allowTools: true in its entry to give it the tools`);
    if (!tools.has(run.session, name))
        throw new GuardError('NOT_FOUND', `tools.call: this agent has no tool ${quoted}; tools.list tells which there are`);
    // What a tool does cannot be taken back, and a made-up result would make a made-up verdict.
    if (run.observe)
        throw new GuardError('UNAVAILABLE', `tools.call: ${quoted} is not run while the guard ${run.guard.name} observes; look at vance.guard.mode first`);
    if (run.signal.aborted)
        throw new GuardError('CANCELLED', 'tools.call: the guard run has ended');
    const result = await bounded(tools.call(run.session, name, args, run.signal), run, quoted);
    if (result.isError)
        throw new GuardError('TOOL_FAILED', cut(result.text === '' ? `the tool ${quoted} failed without a message` : result.text, MAX_TOOL_ERROR));
    return { text: cut(result.text, MAX_RESULT_TEXT), value: valueOf(result.value) };
}
/** The run's end is the tool's end, also where the tool does not listen. */
async function bounded(call, run, quoted) {
    const ended = new GuardError('CANCELLED', `tools.call: the guard run ended while the tool ${quoted} was running`);
    let stop = () => undefined;
    const over = new Promise((_resolve, reject) => {
        stop = () => { reject(ended); };
        if (run.signal.aborted)
            stop();
        else
            run.signal.addEventListener('abort', stop, { once: true });
    });
    try {
        return await Promise.race([call, over]);
    }
    catch (error) {
        if (error instanceof GuardError)
            throw error;
        throw new GuardError('TOOL_FAILED', cut(describeThrown(error), MAX_TOOL_ERROR), { cause: error });
    }
    finally {
        run.signal.removeEventListener('abort', stop);
    }
}
function valueOf(value) {
    try {
        return snapshotJson(value, { maxBytes: MAX_RESULT_VALUE });
    }
    catch {
        // The text says it too; a value that is not plain or too large is left out, not cut into another one.
        return null;
    }
}
function spawned(id) {
    return { text: id, value: { id } };
}
function listTools(tools, run) {
    const own = run.guard.allowTools ? tools.list(run.session) : [];
    return [SPAWN, ...own.filter(tool => tool.name !== SPAWN.name)].map(({ name, description }) => ({ name, description: cut(description, 1_000) }));
}
