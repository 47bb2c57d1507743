/**
 * Registers on the host exactly what the guards that exist need, and takes it back when they are gone:
 * a Point without guards has no listener. Owns the disposers.
 */
import type { Context } from '@deepseek-ai/cordis';
import type { Roster } from '../point/roster.ts';
import type { Point } from '../types.ts';
import type { ToolEvents } from './tool-events.ts';
import type { TurnBook } from './turns.ts';
export interface MountParts {
    readonly roster: Roster;
    readonly tools: ToolEvents;
    readonly turns: TurnBook;
}
export interface Mount {
    /** Brings what is registered in line with the guards that there are now. */
    reconcile(): void;
    mounted(point: Point): boolean;
    dispose(): void;
}
export declare function createMount(ctx: Context, parts: MountParts): Mount;
