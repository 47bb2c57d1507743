/** Each Point for `guard_status`: active with the names that run there, idle without guards, or not active and why. */
import type { Roster } from '../point/roster.ts';
import type { AgentStates } from '../state/agent-state.ts';
import type { PointStatus } from '../surface/status.ts';
import type { SessionRef } from '../types.ts';
import type { AnchorCheck } from '../host/anchors.ts';
import type { Mount } from '../host/mount.ts';
export interface PointStatusParts {
    readonly roster: Roster;
    readonly mount: Mount;
    readonly anchors: AnchorCheck;
    readonly states: AgentStates;
}
export declare function pointStatuses({ roster, mount, anchors, states }: PointStatusParts, session: SessionRef | null): PointStatus[];
