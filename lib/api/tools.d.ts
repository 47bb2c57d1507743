import type { Capability, ToolsPort } from '../types.ts';
import type { Spawn } from './spawn.ts';
/** UTF-16 units of a result's text; a longer one is cut. */
export declare const MAX_RESULT_TEXT = 262144;
/** Bytes of JSON of a result's value; a larger one is left out. */
export declare const MAX_RESULT_VALUE = 262144;
/** UTF-16 units of the message of a failed tool. */
export declare const MAX_TOOL_ERROR = 8192;
export interface ToolsDeps {
    readonly tools: ToolsPort;
    readonly spawn: Spawn;
}
export declare function createToolsCapability(deps: ToolsDeps): Capability;
