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
export interface TamperProtectionGate extends Gate {
    /** Whether only the human may change this path, under any spelling; also while the gate is off. @param path absolute. */
    covers(path: string, session: SessionRef): Promise<boolean>;
}
export declare function createTamperProtectionGate(deps: TamperProtectionDeps): TamperProtectionGate;
/** Says who can, so that the model asks instead of trying another way. */
export declare function tamperText(path: string, spelled: string): string;
