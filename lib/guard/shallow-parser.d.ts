/**
 * A parser that gives up on deep nesting long before the stack ends. Waiting for the engine's
 * RangeError is not safe: V8 ends the whole process when a regular expression has to be compiled near
 * the end of the stack ("RegExpCompiler Allocation failed"), and parsers use regular expressions.
 */
import { Parser } from 'acorn';
/** @param tooDeep makes the error for an offset in the text. */
export declare function createShallowParser(tooDeep: (offset: number) => Error): typeof Parser;
