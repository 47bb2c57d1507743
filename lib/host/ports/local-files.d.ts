import type { FilesPort } from '../../types.ts';
export declare function createLocalFiles(): FilesPort;
