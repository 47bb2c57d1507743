/** UTF-16 units of each end of a longer text that are looked at. */
export declare const MAX_END = 4096;
/** UTF-16 units of the folded text that are kept at each end. */
export declare const MAX_FOLDED_END = 1000;
/** @returns the folded text on one line, at most twice MAX_FOLDED_END and a gap long. Never throws. */
export declare function foldMessage(text: string): string;
