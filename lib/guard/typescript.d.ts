import type { ColumnMap } from '../types.ts';
export interface PlainScript {
    readonly text: string;
    readonly columns: ColumnMap;
}
/** @throws ScriptRejected for text that is not TypeScript; RangeError for text nested too deeply. */
export declare function stripTypes(text: string): PlainScript;
