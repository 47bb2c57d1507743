/** Takes the types out of a TypeScript guard; lines stay, columns are mapped. Does not check types. */
import { decode } from '@jridgewell/sourcemap-codec';
import { transform } from 'sucrase';
import { describeThrown } from "../errors.js";
import { columnMap } from "./columns.js";
import { createLineIndex } from "./lines.js";
import { ScriptRejected } from "./script-rejected.js";
/** @throws ScriptRejected for text that is not TypeScript; RangeError for text nested too deeply. */
export function stripTypes(text) {
    try {
        const result = transform(text, {
            transforms: ['typescript'],
            // Node runs these as they are; changing them would only move text around.
            disableESTransforms: true,
            filePath: 'guard.ts',
            sourceMapOptions: { compiledFilename: 'guard.js' },
        });
        return { text: result.code, columns: columnMap(decode(result.sourceMap?.mappings ?? '')) };
    }
    catch (error) {
        if (error instanceof RangeError)
            throw error;
        const offset = error instanceof Error && 'pos' in error && typeof error.pos === 'number' ? error.pos : null;
        const reason = describeThrown(error).replace(/^Error transforming guard\.ts: /, '').replace(/ \(\d+:\d+\)$/, '');
        throw new ScriptRejected(`does not parse as TypeScript: ${reason}`, offset === null ? null : createLineIndex(text)(offset));
    }
}
