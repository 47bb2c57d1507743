import type { Capability, GuardRunner, GuardSettings, GuardTexts, JsonObject, PointGuard, PointInput, RunContext } from '../types.ts';
import type { SessionTurn } from './session-turn.ts';
export interface ScriptGuardDeps {
    readonly texts: GuardTexts;
    readonly runner: GuardRunner;
    readonly capabilities: readonly Capability[];
    readonly timeoutMs: number;
    /** Follow-up rounds that the session has used. */
    rounds(input: PointInput): number;
    /** The loop scratch of a run as it is now; bytes decide whether it travels along. */
    loop(run: RunContext): {
        all(): JsonObject;
        bytes(): number;
    };
    log(guard: string, input: PointInput, level: 'info' | 'warn', text: string): void;
    /** A run's access to the values that a session and its subagents share. */
    sessionTurn(rootSessionId: string): SessionTurn;
}
export declare function createScriptGuard(settings: GuardSettings, deps: ScriptGuardDeps): PointGuard;
