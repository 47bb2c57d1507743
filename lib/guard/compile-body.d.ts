import type { CompiledGuard, Position } from '../types.ts';
/** Longest script, UTF-16 units. */
export declare const MAX_SCRIPT: number;
export interface CompileOptions {
    /** Shows in stacks as `guard-<name>.js`; characters that a stack line cannot hold become `_`. */
    readonly name: string;
    readonly language: 'js' | 'ts';
}
export interface Refused {
    readonly ok: false;
    readonly reason: string;
    readonly position: Position | null;
}
export interface CompiledBody {
    readonly ok: true;
    readonly compiled: CompiledGuard;
    /** What is to be said of names that are declared nowhere, and the place of the first; null: there are none. */
    readonly undeclared: Pick<Refused, 'reason' | 'position'> | null;
}
/** Never throws. Positions are places in `text`. */
export declare function compileBody(text: string, options: CompileOptions): CompiledBody | Refused;
