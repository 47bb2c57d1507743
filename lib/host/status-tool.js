import { isJsonObject } from "../base/json.js";
import { GuardError } from "../errors.js";
import { statusText } from "../surface/status-text.js";
export const STATUS_TOOL = 'guard_status';
/** Taken when another plugin has the plain name. */
export const STATUS_TOOL_FALLBACK = 'shooty_guard_status';
const ACTIONS = ['status', 'guards', 'targets', 'recent'];
const DEFAULT_RECENT = 20;
/** @returns the name under which it is registered, and the disposer. */
export function registerStatusTool(ctx, parts) {
    try {
        return { name: STATUS_TOOL, dispose: ctx.tools.register(definition(STATUS_TOOL, parts)) };
    }
    catch {
        return { name: STATUS_TOOL_FALLBACK, dispose: ctx.tools.register(definition(STATUS_TOOL_FALLBACK, parts)) };
    }
}
function definition(name, parts) {
    return {
        name,
        description: 'Show the guards of this session and what they decided.',
        parameters: {
            type: 'object',
            properties: { action: { type: 'string', enum: [...ACTIONS] }, path: { type: 'string', description: 'for targets' } },
            additionalProperties: false,
        },
        output: {
            schema: {},
            render: (_args, value) => [{ type: 'text', text: statusText(value) }],
        },
        isConcurrencySafe: () => true,
        async execute(args, exec) {
            const { action, path } = parseArguments(args);
            const session = exec.agent === undefined ? null : parts.agents.identify(exec.agent);
            return await parts.data(action, session, { path, count: DEFAULT_RECENT });
        },
    };
}
function parseArguments(args) {
    const given = isJsonObject(args) ? args : {};
    const action = ACTIONS.find(known => known === (given.action ?? 'status'));
    if (action === undefined)
        throw new GuardError('BAD_ARGUMENT', `action must be one of ${ACTIONS.join(', ')}`);
    return { action, path: typeof given.path === 'string' && given.path !== '' ? given.path : null };
}
