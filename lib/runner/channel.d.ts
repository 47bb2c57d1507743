import type { GuardAction, JsonValue, LogLine } from '../types.ts';
import type { HostErrors } from './host-error.ts';
import type { RunnerPort } from './port.ts';
export interface Channel {
    act(action: GuardAction): void;
    tell(method: string, args: readonly JsonValue[]): void;
    /** Waits for the host's answer. @throws ScriptHostError with the host's code and message. */
    call(method: string, args: readonly JsonValue[]): JsonValue;
    /** Lines beyond the cap are counted. */
    log(line: LogLine): void;
    /** Throws once the run is over. */
    assertOpen(): void;
    close(): void;
    logsDropped(): number;
}
/** @param gone ends the process when the host sends something that is no answer. */
export declare function openChannel(run: number, port: RunnerPort, errors: HostErrors, gone: () => never): Channel;
