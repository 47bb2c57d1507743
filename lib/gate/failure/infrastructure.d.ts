/**
 * Faults of services and networks, by their words. Two questions: is a failure one of these, and is
 * an answer that claims success nothing but one of these.
 */
import type { CommandView } from '../../types.ts';
/** @param text bounded by the caller. */
export declare function isInfrastructure(text: string): boolean;
/** @param text the answer of a call that the host takes for a success. */
export declare function claimsSuccess(command: CommandView, text: string): boolean;
