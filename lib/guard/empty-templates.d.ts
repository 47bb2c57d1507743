/**
 * Sucrase loses every column behind an empty piece of a template (`${a}` has two), because two of its
 * tokens begin there. So such places get a space of a kind that the text does not have, and the space is
 * taken out again. It may go where no template is, too: between two tokens it means nothing.
 */
/** A text without the spaces that were put into it. */
export interface Unpadded {
    readonly padded: string;
    readonly text: string;
    /** Where an offset in the padded text is in this one. */
    readonly offset: (padded: number) => number;
}
export interface Padded extends Unpadded {
    /** @param made what was made of the padded text. */
    remove(made: string): Unpadded;
}
/** A text that has every kind of space already stays as it is. */
export declare function padEmptyTemplates(text: string): Padded;
