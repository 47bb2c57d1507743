import type { Context } from '@deepseek-ai/cordis';
import type { FilesPort } from '../../types.ts';
/** @param local used while the host has no file service, and for what the service cannot do. */
export declare function createFiles(ctx: Context, local: FilesPort): FilesPort;
