/**
 * Whether a call failed, of which class, and with which words. Cancellation is no failure; a
 * non-zero exit and a service's fault are, also where the host takes the call for a success.
 */
import type { CommandView, ResultView } from '../../types.ts';
import type { FailureClass } from './classes.ts';
export interface Failure {
    readonly failureClass: FailureClass;
    /** What the call said, not yet folded; together with the command where it said nothing. */
    readonly message: string;
}
/**
 * @param refused the call was refused before it ran.
 * @returns null for a success and for a cancellation.
 */
export declare function failureOf(command: CommandView, result: ResultView, refused: boolean): Failure | null;
