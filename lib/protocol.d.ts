/**
 * Frames between the host and a runner. One direction each; a parser per direction rebuilds every
 * frame field by field and drops what it does not know.
 *
 * A frame on the wire is a 4-byte little-endian length and that many bytes of UTF-8 JSON. A worker
 * runner carries the same JSON texts as messages.
 */
import type { CompiledGuard, GuardAction, JsonObject, JsonValue, LogLine, Point, Mode, Position, SessionRef, CommandView, ResultView } from './types.ts';
/** Largest frame that a runner may send, bytes of JSON. */
export declare const MAX_FRAME_FROM_RUNNER: number;
/** Largest frame that the host sends, bytes of JSON; a larger input is a fault of the run. */
export declare const MAX_FRAME_TO_RUNNER: number;
/** Longest string that a script may hand over, UTF-16 units. */
export declare const MAX_SCRIPT_STRING = 65536;
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
};
/** What `load` takes of a compiled guard. */
export type LoadedCode = Pick<CompiledGuard, 'code' | 'isAsync'>;
