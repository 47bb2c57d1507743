import { ownPosition } from "../base/position.js";
/** Keeps the lines on which something moved. */
export function columnMap(mappings) {
    const pieces = [];
    for (const [line, segments] of mappings.entries()) {
        const here = segments.flatMap(([compiled, , , own]) => own === undefined ? [] : [[line + 1, compiled + 1, own + 1]]);
        if (here.some(([, compiled, own]) => compiled !== own))
            pieces.push(...here);
    }
    return pieces;
}
/**
 * One map for two steps.
 * @param first from the own text to the text between; undefined: nothing moved.
 * @param second from the text between to the compiled text.
 */
export function chain(first, second) {
    if (first === undefined || first.length === 0)
        return second;
    const inner = byLine(first);
    const outer = byLine(second);
    const pieces = [];
    for (const line of [...new Set([...inner.keys(), ...outer.keys()])].sort((a, b) => a - b)) {
        const steps = outer.get(line) ?? [[line, 1, 1]];
        for (const [index, [, compiled, between]] of steps.entries()) {
            pieces.push([line, compiled, ownPosition(first, { line, column: between }).column]);
            const end = steps[index + 1]?.[2] ?? Number.POSITIVE_INFINITY;
            for (const [, middle, own] of inner.get(line) ?? []) {
                if (middle > between && middle < end)
                    pieces.push([line, compiled + middle - between, own]);
            }
        }
    }
    return pieces;
}
function byLine(map) {
    const lines = new Map();
    for (const piece of map) {
        const here = lines.get(piece[0]);
        if (here === undefined)
            lines.set(piece[0], [piece]);
        else
            here.push(piece);
    }
    return lines;
}
