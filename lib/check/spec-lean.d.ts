import type { CheckOutcome, Diagnostic, ProcessPort, Settings } from '../types.ts';
import type { SpecChecker } from './spec.ts';
/** Bytes of output of one check; a checker that writes more is stopped. */
export declare const MAX_SPEC_OUTPUT = 1048576;
export interface LeanDeps {
    readonly settings: Pick<Settings, 'checkTimeoutMs'>;
    readonly process: ProcessPort;
    readonly env: Readonly<Record<string, string>>;
    readonly now: () => number;
}
export declare function createLeanChecker(deps: LeanDeps): SpecChecker & {
    describe(): string;
};
/** The environment of a checker of specifications: that of every checker, and where Lean finds its libraries. */
export declare function leanEnvironment(source: Readonly<Record<string, string | undefined>>, platform: NodeJS.Platform): Record<string, string>;
/** A `lean` that lies in the workspace is the agent's, not the human's. */
export declare function withoutWorkspace(env: Readonly<Record<string, string>>, cwd: string): Readonly<Record<string, string>>;
/** `set_option warn.sorry false` keeps Lean silent; the word itself does not. */
export declare function givenUpDiagnostics(text: string, already: readonly Diagnostic[]): Diagnostic[];
export declare function killedText(by: 'timeout' | 'output' | 'abort', timeoutMs: number): string;
/** The program ended by itself, unsuccessfully, and said nothing that can be read as a finding. */
export declare function brokenOutcome(name: string, ran: Awaited<ReturnType<ProcessPort['run']>>): CheckOutcome;
