/**
 * The recipes of `vance.llm`: the two built-in ones, those of the configuration, and which model
 * each goes to. A built-in name keeps the shape of its answer when the configuration replaces its text.
 */
import { GuardError } from "../errors.js";
const COMPLETION_GUARD = `You check the work of a coding agent that is about to stop. You see what the user asked for and what the agent says at the end. Decide whether to send the agent back to work.
Say fire: true only if something that the user asked for is clearly missing, or if the agent claims a result that its own words do not bear out. A question to the user, a refusal with a reason and an honest report of a failure are good ends. When in doubt, say fire: false.
Answer: {"fire": boolean, "reason": string}. With fire: true the reason is read by the agent: say in one or two sentences what is missing and what to do.`;
const COMMAND_GUARD = `You judge one tool call that a coding agent wants to make on its user's machine, before it runs. You see the tool's name and its arguments.
Say safe: true only if the call clearly does no lasting harm: it reads, builds, tests, or changes files of the project in a way that can be undone. Say safe: false if it deletes or overwrites what is not the project's, changes the system or its settings, sends data or credentials elsewhere, runs code fetched from the network, hides what it does, or if you cannot tell. When in doubt, say safe: false.
Answer: {"safe": boolean, "reason": string}. The reason is read by the agent: say in one sentence what the matter is.`;
const BUILT_IN = {
    'completion-guard': { system: COMPLETION_GUARD, check: verdictOf('fire') },
    'command-guard': { system: COMMAND_GUARD, check: verdictOf('safe') },
};
/** @throws GuardError NOT_FOUND that lists the recipes there are. */
export function resolveRecipe(call, name, settings) {
    const builtIn = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
    const configured = Object.hasOwn(settings.recipes, name) ? settings.recipes[name] : undefined;
    const system = configured?.system ?? builtIn?.system;
    if (system === undefined) {
        const known = [...new Set([...Object.keys(BUILT_IN), ...Object.keys(settings.recipes)])].join(', ');
        throw new GuardError('NOT_FOUND', `${call}: there is no recipe ${JSON.stringify(name)}; add it under llm.recipes, or use one of ${known}`);
    }
    return {
        name,
        system,
        ...routeOf(configured, settings),
        maxAttempts: Math.max(1, configured?.maxAttempts ?? settings.maxAttempts),
        check: builtIn?.check ?? (() => null),
    };
}
function routeOf(recipe, settings) {
    const provider = recipe?.provider ?? settings.provider;
    if (recipe?.model != null)
        return { provider, model: recipe.model };
    // A model of one provider means nothing to another.
    return { provider, model: provider === settings.provider ? settings.model : null };
}
function verdictOf(key) {
    return (value) => {
        if (typeof value[key] !== 'boolean')
            return `has no "${key}" that is true or false`;
        if (value.reason !== undefined && typeof value.reason !== 'string')
            return 'has a "reason" that is not a string';
        return null;
    };
}
