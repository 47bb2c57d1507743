import { compileBody } from "./compile-body.js";
/** Never throws. Positions are places in `text`. */
export function compileGuard(text, options) {
    const outcome = compileBody(text, options);
    if (!outcome.ok)
        return outcome;
    return outcome.undeclared === null ? { ok: true, compiled: outcome.compiled } : { ok: false, ...outcome.undeclared };
}
