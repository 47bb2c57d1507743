/** Each Point for `guard_status`: active with the names that run there, idle without guards, or not active and why. */
import type { Roster } from '../point/roster.ts';
import type { PointStatus } from '../surface/status.ts';
import type { SessionRef } from '../types.ts';
import type { AnchorCheck } from './anchors.ts';
import type { Mount } from './mount.ts';
export declare function pointStatuses(roster: Roster, mount: Mount, anchors: AnchorCheck, session: SessionRef | null): PointStatus[];
