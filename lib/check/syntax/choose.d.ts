import type { SyntaxChecker } from './checker.ts';
/**
 * @param path any separator; a path with `{{` in it belongs to a template and has no checker.
 * @param bytes the file's head is enough.
 */
export declare function chooseChecker<T extends Pick<SyntaxChecker, 'extensions' | 'shebangs'>>(checkers: readonly T[], path: string, bytes: Uint8Array): T | null;
export declare function extensionOf(path: string): string;
export declare function fileNameOf(path: string): string;
/** `python3.11` of `#!/usr/bin/env -S VAR=1 python3.11 -u`; null without such a line. */
export declare function shebangProgram(bytes: Uint8Array): string | null;
