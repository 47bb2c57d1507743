import type { JsonObject } from '../types.ts';
/** UTF-16 units of one text with its values put in. */
export declare const MAX_FILLED = 262144;
/** Marks data in the texts of one request. */
export interface DataBlocks {
    wrap(name: string, text: string): string;
    /** The sentence that tells the model what the blocks are; null when nothing was wrapped. */
    rule(): string | null;
}
/** @param boundary unguessable, e.g. 16 hexadecimal digits; one per request. */
export declare function createDataBlocks(boundary: string): DataBlocks;
/**
 * @param call the function as a script writes it, for errors.
 * @param where which text this is, for errors, e.g. `the prompt`.
 * @throws GuardError BAD_ARGUMENT for a reference without a value, TOO_LARGE.
 */
export declare function fillTemplate(call: string, where: string, template: string, vars: JsonObject, blocks: DataBlocks): string;
/** Whether the template refers to one of the variables. */
export declare function refersTo(template: string, vars: JsonObject): boolean;
