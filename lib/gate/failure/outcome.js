import { classOfCode, isCancellationCode } from "./codes.js";
import { commandEnd, commandLine, runsCommands } from "./exit.js";
import { claimsSuccess, isInfrastructure } from "./infrastructure.js";
import { stripTerminal } from "./terminal.js";
import { classOfCommandText, classOfToolText } from "./text-classes.js";
/** UTF-16 units of an answer that may be marks and nothing else. */
const MAX_SILENT = 300;
/** UTF-16 units of each end that are read for the class. */
const MAX_END = 4_096;
/**
 * @param refused the call was refused before it ran.
 * @returns null for a success and for a cancellation.
 */
export function failureOf(command, result, refused) {
    return result.isError ? failureOfError(command, result, refused) : failureOfAnswer(command, result.text);
}
function failureOfError(command, result, refused) {
    const message = (result.error?.message ?? '') === '' ? result.text.replace(/^Error: /, '') : result.error?.message ?? '';
    const code = result.error?.code ?? null;
    const words = bounded(message);
    const end = commandEnd(command, words);
    if (isCancellationCode(code) || isCancellationText(words, code) || end.kind === 'interrupted')
        return null;
    if (refused)
        return { failureClass: 'refused', message };
    return { failureClass: classOfCode(code) ?? classOfUncoded(command, code, words, end), message };
}
function classOfUncoded(command, code, words, end) {
    // A time-out that the host set on the call: for a command it is the command's, else the service's.
    if (code === 'TOOL_TIMEOUT')
        return runsCommands(command) ? 'timeout' : 'infrastructure';
    if (end.kind === 'timeout')
        return 'timeout';
    return end.kind === 'exit' || end.kind === 'signal' ? classOfCommandText(words) : classOfToolText(words);
}
function failureOfAnswer(command, text) {
    const end = commandEnd(command, text);
    switch (end.kind) {
        case 'interrupted': return null;
        case 'fine': return claimsSuccess(command, text) ? { failureClass: 'infrastructure', message: text } : null;
        case 'timeout': return { failureClass: isInfrastructure(bounded(text)) ? 'infrastructure' : 'timeout', message: messageOf(command, text, end) };
        case 'exit':
        case 'signal': return { failureClass: classOfCommandText(bounded(text)), message: messageOf(command, text, end) };
    }
}
/** `grep` finds nothing three times: a silent command is told apart by what it was. */
function messageOf(command, text, end) {
    if (text.length > MAX_SILENT)
        return text;
    const said = text.replace(/\(no (?:new )?output\)/, '').replace(/\[(?:exit code|shell exited|status|killed by signal|timed out)[^\]\n]{0,80}\]/g, '').trim();
    return said === '' ? `${endWords(end)}, without output: ${bounded(commandLine(command) ?? '')}` : text;
}
function endWords(end) {
    if (end.kind === 'exit')
        return `exit code ${end.code}`;
    return end.kind === 'signal' ? `signal ${end.signal}` : 'time-out';
}
/** Only at the head of a short message: a log may well speak of an aborted step. */
function isCancellationText(words, code) {
    if (code === 'CODE_RUN_FAILED' && /^code run failed \(abort\)/.test(words))
        return true;
    return words.length <= 200 && /^(?:Error: )?(?:AbortError\b|(?:the |this )?(?:tool call|tool execution|operation|request|run|call|turn|task)(?: was| is| has been)? (?:aborted|cancell?ed)\b|(?:aborted|cancell?ed)(?: by (?:the )?(?:user|host|caller))?\.?$)/i.test(words);
}
function bounded(text) {
    return stripTerminal(text.length <= 2 * MAX_END ? text : `${text.slice(0, MAX_END)}\n${text.slice(-MAX_END)}`);
}
