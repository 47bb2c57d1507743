import type { Position } from '../types.ts';
/**
 * @param code the compiled function, whose first line is the wrapper's.
 * @param place own position of a line and column of the script inside.
 * @throws ScriptRejected with the engine's own reason; RangeError for text nested too deeply.
 */
export declare function checkWithEngine(code: string, place: (compiled: Position) => Position): void;
