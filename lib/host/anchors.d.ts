/**
 * Whether this host still has the places that Shooty hangs on. Told from the host's own code by shape:
 * an event that its emitter no longer names is not there, whatever the version says.
 */
import type { Context } from '@deepseek-ai/cordis';
import type { Agent } from '@deepseek-ai/dsh-agent';
import type { Point } from '../types.ts';
export interface AnchorCheck {
    /** An event of ours was called: proof that outweighs any reading of code. */
    seen(event: string): void;
    /** The driver of an agent, for the events that only it emits. */
    driver(agent: Agent): void;
    /** What is missing for this Point; empty when nothing is known to be missing. */
    missing(point: Point): readonly string[];
}
export declare function createAnchorCheck(ctx: Context): AnchorCheck;
