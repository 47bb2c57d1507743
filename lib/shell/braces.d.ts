/** Brace expansion, on the text of a word as bash does it: before everything else, quotes respected. */
/** Words that one brace expression may become. */
export declare const MAX_BRACED = 256;
/** @returns the words; the text itself when it holds no brace expression. */
export declare function expandBraces(text: string): string[];
