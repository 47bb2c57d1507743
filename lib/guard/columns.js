import { ownPosition } from "../base/position.js";
import { createLineIndex } from "./lines.js";
/**
 * Keeps the lines on which something moved.
 * @param mappings lines that only a line feed ends, of the padded texts.
 */
export function columnMap(mappings, own, compiled) {
    const [placeInOwn, placeInCompiled] = [placesOf(own), placesOf(compiled)];
    const byCompiledLine = new Map();
    for (const [line, segments] of mappings.entries()) {
        for (const [column, , ownLine, ownColumn] of segments) {
            if (ownLine === undefined || ownColumn === undefined)
                continue;
            const [from, to] = [placeInOwn(ownLine, ownColumn), placeInCompiled(line, column)];
            if (from.line === to.line)
                append(byCompiledLine, to.line, [to.line, to.column, from.column]);
        }
    }
    return [...byCompiledLine.values()].filter(here => here.some(([, column, ownColumn]) => column !== ownColumn)).flat();
}
/** From a line and column of a source map, both from 0, to a place in the text. */
function placesOf({ padded, text, offset }) {
    const starts = [0];
    for (let at = padded.indexOf('\n'); at >= 0; at = padded.indexOf('\n', at + 1))
        starts.push(at + 1);
    const place = createLineIndex(text);
    return (line, column) => place(offset((starts[line] ?? 0) + column));
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
    for (const piece of map)
        append(lines, piece[0], piece);
    return lines;
}
function append(lists, line, item) {
    const here = lists.get(line);
    if (here === undefined)
        lists.set(line, [item]);
    else
        here.push(item);
}
