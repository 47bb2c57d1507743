/** Bytes of a file as text, and places in it. */
/** True for what no parser of text should be asked about. UTF-16 with its mark is text. */
export declare function looksBinary(bytes: Uint8Array): boolean;
/** @returns the text without byte order mark; null for bytes that are not text. */
export declare function decodeText(bytes: Uint8Array): string | null;
/** Line and column of an offset, 1-based, columns in UTF-16 units. */
export declare function placeAt(text: string, offset: number): {
    readonly line: number;
    readonly column: number;
};
export declare const LINE_BREAK: RegExp;
