/** Things that the human should know while the plugin runs, by key, so that each is said once. */
export interface Notes {
    /** @returns true when this is news. */
    put(key: string, text: string): boolean;
    drop(key: string): void;
    all(): readonly string[];
}
export declare function createNotes(): Notes;
