import type { CompiledGuard, Position } from '../types.ts';
/** Longest script, UTF-16 units. */
export declare const MAX_SCRIPT: number;
export interface CompileOptions {
    /** Shows in stacks as `guard-<name>.js`; characters that a stack line cannot hold become `_`. */
    readonly name: string;
    readonly language: 'js' | 'ts';
}
export type CompileOutcome = {
    readonly ok: true;
    readonly compiled: CompiledGuard;
} | {
    readonly ok: false;
    readonly reason: string;
    readonly position: Position | null;
};
/** Never throws. Positions are places in `text`. */
export declare function compileGuard(text: string, options: CompileOptions): CompileOutcome;
