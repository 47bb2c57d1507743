/** Takes over guard scripts that change on disk, and says what came of it. */
import type { GuardTextStore } from '../guard/texts.ts';
import type { FolderWatch } from '../guard/watch.ts';
import type { Core } from './core.ts';
export declare function watchScripts(texts: GuardTextStore, core: Core): FolderWatch;
