/**
 * Predicts the host's own reminder about byte-identical calls, so that nothing is said twice. Counts
 * as the host does: consecutive calls of one agent with the same name and arguments (keys in any
 * order), refused ones included; a message of the user begins anew.
 */
import { createHash } from 'node:crypto';
export function createRepeatChain() {
    let last = '';
    let length = 0;
    return {
        observe(input, reminder) {
            const { command } = input;
            // The host reminds only an agent.
            if (command === null || !input.hasAgent || reminder === null || !reminder.tracks(command.name))
                return false;
            const key = keyOf(command.name, command.args, input.request);
            length = key !== null && key === last ? length + 1 : 1;
            last = key ?? '';
            return reminder.thresholds.includes(length);
        },
    };
}
/** Hashed, because arguments may be as large as a file; null for what is nested too deeply to be written. */
function keyOf(name, args, request) {
    try {
        return createHash('sha256').update(JSON.stringify([name, sorted(args), request])).digest('base64');
    }
    catch {
        return null;
    }
}
function sorted(value) {
    if (Array.isArray(value))
        return value.map(sorted);
    if (value === null || typeof value !== 'object')
        return value;
    return Object.fromEntries(Object.keys(value).sort().map(key => [key, sorted(value[key] ?? null)]));
}
