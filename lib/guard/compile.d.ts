/**
 * From the text of a guard to what a runner evaluates. Owns what makes a compiled text one that may judge:
 * every name in it is declared, because a compartment reads an unknown one as `undefined`, and a
 * guard that asks about `undefined` lets everything pass.
 */
import type { CompiledGuard } from '../types.ts';
import { type CompileOptions, type Refused } from './compile-body.ts';
export type CompileOutcome = {
    readonly ok: true;
    readonly compiled: CompiledGuard;
} | Refused;
/** Never throws. Positions are places in `text`. */
export declare function compileGuard(text: string, options: CompileOptions): CompileOutcome;
