/** Bytes of a file as text, and places in it. */
/** Bytes looked at for a NUL. */
const BINARY_HEAD = 8_192;
/** True for what no parser of text should be asked about. UTF-16 with its mark is text. */
export function looksBinary(bytes) {
    return byteOrder(bytes) === null && bytes.subarray(0, BINARY_HEAD).includes(0);
}
/** @returns the text without byte order mark; null for bytes that are not text. */
export function decodeText(bytes) {
    try {
        return new TextDecoder(byteOrder(bytes) ?? 'utf-8', { fatal: true }).decode(bytes);
    }
    catch {
        return null;
    }
}
function byteOrder(bytes) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe)
        return 'utf-16le';
    if (bytes[0] === 0xfe && bytes[1] === 0xff)
        return 'utf-16be';
    return null;
}
/** Line and column of an offset, 1-based, columns in UTF-16 units. */
export function placeAt(text, offset) {
    const before = text.slice(0, offset);
    const lines = before.split(LINE_BREAK);
    return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
export const LINE_BREAK = /\r\n|\r|\n/;
