import type { Position } from '../types.ts';
import type { Edit } from './edits.ts';
/** What a forbidden text stands in; `code`: in none of the others. */
export type Holder = 'string' | 'template' | 'regexp' | 'name' | 'comment' | 'code';
export interface Forbidden {
    readonly kind: 'import' | 'open' | 'close';
    readonly start: number;
    holder: Holder;
}
/** Every forbidden text, in order, and a search in it. */
export declare function findForbidden(text: string): {
    readonly all: readonly Forbidden[];
    within(start: number, end: number): Forbidden[];
};
/** Whether SES would still refuse the text. */
export declare function isRefusedBySes(text: string): boolean;
/**
 * The change that makes one forbidden text harmless.
 * @param isRaw whether an offset lies in a tagged template.
 * @throws ScriptRejected where no writing keeps the meaning.
 */
export declare function harmless(item: Forbidden, isRaw: (offset: number) => boolean, place: (offset: number) => Position): Edit;
