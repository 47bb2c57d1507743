import type { Settings } from '../types.ts';
import type { ShapeCheck } from './answer-object.ts';
/** One recipe, ready to be asked. */
export interface Recipe {
    readonly name: string;
    readonly system: string;
    /** null: the session's own. */
    readonly provider: string | null;
    readonly model: string | null;
    /** Requests of one `callForJson` at most. */
    readonly maxAttempts: number;
    readonly check: ShapeCheck;
}
/** @throws GuardError NOT_FOUND that lists the recipes there are. */
export declare function resolveRecipe(call: string, name: string, settings: Settings['llm']): Recipe;
