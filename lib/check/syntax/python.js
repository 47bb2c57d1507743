import { parseAnswer } from "./answer.js";
import { MAX_CHECKER_OUTPUT, outcomeOf } from "./checker.js";
import { failed, processFailure, unreadable } from "./process-outcome.js";
/** Isolated, no site packages, no byte code written. */
const FLAGS = ['-I', '-S', '-B', '-c'];
const PROGRAM = `
import base64, json, sys, warnings
warnings.simplefilter("ignore")
answer = {"parser": "Python %d.%d.%d" % sys.version_info[:3], "errors": []}
source = base64.b64decode(sys.stdin.read())
try:
    compile(source, "<checked file>", "exec", dont_inherit=True)
except SyntaxError as error:
    answer["errors"].append({"message": str(error.msg), "line": error.lineno, "column": error.offset})
except ValueError as error:
    answer["errors"].append({"message": str(error)})
except (RecursionError, MemoryError, OverflowError) as error:
    answer["failed"] = "Python gave up on the file: " + type(error).__name__
sys.stdout.write(json.dumps(answer))
`;
export function createPythonChecker(deps) {
    let known = null;
    let parser = 'not used yet';
    const ask = async (command, source, limits) => {
        const result = await deps.processes.run([...command, ...FLAGS, PROGRAM], {
            cwd: deps.folder, env: deps.environment, timeoutMs: limits.timeoutMs, signal: limits.signal,
            maxOutputBytes: MAX_CHECKER_OUTPUT, stdin: Buffer.from(source.bytes).toString('base64'),
        });
        return processFailure(command.join(' '), result, limits.timeoutMs) ?? parseAnswer(result.stdout) ?? unreadable(command.join(' '), result);
    };
    return {
        id: 'python',
        language: 'Python',
        extensions: ['.py', '.pyi', '.pyw'],
        shebangs: ['python'],
        describe: () => parser,
        async check(source, limits) {
            let last = { kind: 'unavailable', reason: 'no command for Python is known' };
            for (const command of known === null ? deps.candidates : [known]) {
                const answer = await ask(command, source, limits);
                if ('parser' in answer) {
                    known = command;
                    parser = answer.parser;
                    return answer.failed === null ? outcomeOf(answer.diagnostics, answer.total) : failed(answer.failed);
                }
                // A command that is missing, or is another Python, may be followed by one that works; a crash outranks an absence.
                if (last.kind !== 'failed' || answer.kind === 'failed')
                    last = answer;
                if (answer.kind === 'failed' && (answer.timedOut || limits.signal.aborted))
                    break;
            }
            if (last.kind === 'unavailable')
                parser = 'missing';
            return last;
        },
    };
}
