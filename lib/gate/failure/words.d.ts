import type { FailureClass } from './classes.ts';
export declare function repeatedText(tool: string, failureClass: FailureClass, count: number, folded: string): string;
