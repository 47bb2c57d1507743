import type { ColumnMap, Position } from '../types.ts';
/** Replaces `start`–`end` (equal: inserts) by `text`; neither has a line end. */
export interface Edit {
    readonly start: number;
    readonly end: number;
    readonly text: string;
    /** Ends something that another edit began: goes before whatever is put at the same place. */
    readonly closes?: true;
}
/**
 * @param edits disjoint; at one place closing ones come first, the last given first of all, then the others as given.
 * @param place line and column of an offset in `text`.
 */
export declare function applyEdits(text: string, edits: readonly Edit[], place: (offset: number) => Position): {
    readonly text: string;
    readonly columns: ColumnMap;
};
