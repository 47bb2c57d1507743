/** Places in compiled code, told as places in the guard's own text. Pure; lines are the caller's to subtract. */
import type { ColumnMap, Position } from '../types.ts';
/**
 * @param columns the map of the compiled guard; undefined means that no column moved.
 * @param compiled own line (the wrapper's line already taken off) and column in the compiled code, 1-based.
 * @returns the place in the guard's own text. Inside inserted text: the place before which it was put.
 */
export declare function ownPosition(columns: ColumnMap | undefined, compiled: Position): Position;
