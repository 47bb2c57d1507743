/**
 * Asks the engine of this process whether it can read a script: the parser knows newer syntax than the
 * Node that runs it, and a script that only fails in a runner would fail late. Nothing is run.
 */
import { Script } from 'node:vm';
import { ScriptRejected } from "./script-rejected.js";
/**
 * @param code the compiled function, whose first line is the wrapper's.
 * @param place own position of a line and column of the script inside.
 * @throws ScriptRejected with the engine's own reason; RangeError for text nested too deeply.
 */
export function checkWithEngine(code, place) {
    try {
        new Script(`'use strict';${code}`, { filename: 'guard' });
    }
    catch (error) {
        if (!(error instanceof SyntaxError))
            throw error;
        const found = /^guard:(\d+)\n.*\n( *)\^/.exec(error.stack ?? '');
        const line = Number(found?.[1] ?? 0) - 1;
        throw new ScriptRejected(`this Node (${process.version}) cannot read it: ${error.message}`, line < 1 ? null : place({ line, column: (found?.[2]?.length ?? 0) + 1 }));
    }
}
/**
 * Asks the engine whether it takes the same slashes for regular expressions as the parser did. Where the
 * two differ, the text of what one of them takes for a regular expression is code for the other, which
 * nobody has looked at: it could end the function around it, or count no steps.
 * @param proof the compiled function, with what is only valid in the parser's reading.
 */
export function checkSlashes(proof) {
    try {
        new Script(`'use strict';${proof}`);
    }
    catch (error) {
        if (!(error instanceof SyntaxError))
            throw error;
        throw new ScriptRejected('a slash in it can be read in two ways, as a division and as a regular expression: put ( ) around what stands before it', null);
    }
}
