import type { JsonObject } from '../types.ts';
export type PlainObjectReading = {
    readonly ok: true;
    readonly value: JsonObject;
}
/** Completes the sentence "the answer …". */
 | {
    readonly ok: false;
    readonly problem: string;
};
/** @param text from `{` to its `}`. Total: never throws. */
export declare function parsePlainObject(text: string): PlainObjectReading;
