/**
 * Classes by the words of a failure, for tools that give no code. In order: the first that fits.
 * Every pattern is linear; the text is bounded by the caller.
 */
import type { FailureClass } from './classes.ts';
export declare function classOfCommandText(text: string): FailureClass;
export declare function classOfToolText(text: string): FailureClass;
