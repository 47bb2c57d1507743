import type { GuardAction, JsonObject, JsonValue, LogLine, Point, Mode, Position, SessionRef, CommandView, ResultView } from './types.ts';
/** Largest frame that a runner may send, bytes of JSON. */
export declare const MAX_FRAME_FROM_RUNNER: number;
/** Largest frame that the host sends, bytes of JSON; a larger input is a fault of the run. */
export declare const MAX_FRAME_TO_RUNNER: number;
/** Longest string that a script may hand over, UTF-16 units. */
export declare const MAX_SCRIPT_STRING = 65536;
/** Largest JSON value that a script may hand over, and the size of one scratch store, bytes of JSON. */
export declare const MAX_SCRIPT_JSON = 65536;
/** Levels of nesting in a value that crosses. */
export declare const MAX_JSON_DEPTH = 100;
/** Longest key of a scratch store, UTF-16 units. */
export declare const MAX_KEY = 256;
/** Host calls and actions of one run, together. */
export declare const MAX_HOST_CALLS = 1000;
/** Log lines of one run; more are counted. */
export declare const MAX_LOG_LINES = 200;
/** Longest log line, and the largest log data in bytes of JSON. */
export declare const MAX_LOG_TEXT = 2000;
/** Everything that one run may send, bytes of JSON. */
export declare const MAX_RUN_BYTES: number;
/** Longest message of a fault, UTF-16 units. */
export declare const MAX_FAULT_TEXT = 2000;
/** What one run gets to see; becomes `vance`. */
export interface RunFrameInput {
    readonly point: Point;
    readonly task: string;
    readonly request: string;
    readonly output: string;
    readonly round: number;
    readonly maxRounds: number;
    readonly naturalStop: boolean;
    readonly command: CommandView | null;
    readonly result: ResultView | null;
    readonly mode: Mode;
    readonly params: JsonObject;
    readonly session: SessionRef;
    readonly allowTools: boolean;
    readonly now: number;
    readonly loopScratch: JsonObject | null;
}
/** Host to runner. */
export type HostFrame = 
/** Compiles a guard in a compartment of its own. No answer: a failure comes with the first run. */
{
    readonly t: 'load';
    readonly hash: string;
    readonly name: string;
    readonly code: string;
    readonly isAsync: boolean;
    readonly maxSteps: number;
} | {
    readonly t: 'run';
    readonly run: number;
    readonly hash: string;
    readonly input: RunFrameInput;
}
/** The answer to one host call. */
 | {
    readonly t: 'ret';
    readonly call: number;
    readonly ok: true;
    readonly value: JsonValue;
} | {
    readonly t: 'ret';
    readonly call: number;
    readonly ok: false;
    readonly code: string;
    readonly message: string;
};
/** Runner to host. */
export type RunnerFrame = {
    readonly t: 'ready';
    readonly node: string;
}
/** An action without a result; sent at once, so that it survives a kill. */
 | {
    readonly t: 'act';
    readonly run: number;
    readonly action: GuardAction;
}
/** A one-way host call, e.g. a scratch write. */
 | {
    readonly t: 'tell';
    readonly run: number;
    readonly method: string;
    readonly args: readonly JsonValue[];
} | {
    readonly t: 'log';
    readonly run: number;
    readonly line: LogLine;
}
/** A host call; the script waits for the `ret` of the same number. */
 | {
    readonly t: 'call';
    readonly run: number;
    readonly call: number;
    readonly method: string;
    readonly args: readonly JsonValue[];
} | {
    readonly t: 'done';
    readonly run: number;
    readonly fault: {
        readonly code: 'script_threw' | 'wrong_action' | 'step_limit' | 'never_settled' | 'not_parsed' | 'internal';
        readonly message: string;
        readonly position: Position | null;
    } | null;
    readonly logsDropped: number;
    /** Processor time of the run; null where the runner cannot tell its own. Its word only: nothing but the sharing of runners goes by it. */
    readonly cpuMs: number | null;
};
/** Host frames as text. `run` is apart: its input is turned into text once, whatever becomes of the attempt. */
export declare function frameText(frame: HostFrame | RunnerFrame): string;
/** A `run` frame around an input that is text already. */
export declare function runFrameText(run: number, hash: string, inputText: string): string;
/**
 * Reads what a runner sent. Whoever has broken out of a compartment writes these: every field is
 * checked and rebuilt, nested values are bounded in depth, so that no later walk over them overflows.
 * @returns null for anything that is not a frame; the runner is then not to be trusted any more.
 */
export declare function parseRunnerFrame(text: string): RunnerFrame | null;
/** Reads what the host sent. The host is trusted; a frame that does not parse means that the stream is broken. */
export declare function parseHostFrame(text: string): HostFrame | null;
