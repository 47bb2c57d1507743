/**
 * Writes next to the target and renames over it. Missing folders are made, readable by the owner only.
 * @throws the file system's own error; the target is then as it was.
 */
export declare function writeFileAtomic(path: string, text: string, mode?: number): Promise<void>;
