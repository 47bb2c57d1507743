/** Lean's `--json` output: one message a line. Lines that are no message (what `#eval` prints) are passed over. */
import { isJsonObject } from "../base/json.js";
import { oneLine } from "../base/text.js";
const MAX_MESSAGE = 300;
export function readLeanMessages(output) {
    const rejected = [];
    let any = false;
    for (const line of output.split('\n')) {
        const message = parseMessage(line);
        if (message === null)
            continue;
        any = true;
        const text = typeof message.data === 'string' ? message.data : typeof message.text === 'string' ? message.text : '';
        if (message.severity !== 'error' && !isSorry(message.kind, text))
            continue;
        const pos = isJsonObject(message.pos) ? message.pos : {};
        rejected.push({
            message: oneLine(typeof message.caption === 'string' && message.caption !== '' ? `${message.caption}: ${text}` : text, MAX_MESSAGE),
            line: typeof pos['line'] === 'number' ? pos['line'] : null,
            // Lean counts columns from 0.
            column: typeof pos['column'] === 'number' ? pos['column'] + 1 : null,
        });
    }
    return { rejected, any };
}
function parseMessage(line) {
    if (!line.startsWith('{'))
        return null;
    try {
        const value = JSON.parse(line);
        if (!isJsonObject(value) || typeof value['severity'] !== 'string')
            return null;
        return { severity: value['severity'], data: value['data'], text: value['text'], caption: value['caption'], kind: value['kind'], pos: value['pos'] };
    }
    catch {
        return null;
    }
}
function isSorry(kind, text) {
    return kind === 'hasSorry' || /declaration uses .?sorry/.test(text);
}
