import type { Clock, JsonValue, RunContext, SubagentPort } from '../types.ts';
/** Subagents at once per session tree; after that one every 15 seconds. Each costs model requests. */
export declare const SPAWN_BURST = 4;
/** What an observing guard gets instead of an id. */
export declare const OBSERVED_ID = "observed";
/** @returns the id of the subagent, which has only just begun. */
export type Spawn = (method: string, spec: JsonValue | undefined, run: RunContext) => Promise<string>;
export declare function createSpawn(subagents: SubagentPort, clock: Clock): Spawn;
