/**
 * Checkers of specifications behind one interface, and the choice among them: the profile's own
 * tool, Lean on PATH, a configured command, or none. A checker says what it found; what follows
 * from that is the gate's.
 */
import type { CheckOutcome, ProcessPort, SessionRef, Settings, ToolsPort } from '../types.ts';
/** The specification as it is checked. The text is what the verdict is tied to. */
export interface SpecFile {
    /** Absolute. */
    readonly path: string;
    readonly text: string;
}
export interface SpecChecker {
    /** `lean`, `tool strict_check`, `command …`: part of what a verdict is tied to. */
    readonly id: string;
    /** Why it cannot be asked at all; null when it can. */
    unavailable(session: SessionRef, signal: AbortSignal): Promise<string | null>;
    /** Never rejects. */
    check(spec: SpecFile, session: SessionRef, signal: AbortSignal): Promise<CheckOutcome>;
}
export interface SpecCheckerDeps {
    readonly settings: Pick<Settings, 'specChecker' | 'checkTimeoutMs'>;
    readonly process: ProcessPort | null;
    readonly tools: ToolsPort | null;
    /** Complete environment of the checker's process, PATH included. */
    readonly env: Readonly<Record<string, string>>;
    readonly now: () => number;
}
export interface SpecCheckers {
    /** The checker for this session; null when the setting or the profile leaves none. */
    choose(session: SessionRef): SpecChecker | null;
    /** For the status, e.g. `checker: lean`. */
    describe(): string;
}
export declare function createSpecCheckers(deps: SpecCheckerDeps): SpecCheckers;
