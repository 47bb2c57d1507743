import type { Clock, Counters, Gate, Mode, PerSession, PointInput, Settings } from '../types.ts';
import type { HostReminder } from './failure/reminder.ts';
export interface RepeatedFailureDeps {
    readonly settings: Pick<Settings, 'repeatThreshold' | 'repeatCooldown'>;
    readonly mode: Mode;
    readonly clock: Clock;
    readonly counters: Counters;
    readonly perSession: <T extends object>(create: () => T) => PerSession<T>;
    /** The host's own reminder about identical calls; null where the profile has none. */
    readonly hostReminder: () => HostReminder | null;
    /** Whether the call was refused before it ran; the host gives such a result no code. */
    readonly wasRefused: (input: PointInput) => boolean;
}
/** Different failures remembered per session. */
export declare const MAX_SIGNATURES = 512;
export declare function createRepeatedFailureGate(deps: RepeatedFailureDeps): Gate;
