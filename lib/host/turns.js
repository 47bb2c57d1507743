import { removePending } from "./shapes.js";
import { createTurnBegin } from "./turn-begin.js";
import { createTurnDesk } from "./turn-memory.js";
import { mountTurnSteps } from "./turn-step.js";
import { mountTurnEnd } from "./turn-stop.js";
export function createTurnBook(parts) {
    const desk = createTurnDesk(parts);
    const begin = createTurnBegin(desk);
    return {
        startBeforeCall: (agent, signal) => begin.startBeforeCall(agent, signal),
        concluded(agent) {
            desk.turnOf(agent).concluded = true;
            // What earlier calls of this step brought would make the host ask the model once more.
            for (const id of parts.delivery.inInbox(agent))
                removePending(agent, id);
        },
        isConcluded: agent => desk.turnOf(agent).concluded,
        judging(agent, work) {
            const { judging } = desk.turnOf(agent);
            judging.add(work);
            void work.finally(() => judging.delete(work));
        },
        mountSession: ctx => mountTurnSteps(ctx, desk, begin),
        mountStart: ctx => begin.mount(ctx),
        mountStop: ctx => mountTurnEnd(ctx, desk),
    };
}
