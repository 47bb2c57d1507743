/**
 * The step limit of a run. The compiler has put a call of `__vance_tick` into every loop and function;
 * this is that function. Once the limit is reached every further step throws again, so that catching
 * the error leads nowhere.
 */
/** Largest count that V8 keeps as a small integer in a closure. */
const CHUNK = 2 ** 30 - 1;
export function createSteps() {
    let left = 0;
    let beyond = 0;
    let first = null;
    let limit = 0;
    const refill = () => {
        if (beyond > 0) {
            left = Math.min(beyond, CHUNK);
            beyond -= left;
            return;
        }
        const error = new Error(`the guard took more than ${limit} steps (loop iterations and function calls)`);
        first ??= error;
        throw error;
    };
    return {
        tick: () => {
            if (left === 0)
                refill();
            left -= 1;
        },
        begin(max) {
            limit = max;
            left = 0;
            beyond = max === 0 ? Number.POSITIVE_INFINITY : max;
            first = null;
        },
        exceeded: () => first,
    };
}
