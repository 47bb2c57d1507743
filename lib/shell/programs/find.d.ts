/** find: what `-delete`, `-exec` and `-fprint` do, for the files that its name tests let through. */
import type { Builtin } from '../call.ts';
import { type Field } from '../field.ts';
export declare const find: Builtin;
/** Each starting point itself, and what lies below it under the given names. */
export declare function candidates(roots: readonly Field[], names: readonly string[]): Field[];
