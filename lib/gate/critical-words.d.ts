import type { Diagnostic } from '../types.ts';
import type { CriticalTarget } from './critical-targets.ts';
/** A specification that was looked for, and what was there. */
export interface Looked {
    readonly relative: string;
    readonly found: boolean;
}
export declare function noSpecText(target: CriticalTarget, looked: readonly Looked[]): string;
export declare function rejectedText(target: CriticalTarget, looked: readonly Looked[], spec: string, checker: string, diagnostics: readonly Diagnostic[], total: number): string;
export declare function failedText(target: CriticalTarget, looked: readonly Looked[], spec: string, checker: string, reason: string): string;
export declare function tooManyText(targets: readonly CriticalTarget[], limit: number): string;
export declare function standDownText(reason: string): string;
export declare function repairText(target: CriticalTarget, spec: string | null): string;
