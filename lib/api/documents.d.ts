import type { Capability, FilesPort, SessionRef } from '../types.ts';
/** Bytes of a file that can be read. */
export declare const MAX_DOCUMENT = 262144;
/** UTF-16 units of a text that can be written: the longest that a script can hand over. */
export declare const MAX_WRITTEN = 65536;
/** Entries of a folder that can be listed. */
export declare const MAX_ENTRIES = 5000;
export interface DocumentsDeps {
    readonly files: FilesPort;
    /** Whether only the human may change the file: guards in use, patch files, Shooty's own files. */
    readonly isProtected: (session: SessionRef, realPath: string) => boolean | Promise<boolean>;
}
export declare function createDocumentsCapability(deps: DocumentsDeps): Capability;
