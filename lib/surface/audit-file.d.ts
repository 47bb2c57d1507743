export interface AuditAppend {
    /** Lines that are on disk, from the first on. */
    readonly written: number;
    /** What went wrong, also where every line was written; null: nothing. */
    readonly problem: string | null;
}
export interface AuditFile {
    /** Never rejects. */
    append(lines: readonly string[]): Promise<AuditAppend>;
}
export interface AuditFileLimits {
    /** Bytes of one file. */
    readonly maxBytes: number;
    /** Old files that are kept: `<path>.1` is the youngest. */
    readonly keep: number;
}
/** @param path absolute; missing folders are made, for the owner only. */
export declare function createAuditFile(path: string, limits: AuditFileLimits): AuditFile;
