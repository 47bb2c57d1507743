import type { Settings, ToolsPort } from '../types.ts';
import type { SpecChecker } from './spec.ts';
export declare const STRICT_CHECK = "strict_check";
export interface ToolDeps {
    readonly settings: Pick<Settings, 'checkTimeoutMs'>;
    readonly tools: ToolsPort;
}
export declare function createToolChecker(deps: ToolDeps): SpecChecker;
