/** Tokens that the model calls of each guard took. In memory, for the life of the plugin. */
export interface TokenBook {
    add(guard: string, input: number, output: number): void;
    of(guard: string): {
        readonly calls: number;
        readonly input: number;
        readonly output: number;
    };
}
export declare function createTokenBook(): TokenBook;
