import type { SyntaxChecker } from './checker.ts';
export declare function createJsonChecker(): SyntaxChecker;
