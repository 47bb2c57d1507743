import { LRUCache } from 'lru-cache';
import type { SpecChecker } from '../check/spec.ts';
import type { Counters, Diagnostic, FilesPort } from '../types.ts';
import type { CriticalTarget } from './critical-targets.ts';
import type { Looked } from './critical-words.ts';
import type { Workspace } from './workspace.ts';
/** Bytes of a specification. */
export declare const MAX_SPEC_BYTES = 1048576;
export interface CriticalMemory {
    /** Specification path to the content and checker that were accepted. */
    readonly accepted: LRUCache<string, string>;
    /** Files whose next write is let through, to the content that was rejected last. */
    readonly windows: LRUCache<string, string>;
}
export declare function createCriticalMemory(): CriticalMemory;
export interface Spec {
    readonly path: string;
    readonly relative: string;
    readonly text: string;
    readonly truncated: boolean;
    /** SHA-256 of the content, hex. */
    readonly hash: string;
}
export type Decision = {
    readonly kind: 'open';
    readonly target: CriticalTarget;
} | {
    readonly kind: 'repair';
    readonly target: CriticalTarget;
    readonly spec: Spec | null;
} | {
    readonly kind: 'stand-down';
    readonly reason: string;
} | {
    readonly kind: 'no-spec';
    readonly target: CriticalTarget;
    readonly looked: readonly Looked[];
} | {
    readonly kind: 'rejected';
    readonly target: CriticalTarget;
    readonly looked: readonly Looked[];
    readonly spec: Spec;
    readonly diagnostics: readonly Diagnostic[];
    readonly total: number;
} | {
    readonly kind: 'failed';
    readonly target: CriticalTarget;
    readonly looked: readonly Looked[];
    readonly spec: Spec;
    readonly reason: string;
};
export interface VerdictDeps {
    readonly files: FilesPort;
    readonly counters: Counters;
    readonly maxDiagnostics: number;
}
export declare function decide(target: CriticalTarget, checker: SpecChecker, workspace: Workspace, memory: CriticalMemory, deps: VerdictDeps, signal: AbortSignal): Promise<Decision>;
/** Takes over what the decisions on one call mean for the next. Only the refusal that was quoted opens a window. */
export declare function settle(decisions: readonly Decision[], checker: SpecChecker, workspace: Workspace, memory: CriticalMemory): void;
export declare function isRefusal(decision: Decision): boolean;
/** What a verdict holds for: this content, judged by this checker. */
export declare function tie(spec: Spec, checker: SpecChecker): string;
export declare function findSpec(target: Pick<CriticalTarget, 'relative'>, workspace: Workspace, files: FilesPort): Promise<{
    readonly spec: Spec | null;
    readonly looked: readonly Looked[];
}>;
