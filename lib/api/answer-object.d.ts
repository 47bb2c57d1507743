/**
 * Finds the one JSON object in a model's answer. Owns what counts as an answer; knows no recipe.
 *
 * Reading is forgiving in notation and strict in meaning: an object may be fenced, wrapped in prose,
 * and written as a JavaScript object of plain values (trailing commas, comments, single quotes, bare
 * keys, raw line breaks in strings). Nothing is guessed: prose never becomes a value, a broken
 * object is not searched for a smaller one, and two different objects are no answer.
 */
import type { JsonObject } from '../types.ts';
/** UTF-16 units; a longer answer is not read. */
export declare const MAX_ANSWER = 65536;
/** Says what is wrong with an object, or null when it will do. */
export type ShapeCheck = (value: JsonObject) => string | null;
export type AnswerReading = {
    readonly ok: true;
    readonly value: JsonObject;
}
/** `problem` completes the sentence "the answer …". */
 | {
    readonly ok: false;
    readonly problem: string;
};
/** Total: never throws, linear in the answer's length. */
export declare function readAnswer(answer: string, check: ShapeCheck): AnswerReading;
