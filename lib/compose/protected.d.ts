import type { ProtectedFiles } from '../gate/tamper-protection.ts';
import type { GuardTextStore } from '../guard/texts.ts';
import type { SessionRef, Settings } from '../types.ts';
import type { Home } from '../host/home.ts';
/** @param packageRoot absolute folder of this package, as it is installed. */
export declare function protectedFiles(settings: Settings, home: Home, packageRoot: string, texts: GuardTextStore): (session: SessionRef) => ProtectedFiles;
