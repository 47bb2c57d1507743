/** The one guard that a human gives a session while it runs: its name, and its settings, which are fixed. */
import type { RuntimeGuard } from '../state/session-record.ts';
import type { GuardSettings } from '../types.ts';
/** Its name among guards and gates; no other may have it. */
export declare const RUNTIME_GUARD = "runtime-guard";
export declare function runtimeGuardSettings(guard: RuntimeGuard): GuardSettings;
