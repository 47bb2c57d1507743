/** Interpreters of other languages: finds the program text they are given and notes what it may write. */
import type { Call } from './call.ts';
import { type Language } from './inline-program.ts';
import { type OptionSpec } from './options.ts';
interface Interpreter {
    readonly language: Language;
    readonly options: OptionSpec;
    /** Option names that carry program text. */
    readonly text: readonly string[];
    /** Words before the text (`deno eval`). */
    readonly words?: readonly string[];
    /** Flags after which the first operand is program text. */
    readonly flagged?: readonly string[];
    /** The first operand is always program text (awk). */
    readonly first?: boolean;
    /** `-i`: the operands are rewritten. */
    readonly inPlace?: boolean;
}
export declare function interpreterOf(name: string): Interpreter | null;
export declare function runInterpreter(interpreter: Interpreter, call: Call): void;
export {};
