import type { DecisionRecord } from '../types.ts';
import type { AnchorCheck } from '../host/anchors.ts';
import type { Core } from './core.ts';
import type { GuardSet } from './guard-set.ts';
import type { Mount } from '../host/mount.ts';
export interface Engine {
    readonly mount: Mount;
    readonly anchors: AnchorCheck;
}
/**
 * @param isExempt tools that no guard may keep from running.
 * @param audit gets every decision after it was counted.
 */
export declare function createEngine(core: Core, guards: GuardSet, isExempt: (tool: string) => boolean, audit: (decision: DecisionRecord) => void): Engine;
