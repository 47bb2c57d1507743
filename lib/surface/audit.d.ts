import type { DecisionSink } from '../types.ts';
import type { AuditFile } from './audit-file.ts';
export interface Audit extends DecisionSink {
    /** Resolves when what waits is on disk, or the attempt failed. */
    flush(): Promise<void>;
    /** Writes what waits, as long as that takes no more than two seconds; later records are ignored. Twice is a no-op. */
    dispose(): Promise<void>;
}
export interface AuditOptions {
    readonly file: AuditFile;
    /** Name of the file in reports. */
    readonly path: string;
    /** Told of failures, in words for the human; must not throw. */
    report(text: string): void;
    readonly limits?: Partial<AuditLimits>;
}
export interface AuditLimits {
    /** Records that wait at most. */
    readonly maxQueue: number;
    /** Records in one write. */
    readonly maxBatch: number;
    /** Milliseconds from a record to its write; after a failure; for the last write. */
    readonly delayMs: number;
    readonly retryMs: number;
    readonly disposeMs: number;
}
export declare const AUDIT_LIMITS: AuditLimits;
/** 5 MiB, and three old files. */
export declare const AUDIT_FILE_LIMITS: {
    maxBytes: number;
    keep: number;
};
/**
 * @param setting the configuration's `audit`.
 * @param folder Shooty's own folder.
 * @returns null when there is to be no audit.
 */
export declare function auditPath(setting: boolean | string, folder: string): string | null;
/** The audit in its usual file and limits. */
export declare function openAudit(path: string, report: (text: string) => void): Audit;
export declare function createAudit(options: AuditOptions): Audit;
