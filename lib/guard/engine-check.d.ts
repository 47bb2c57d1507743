import type { Position } from '../types.ts';
/**
 * @param code the compiled function, whose first line is the wrapper's.
 * @param place own position of a line and column of the script inside.
 * @throws ScriptRejected with the engine's own reason; RangeError for text nested too deeply.
 */
export declare function checkWithEngine(code: string, place: (compiled: Position) => Position): void;
/**
 * Asks the engine whether it takes the same slashes for regular expressions as the parser did. Where the
 * two differ, the text of what one of them takes for a regular expression is code for the other, which
 * nobody has looked at: it could end the function around it, or count no steps.
 * @param proof the compiled function, with what is only valid in the parser's reading.
 */
export declare function checkSlashes(proof: string): void;
