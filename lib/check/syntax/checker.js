/** Diagnostics that one check hands on; the rest is counted. */
export const MAX_KEPT = 200;
/** Bytes that a checker's program may write: a one-line file of the largest size is quoted twice by Node. */
export const MAX_CHECKER_OUTPUT = 4 * 1_048_576;
/** Diagnostics as an outcome: none is `ok`. */
export function outcomeOf(diagnostics, total = diagnostics.length) {
    return total === 0 ? { kind: 'ok' } : { kind: 'errors', diagnostics: diagnostics.slice(0, MAX_KEPT), total };
}
