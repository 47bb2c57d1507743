import { GuardError, describeThrown } from "../../errors.js";
export function createSubagents(ctx, agents, report) {
    const service = () => {
        const found = ctx.get('subagents');
        return found !== undefined && found.list().length > 0 ? found : null;
    };
    const runs = new Set();
    const ended = new AbortController();
    const hold = (run) => {
        runs.add(run);
        void run.result
            .catch((error) => { report(`a subagent started by a guard failed: ${describeThrown(error)}`); })
            .then(() => { runs.delete(run); })
            .then(() => run.dispose())
            .catch(() => undefined);
    };
    return {
        get available() { return service() !== null; },
        async spawn(session, spec) {
            const found = service();
            const parent = agents.byId(session.sessionId);
            const provider = providerOf(found, spec);
            if (found === null || parent === undefined || provider === null) {
                throw new GuardError('UNAVAILABLE', 'process.spawn: this profile has no subagents: add a subagent provider to the profile');
            }
            const task = spec.task;
            if (typeof task !== 'string' || task.trim() === '')
                throw new GuardError('BAD_ARGUMENT', 'process.spawn: task must be a text that says what the subagent is to do');
            const run = await found.start(provider, {
                prompt: [{ type: 'text', text: task }], parent, signal: ended.signal,
                ...typeof spec.label === 'string' ? { label: spec.label } : {},
            });
            hold(run);
            return String(run.id);
        },
        async dispose() {
            ended.abort();
            await Promise.allSettled([...runs].map(run => run.dispose()));
        },
    };
}
function providerOf(service, spec) {
    const names = service?.list() ?? [];
    if (typeof spec.provider === 'string')
        return names.includes(spec.provider) ? spec.provider : null;
    return names.includes('spawn') ? 'spawn' : names[0] ?? null;
}
