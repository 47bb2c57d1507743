/**
 * How a command ended, read from an answer that is no error for the host: its shell tools report a
 * non-zero exit in the text. Knows the host's marks, and the usual words of other shell tools.
 */
import { isJsonObject } from "../../base/json.js";
const SHELL_NAME = /(?:^|[_-])(?:bash|sh|zsh|shell|pwsh|powershell|terminal|exec|execute|command|cmd)(?:$|[_-])/i;
const SHELL_ARGUMENTS = ['command', 'cmd', 'script'];
/** UTF-16 units at each end in which the marks stand. */
const END = 400;
/** Lines at the end that can be marks: denial, hint, time-out, exit. */
const MARK_LINES = 4;
/** A tool that runs commands; only there do words about an exit mean one. */
export function runsCommands(command) {
    return command.name === 'job_output' || SHELL_NAME.test(command.name) || commandLine(command) !== null;
}
/** The command line of a call; null where the arguments have none. */
export function commandLine(command) {
    const { args } = command;
    if (!isJsonObject(args))
        return null;
    for (const key of SHELL_ARGUMENTS) {
        const value = args[key];
        if (typeof value === 'string')
            return value;
    }
    return null;
}
export function commandEnd(command, text) {
    if (!runsCommands(command))
        return FINE;
    if (/^Your command timed out after \d/.test(text))
        return { kind: 'timeout' };
    const lines = text.slice(-END).trimEnd().split('\n').slice(-MARK_LINES).reverse();
    if (RESET.test(lines[0] ?? ''))
        lines.shift();
    const body = lines.findIndex(line => !line.startsWith('['));
    const marks = (body < 0 ? lines : lines.slice(0, body)).map(line => hostMark(line.trim())).filter(mark => mark !== null);
    // A command that ran out of time is marked with the signal or the exit that followed, too.
    return marks.find(mark => mark.kind === 'timeout') ?? marks[0] ?? otherWords(lines[0] ?? '') ?? otherWords(text.slice(0, END).split('\n', 1)[0] ?? '') ?? FINE;
}
const FINE = { kind: 'fine' };
/** Follows the mark of a shell that ended itself. */
const RESET = /^The persistent \w{1,10} shell was reset\b/;
/** 128 + SIGINT. */
const INTERRUPTED = 130;
function hostMark(line) {
    const exit = /^\[(?:exit code:|shell exited: code|status: completed, exit code:) (\d{1,10})\]$/.exec(line);
    if (exit?.[1] !== undefined)
        return exitOf(Number(exit[1]));
    const signal = /^\[(?:shell )?killed by signal: ([A-Z0-9+]{1,20})\]$/.exec(line);
    if (signal?.[1] !== undefined)
        return signal[1] === 'SIGINT' ? { kind: 'interrupted' } : { kind: 'signal', signal: signal[1] };
    if (/^\[timed out after \d{1,15}ms\]$/.test(line))
        return { kind: 'timeout' };
    if (/^\[status: failed\b/.test(line))
        return { kind: 'signal', signal: 'failed' };
    return /^\[status: killed\b/.test(line) ? { kind: 'interrupted' } : null;
}
function otherWords(line) {
    // In brackets it is the host's mark, which counts only at the end.
    if (line.startsWith('['))
        return null;
    const found = /^\W{0,3}(?:(?:the )?(?:process|command|program|script) )?(?:(?:exited|failed|finished|terminated|completed) )?(?:with )?(?:an? )?(?:non-?zero )?(?:exit |return )?(?:code|status)\W{1,3}(\d{1,10})\W{0,3}$/i.exec(line.trim());
    return found?.[1] === undefined ? null : exitOf(Number(found[1]));
}
function exitOf(code) {
    if (code === 0)
        return FINE;
    return code === INTERRUPTED ? { kind: 'interrupted' } : { kind: 'exit', code };
}
