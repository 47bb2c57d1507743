/** @param began milliseconds of the same clock when the judging began. */
export function verdictOf(clock, began, parts = {}) {
    return {
        actions: parts.actions ?? [],
        fault: parts.fault ?? null,
        cancelled: parts.cancelled ?? false,
        continued: null,
        activated: [],
        capped: false,
        ms: clock.now() - began,
    };
}
