import { type ConfigIssue } from './issue.ts';
import type { ShootyConfig } from './shape.ts';
/** @param config what `walk` left of the configuration: every value has its type. */
export declare function checkConfig(config: ShootyConfig, issues: ConfigIssue[]): void;
