import { finalText, userInputs } from "./shapes.js";
/** @param newId a new id for each call without an agent. */
export function createCallers(agents, newId) {
    return agent => agent === undefined
        ? { session: agents.nobody(newId()), hasAgent: false, inputs: () => ({ first: '', last: '' }), finalText: () => '' }
        : { session: agents.see(agent), hasAgent: true, inputs: () => userInputs(agent), finalText: () => finalText(agent) };
}
