/**
 * A program in another language, given as text: which paths it names and whether it calls one of
 * that language's writing functions. Not a parser of those languages: string literals and words
 * that look like paths are read, computed names are not.
 */
export type Language = 'python' | 'javascript' | 'perl' | 'ruby' | 'php' | 'lua' | 'awk' | 'powershell' | 'r' | 'julia';
export interface InlineProgram {
    /** Paths it may write, as spelled; empty when it calls no writing function. */
    readonly paths: readonly string[];
    /** Those among them that it may remove or move as whole folders. */
    readonly deep: ReadonlySet<string>;
    /** Those among `paths` that it removes. */
    readonly deleted: ReadonlySet<string>;
    /** Shell text and argument lists that it hands to another program. */
    readonly commands: readonly (string | readonly string[])[];
}
export declare function readInlineProgram(language: Language, text: string, args: readonly string[]): InlineProgram;
