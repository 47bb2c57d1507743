import type { Clock, Counters, FilesPort, Gate, Mode, SessionRef, Settings } from '../types.ts';
import type { EffectReader } from './effects.ts';
import { type ProtectedFiles } from './tamper-match.ts';
export type { ProtectedFiles };
export interface TamperProtectionDeps {
    readonly settings: Pick<Settings, 'tamperProtection'>;
    readonly mode: Mode;
    readonly clock: Clock;
    readonly counters: Counters;
    readonly files: FilesPort;
    readonly effects: EffectReader;
    /** What is protected for this session at this moment. */
    readonly protectedFiles: (session: SessionRef) => ProtectedFiles | Promise<ProtectedFiles>;
}
export declare function createTamperProtectionGate(deps: TamperProtectionDeps): Gate;
/** Says who can, so that the model asks instead of trying another way. */
export declare function tamperText(path: string, spelled: string): string;
