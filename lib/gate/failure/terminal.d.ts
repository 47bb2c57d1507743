/** Takes away what a program sends to a terminal and not to a reader: colours, titles, cursor moves, overwritten lines. */
export declare function stripTerminal(text: string): string;
