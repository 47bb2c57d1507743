import { createCallBook } from "./calls.js";
import { mountCommandEvents } from "./command-events.js";
import { createResultEvents } from "./result-events.js";
export function createToolEvents(parts) {
    const calls = createCallBook(parts);
    return {
        mountCommand: ctx => mountCommandEvents(ctx, { ...parts, calls }),
        ...createResultEvents({ ...parts, calls }),
    };
}
