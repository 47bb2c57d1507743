import type { ChildAnswer } from './child-parse.ts';
/** @throws what the library throws. */
export declare function typeScriptProblems(loaded: unknown, fileName: string, text: string): ChildAnswer;
