import type { FacadeKit } from './facade.ts';
/** null: everywhere. */
declare const ALLOWED: {
    readonly deny: readonly ["command"];
    readonly ask: readonly ["command"];
    readonly block: readonly ["result"];
    readonly continueWith: readonly ["stop", "terminate"];
    readonly setTurnPrompt: readonly ["start"];
    readonly activateSkill: null;
    readonly notice: null;
};
type ActionName = keyof typeof ALLOWED;
export declare function createActions({ input, channel, expose }: FacadeKit): Record<ActionName, (...args: unknown[]) => unknown>;
export {};
