import type { ChildAnswer, ChildLibraries } from './child-parse.ts';
export declare function strippedProblems(libraries: Pick<ChildLibraries, 'nodeModule' | 'nodeVersion'>, fileName: string, text: string): ChildAnswer;
