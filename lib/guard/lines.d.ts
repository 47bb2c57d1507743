/** Offsets in a text as lines and columns, counted as JavaScript engines count them. */
import type { Position } from '../types.ts';
/** @returns for an offset in UTF-16 units: its line and column, 1-based. */
export declare function createLineIndex(text: string): (offset: number) => Position;
