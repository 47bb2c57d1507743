import { Parser } from 'acorn';
/** @param tooDeep makes the error for an offset in the text. */
export declare function createShallowParser(tooDeep: (offset: number) => Error): typeof Parser;
