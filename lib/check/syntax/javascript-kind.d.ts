import type { FilesPort } from '../../types.ts';
import type { SyntaxSource } from './checker.ts';
export type ModuleKind = 'module' | 'commonjs';
/**
 * The ways to read a file, likeliest first; it is fine when one of them parses. Only `.mjs`, `.cjs`
 * and `"type": "module"` are certain: bundlers read modules in packages that say `commonjs`.
 */
export declare function moduleKinds(files: Pick<FilesPort, 'read'>, source: SyntaxSource, text: string): Promise<readonly ModuleKind[]>;
