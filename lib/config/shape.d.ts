import type { SchemaNode } from './walk.ts';
export declare const TRIGGERS: readonly ["start", "command", "result", "stop", "terminate", "both"];
export declare const SCOPES: readonly ["all", "main", "sub"];
export declare const MODES: readonly ["enforce", "observe", "off"];
/** A schema that can fill in defaults and describe itself. */
export type FormSchema = SchemaNode & ((value: unknown) => unknown) & {
    toJSON(): unknown;
};
export declare const guardEntrySchema: FormSchema;
export declare const configSchema: FormSchema;
/** One entry of `guard:` as written. */
export interface GuardEntryConfig {
    script?: string;
    scriptBody?: string;
    trigger?: (typeof TRIGGERS)[number];
    name?: string;
    params?: Record<string, unknown>;
    maxRounds?: number;
    allowTools?: boolean;
    tools?: string[];
    agents?: (typeof SCOPES)[number];
    mode?: (typeof MODES)[number];
}
export interface RecipeConfig {
    system: string;
    provider?: string;
    model?: string;
    maxAttempts?: number;
}
/** The whole row as written. */
export interface ShootyConfig {
    guard?: GuardEntryConfig[];
    criticalPaths?: string[];
    protectedTools?: string[];
    repeatThreshold?: number;
    repeatCooldown?: number;
    postWriteSyntax?: boolean;
    maxDiagnostics?: number;
    checkTimeoutMs?: number;
    specChecker?: 'auto' | 'off' | string[];
    timeoutMs?: number;
    guardDirs?: string[];
    sandbox?: {
        runner?: 'process' | 'worker';
        maxRunners?: number;
        memoryMb?: number;
        nodePath?: string;
        maxSteps?: number;
    };
    llm?: {
        provider?: string;
        model?: string;
        maxAttempts?: number;
        timeoutMs?: number;
        recipes?: Record<string, RecipeConfig>;
    };
    audit?: boolean | string;
    maxSessions?: number;
    exposeStatusTool?: boolean;
    tamperProtection?: boolean;
}
