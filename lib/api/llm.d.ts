import type { Capability, ModelPort, Settings } from '../types.ts';
/** Output tokens of one request: a verdict takes a hundred, the rest is for models that think before they answer. */
export declare const MAX_OUTPUT_TOKENS = 4096;
export interface LlmDeps {
    readonly model: ModelPort;
    readonly settings: Settings['llm'];
    /** Called once per answered request; tokens are 0 where the provider does not count. */
    readonly usage: (guardName: string, sessionId: string, inputTokens: number, outputTokens: number) => void;
    /** A fresh unguessable text of letters and digits, one per request. */
    readonly boundary: () => string;
}
export declare function createLlmCapability(deps: LlmDeps): Capability;
