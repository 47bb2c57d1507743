/** What the critical-paths gate says to the model. */
import { cut, oneLine } from "../base/text.js";
const MAX_MESSAGE = 300;
const MAX_TEXT = 6_000;
const NO_WAY_ROUND = 'The file is protected, not this way of writing it: another tool, spelling or program is judged the same.';
export function noSpecText(target, looked) {
    return text([
        `${head(target)} and has no specification that was accepted in this session.`,
        lookedText(looked),
        ways(target, `write a specification, for example ${looked[0]?.relative ?? ''} (a .lean file is never refused), and repeat this write: the specification is checked then`),
    ]);
}
export function rejectedText(target, looked, spec, checker, diagnostics, total) {
    const more = total - diagnostics.length;
    return text([
        `${head(target)}, and its specification ${spec} is not accepted (${checker}, ${total} ${total === 1 ? 'problem' : 'problems'}):`,
        ...diagnostics.map(diagnostic => `- ${place(diagnostic)}${oneLine(diagnostic.message, MAX_MESSAGE)}`),
        ...more > 0 ? [`- and ${more} more`] : [],
        lookedText(looked),
        ways(target, `correct ${spec} so that it is accepted, and repeat this write`),
    ]);
}
export function failedText(target, looked, spec, checker, reason) {
    return text([
        `${head(target)}, and its specification ${spec} could not be checked: the checker itself failed (${checker}: ${oneLine(reason, MAX_MESSAGE)}). This is not about what you wrote.`,
        lookedText(looked),
        ways(target, 'make the checker work, or the specification smaller when it is the specification that stops it, and repeat this write'),
    ]);
}
export function tooManyText(targets, limit) {
    const first = targets[0];
    return text([
        `Refused by the gate critical-paths: this call changes more than ${limit} protected files at once${first === undefined ? '' : ` (${first.relative} by the critical path "${first.rule.pattern}", and others)`}.`,
        'Change them a few at a time, each with an accepted specification, or name the files so that the protected ones are left out.',
        'Only the human can take paths out of criticalPaths.',
    ]);
}
export function standDownText(reason) {
    return `The gate critical-paths stands down: there is no checker for specifications (${oneLine(reason, MAX_MESSAGE)}). Writes to critical paths are let through unchecked. `
        + 'Take all the more care with them, and tell the human that no specification was checked.';
}
export function repairText(target, spec) {
    return `The gate critical-paths let this write to ${target.relative} through as a repair, although ${spec === null ? 'its specification is gone' : `its specification ${spec} is still not accepted`}. Before the next write to it the specification is checked again.`;
}
function head(target) {
    const spelled = target.spelled === target.relative ? '' : ` (the call says "${oneLine(target.spelled, 120)}")`;
    return `Refused by the gate critical-paths: ${target.relative}${spelled} exists and matches the critical path "${target.rule.pattern}"`;
}
function lookedText(looked) {
    return `Specifications looked for, in this order: ${looked.map(one => `${one.relative} (${one.found ? 'found' : 'not there'})`).join(', ')}.`;
}
/** The three ways out, always all of them, so that the model need not guess. */
function ways(target, satisfy) {
    return [
        'Ways out:',
        `1. Satisfy the rule: ${satisfy}.`,
        `2. Repair: once a check has reported problems, the next write to ${target.relative} is let through, then the specification is checked again. Without a specification there is nothing to repair.`,
        '3. Ask the human to take the path out of criticalPaths. Only the human can.',
        NO_WAY_ROUND,
    ].join('\n');
}
function place(diagnostic) {
    if (diagnostic.line === null)
        return '';
    return diagnostic.column === null ? `line ${diagnostic.line}: ` : `line ${diagnostic.line}, column ${diagnostic.column}: `;
}
function text(lines) {
    return cut(lines.join('\n'), MAX_TEXT);
}
