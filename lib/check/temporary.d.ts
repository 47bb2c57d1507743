/**
 * @param root folder of temporary files, usually `os.tmpdir()`.
 * @param name file name of the copy, without folders.
 * @throws what the file system or `body` throws; the copy is removed first.
 */
export declare function withTemporaryCopy<T>(root: string, name: string, bytes: Uint8Array, body: (path: string) => Promise<T>): Promise<T>;
