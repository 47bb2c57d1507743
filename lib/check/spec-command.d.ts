import type { ProcessPort, Settings } from '../types.ts';
import type { SpecChecker } from './spec.ts';
export interface CommandDeps {
    readonly settings: Pick<Settings, 'checkTimeoutMs'>;
    readonly process: ProcessPort;
    readonly env: Readonly<Record<string, string>>;
}
/** @param command as configured; a command without `{path}` gets the path as its last argument. */
export declare function createCommandChecker(command: readonly string[], deps: CommandDeps): SpecChecker;
