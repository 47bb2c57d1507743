import { runGuardCommand } from "../surface/guard-command.js";
export const GUARD_COMMAND = 'guard';
/** Taken when another plugin has the plain name. */
export const GUARD_COMMAND_FALLBACK = 'shooty-guard';
/** The registry may come after this plugin, or not at all. */
export function mountGuardCommand(ctx, parts) {
    ctx.inject(['commands'], (inner) => {
        try {
            inner.commands.register(definition(GUARD_COMMAND, parts));
            parts.registered(GUARD_COMMAND);
        }
        catch {
            inner.commands.register(definition(GUARD_COMMAND_FALLBACK, parts));
            parts.registered(GUARD_COMMAND_FALLBACK);
        }
    });
}
function definition(name, parts) {
    return {
        name,
        description: 'Show and switch the guards of this session',
        input: { hint: 'list | off <name> | on <name> | observe <name> | inline <code> | script <path> | get | clear | status | reload | log' },
        async handler(invocation) {
            const session = parts.agents.identify(invocation.agent);
            const reply = await runGuardCommand(invocation.rawInput, session, parts.deps(session));
            return { kind: reply.ok ? 'success' : 'error', text: reply.text };
        },
    };
}
