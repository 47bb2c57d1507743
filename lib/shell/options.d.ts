/** Command-line options the way getopt reads them: clusters, attached values, `--`, GNU abbreviations. */
import { type Field } from './field.ts';
export interface OptionSpec {
    /** Letters of short options that take a value. */
    readonly short?: string;
    /** Long options that take their value from the next argument (with `=` any long option has one). */
    readonly long?: readonly string[];
    /** Letters whose value, if any, is attached (`sed -i.bak`). */
    readonly optional?: string;
    /** Stop at the first operand: what follows belongs to another command. */
    readonly stop?: boolean;
}
export interface ParsedOptions {
    readonly operands: readonly Field[];
    /** Whether an option was given, under any of its names (`R`, `recursive`). */
    has(...names: readonly string[]): boolean;
    /** The last value given for an option. */
    value(...names: readonly string[]): Field | null;
    values(...names: readonly string[]): readonly Field[];
}
export declare function parseOptions(args: readonly Field[], spec?: OptionSpec): ParsedOptions;
