/**
 * Files of a workspace through the host's own file service, so that a remote or sandboxed workspace is
 * the one that guards see. The service is looked up at each use: it may come after the plugin.
 */
import type { Context } from '@deepseek-ai/cordis';
import type { FilesPort } from '../../types.ts';
/** @param local used while the host has no file service, and for what the service cannot do. */
export declare function createFiles(ctx: Context, local: FilesPort): FilesPort;
