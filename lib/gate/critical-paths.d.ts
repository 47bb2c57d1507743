import type { SpecCheckers } from '../check/spec.ts';
import type { Clock, Counters, FilesPort, Gate, Mode, PerSession, SessionRef, Settings } from '../types.ts';
import type { EffectReader } from './effects.ts';
export interface CriticalPathsDeps {
    readonly settings: Pick<Settings, 'criticalPaths' | 'protectedTools' | 'maxDiagnostics'>;
    readonly mode: Mode;
    readonly clock: Clock;
    readonly counters: Counters;
    readonly perSession: <T extends object>(create: () => T) => PerSession<T>;
    readonly files: FilesPort;
    readonly effects: EffectReader;
    readonly checkers: SpecCheckers;
    readonly home: string | null;
    /** For the human: a checker that failed or is missing. Called once per session and reason. */
    readonly report: (session: SessionRef, text: string) => void;
}
/** What `guard_status action=targets` shows of one path. */
export interface TargetReport {
    readonly protected: boolean;
    /** The pattern that protects it. */
    readonly rule: string | null;
    /** Specifications looked for, in order. */
    readonly looked: readonly string[];
    /** The specification that is there. */
    readonly found: string | null;
    /** One line: what a write would meet. */
    readonly state: string;
}
export interface CriticalPathsGate extends Gate {
    /** Things the human should know at load: patterns that can never match. */
    notes(): readonly string[];
    targetReport(path: string, session: SessionRef): Promise<TargetReport>;
}
export declare function createCriticalPathsGate(deps: CriticalPathsDeps): CriticalPathsGate;
