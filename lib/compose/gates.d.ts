import type { Context } from '@deepseek-ai/cordis';
import type { Processes } from '../check/process.ts';
import type { CriticalPathsGate } from '../gate/critical-paths.ts';
import type { ProtectedFiles, TamperProtectionGate } from '../gate/tamper-protection.ts';
import type { Clock, CommandView, FilesPort, Gate, HumanPort, SessionRef, Settings, ToolsPort } from '../types.ts';
import type { Home } from '../host/home.ts';
import type { Kept } from './kept.ts';
export interface GateParts {
    readonly ctx: Context;
    readonly settings: Settings;
    readonly kept: Kept;
    readonly clock: Clock;
    readonly files: FilesPort;
    readonly tools: ToolsPort;
    readonly processes: Processes;
    readonly human: HumanPort;
    readonly home: Home;
    /** The Node binary that checks run in. */
    readonly nodePath: string;
    readonly refused: WeakSet<CommandView>;
    protectedFiles(session: SessionRef): ProtectedFiles;
    report(session: SessionRef, text: string): void;
}
export interface Gates {
    /** Judge before the scripts: they protect the scripts themselves. */
    readonly first: readonly Gate[];
    readonly last: readonly Gate[];
    readonly all: readonly Gate[];
    readonly critical: CriticalPathsGate;
    readonly tamper: TamperProtectionGate;
}
export declare function createGates(parts: GateParts): Gates;
