export interface FolderWatchOptions {
    /** Quiet time after the last event, milliseconds; ten times that is the longest wait. */
    readonly debounceMs: number;
    /** Something changed in a folder, or a folder came or went. */
    onChange(): void;
    /** A folder cannot be watched; its changes are seen at the next reload by hand. */
    onError(folder: string, reason: string): void;
}
export interface FolderWatch {
    /** The folders that count from now on. */
    set(folders: readonly string[]): void;
    /** Twice is a no-op; no callback afterwards. */
    dispose(): void;
}
export declare function createFolderWatch(options: FolderWatchOptions): FolderWatch;
