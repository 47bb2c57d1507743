/**
 * The script guards of a mount: those of the configuration, those that other plugins register, and the
 * one that the human sets for a session at run time.
 */
import type { AgentStates } from '../state/agent-state.ts';
import type { Scratch } from '../state/scratch.ts';
import type { ScriptGuardDeps } from '../point/script-guard.ts';
import type { GuardSettings, PointGuard, RunContext, SessionRef } from '../types.ts';
export interface ScriptGuard {
    readonly guard: PointGuard;
    readonly settings: GuardSettings;
}
/** Scratch of a run: the session's, a shadow for observing guards, thrown away for calls without an agent. */
export interface RunScratch {
    readonly loop: (run: RunContext) => Scratch;
    session(run: RunContext): Scratch;
}
export declare function createRunScratch(states: AgentStates): RunScratch;
export interface ScriptGuards {
    readonly configured: readonly ScriptGuard[];
    make(settings: GuardSettings): ScriptGuard;
    runtime(session: SessionRef): ScriptGuard | null;
    /** Script guards by their settings, with the session's runtime guard at the end. */
    all(settings: readonly GuardSettings[], session: SessionRef | null): readonly ScriptGuard[];
}
export declare function createScriptGuards(settings: readonly GuardSettings[], states: AgentStates, deps: ScriptGuardDeps): ScriptGuards;
