import type { Diagnostic } from '../../types.ts';
export interface NodeError extends Diagnostic {
    readonly line: number;
}
/** @returns null when the text has another shape. */
export declare function parseNodeError(stderr: string, fileName: string): NodeError | null;
/** JSX, a template tag or a decorator where the parser stopped: a language of its own, not broken JavaScript. */
export declare function isOtherDialect(error: NodeError, text: string): boolean;
