import { createScratch, shadowScratch } from "./scratch.js";
export function createAgentStates(deps) {
    const found = deps.files.survey();
    const asked = { runtimeGuard: found.runtimeGuard, switchedOn: new Set(found.switchedOn) };
    const states = deps.registry.store(session => createAgentState(session, deps, asked));
    const shadows = deps.registry.store(() => ({ loop: new Map(), shared: new Map() }));
    const rootOf = (session) => states.of(rootRef(session));
    const shadowIn = (kept, guard, base) => {
        const known = kept.get(guard);
        if (known !== undefined)
            return known;
        const fresh = shadowScratch(base);
        kept.set(guard, fresh);
        return fresh;
    };
    return {
        of: session => states.of(session),
        peek: sessionId => states.peek(sessionId),
        rootOf,
        loopOf(session, guard, observe) {
            const state = states.of(session);
            if (!observe)
                return state.loop;
            return shadowIn(shadows.of(session).loop, guard, state.loop);
        },
        sharedOf(session, guard, observe) {
            const root = rootOf(session);
            if (!observe)
                return root.shared;
            return shadowIn(shadows.of(rootRef(session)).shared, guard, root.shared);
        },
        beginUserTurn(session) {
            const state = states.of(session);
            state.reset();
            shadows.peek(session.sessionId)?.loop.clear();
            return state;
        },
        modeOf: (session, name, configured) => rootOf(session).toggles.get(name) ?? configured,
        runtimeGuardPossible: () => asked.runtimeGuard,
        switchedOn: name => asked.switchedOn.has(name),
    };
}
function rootRef(session) {
    if (session.sessionId === session.rootSessionId)
        return session;
    return { ...session, sessionId: session.rootSessionId, agentId: session.rootSessionId, isSubagent: false };
}
function createAgentState(session, deps, asked) {
    const kept = deps.files.load(session.sessionId);
    let rounds = kept.rounds;
    let runtimeGuard = kept.runtimeGuard;
    const toggles = new Map(Object.entries(kept.toggles));
    const activated = new Set(kept.activated);
    const save = () => deps.files.save(session.sessionId, record());
    const notices = deps.createQueue(() => { void save(); }, kept.pending);
    const record = () => ({
        rounds, runtimeGuard, toggles: Object.fromEntries(toggles), pending: notices.pending(), activated: [...activated],
    });
    return {
        session,
        task: '',
        request: '',
        turnPrompt: null,
        get rounds() { return rounds; },
        addRound() {
            rounds += 1;
            return save();
        },
        loop: createScratch(),
        shared: createScratch(),
        notices,
        activated,
        markActivated(key) {
            activated.add(key);
            void save();
        },
        toggles,
        toggle(name, mode) {
            if (mode === null)
                toggles.delete(name);
            else
                toggles.set(name, mode);
            if (mode === 'enforce' || mode === 'observe')
                asked.switchedOn.add(name);
            return save();
        },
        get runtimeGuard() { return runtimeGuard; },
        setRuntimeGuard(guard) {
            runtimeGuard = guard;
            if (guard !== null)
                asked.runtimeGuard = true;
            return save();
        },
        reset() {
            const had = rounds;
            rounds = 0;
            this.loop.clear();
            this.turnPrompt = null;
            if (had > 0)
                void save();
        },
    };
}
