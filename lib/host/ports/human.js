/** Words for the human: the standard error stream in headless, and the event for user interfaces. Never the model. */
import { oneLine } from "../../base/text.js";
const MAX_LINE = 2_000;
/** @param write one line without its end, e.g. to the standard error stream. */
export function createHumanPort(write) {
    return {
        say(session, level, text) {
            const where = session === null ? '' : ` [${session.sessionId.slice(0, 8)}]`;
            write(`shooty${where} ${level}: ${oneLine(text, MAX_LINE)}`);
        },
    };
}
