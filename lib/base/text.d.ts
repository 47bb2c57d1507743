/** Text that is shown to people or to the model: bounded, on one line, without secrets. */
/**
 * At most `max` UTF-16 units; what is missing is counted in a marker at the end. A surrogate pair
 * is never split.
 */
export declare function cut(text: string, max: number): string;
/** Control characters and line breaks become single spaces; bounded like `cut`. */
export declare function oneLine(text: string, max: number): string;
/** Replaces what looks like a key, a token or a password by `***`. A net with holes, not a proof. */
export declare function maskSecrets(text: string): string;
