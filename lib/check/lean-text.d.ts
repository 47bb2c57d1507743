/** What can be said of a Lean text without Lean: whether it says anything, and whether it gives proofs up. */
export interface GivenUp {
    readonly word: string;
    /** 1-based. */
    readonly line: number;
}
/** The text with comments and string literals blanked; line breaks stay, so that lines keep their numbers. */
export declare function leanCode(text: string): string;
/** Nothing but comments, options and imports: such a text is accepted by every checker and claims nothing. */
export declare function saysNothing(text: string): boolean;
export declare function givenUp(text: string): readonly GivenUp[];
