import { Context } from '@deepseek-ai/cordis';

type KeyPath = readonly (string | number)[];
interface ConfigIssue {
    /** The key path, what stands there, and what was expected. */
    readonly message: string;
    readonly path: KeyPath;
}

/** The part of a schemastery schema that is read here. */
interface SchemaNode {
    readonly type: string;
    readonly meta: {
        readonly required?: boolean | undefined;
        readonly min?: number | undefined;
        readonly max?: number | undefined;
        readonly step?: number | undefined;
        readonly default?: unknown;
        readonly description?: unknown;
    };
    readonly dict?: Readonly<Record<string, SchemaNode>> | undefined;
    readonly list?: readonly SchemaNode[] | undefined;
    readonly inner?: SchemaNode | undefined;
    readonly value?: unknown;
}

declare const TRIGGERS: readonly ["start", "command", "result", "stop", "terminate", "both"];
declare const SCOPES: readonly ["all", "main", "sub"];
declare const DESTRUCTIVE_ACTIONS: readonly ["deny", "ask", "observe", "off"];
declare const SKILL_GUARDS: readonly ["user", "all", "off"];
declare const MODES: readonly ["enforce", "observe", "off"];
/** One entry of `guard:` as written. */
interface GuardEntryConfig {
    script?: string;
    scriptBody?: string;
    trigger?: (typeof TRIGGERS)[number];
    name?: string;
    params?: Record<string, unknown>;
    maxRounds?: number;
    allowTools?: boolean;
    tools?: string[];
    workspaces?: string[];
    required?: boolean;
    agents?: (typeof SCOPES)[number];
    mode?: (typeof MODES)[number];
}
interface RecipeConfig {
    system: string;
    provider?: string;
    model?: string;
    maxAttempts?: number;
}
/** The whole row as written. */
interface ShootyConfig {
    guard?: GuardEntryConfig[];
    criticalPaths?: string[];
    lockedPaths?: string[];
    protectedTools?: string[];
    repeatThreshold?: number;
    repeatCooldown?: number;
    postWriteSyntax?: boolean;
    maxDiagnostics?: number;
    checkTimeoutMs?: number;
    specChecker?: 'auto' | 'off' | string[];
    leanPath?: string;
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
    skillGuards?: (typeof SKILL_GUARDS)[number];
    destructive?: DestructiveConfig;
}
interface DestructiveConfig {
    action?: (typeof DESTRUCTIVE_ACTIONS)[number];
    packs?: string[];
    except?: unknown[];
    trusted?: string[];
}

/** A moment of the agent's work at which guards run. */
type Point = 'start' | 'command' | 'result' | 'stop' | 'terminate';
/** What a configuration entry names: one Point, or `both` for stop + terminate. */
type Trigger = Point | 'both';
/** `observe` runs and counts and changes nothing. */
type Mode = 'enforce' | 'observe' | 'off';
/** Why a run did not come to its own end. */
type FaultCode = 'script_threw' | 'wrong_action' | 'not_found' | 'not_parsed' | 'timeout' | 'step_limit' | 'memory_limit' | 'runner_died' | 'runner_unavailable' | 'no_runner_free' | 'never_settled' | 'input_too_large' | 'protocol' | 'internal';
/** The contract's names for what one evaluation came to. */
type Outcome = 'fired' | 'denied' | 'asked' | 'passed' | 'script_error' | 'capped' | 'observed';
/**
 * How a guard's question about a call ended. `auto-…`: the session's permission mode answered, and no
 * human saw it. `nobody`: there was nobody to ask. `overruled`: another guard or plugin refused first.
 */
type AskEnd = 'approved' | 'rejected' | 'auto-approved' | 'auto-rejected' | 'nobody' | 'cancelled' | 'overruled';
/** One evaluation of one guard, as records, counters and the `shooty/decision` event have it. */
interface DecisionRecord {
    /** Milliseconds since the epoch. */
    readonly time: number;
    readonly sessionId: string;
    /** Of a subagent's decision: the session that started it, and the one at the top of the chain. */
    readonly parentSessionId?: string;
    readonly rootSessionId?: string;
    readonly guard: string;
    readonly kind: 'script' | 'gate';
    readonly hash: string | null;
    readonly point: Point;
    readonly tool: string | null;
    readonly outcome: Outcome;
    /** For `observed`: what an enforcing guard would have come to. */
    readonly wouldBe: Exclude<Outcome, 'observed'> | null;
    readonly reason: string | null;
    /** For `asked`: how the question ended. */
    readonly ended?: AskEnd;
    readonly fault: FaultCode | null;
    readonly ms: number;
    /** Why a part of the call could not be read, where the decision looked at what it does. */
    readonly gaps?: readonly string[];
}
/** Counters of `guard_status`. */
type CounterName = 'failuresObserved' | 'repeatNotices' | 'criticalRefusals' | 'repairWrites' | 'specChecks' | 'postWriteChecks' | 'noticesQueued' | 'noticesDelivered' | 'noticesDropped' | 'tamperRefusals' | 'destructiveRefusals' | 'destructiveAsked' | 'allowedOnce';

type Validated = {
    readonly value: ShootyConfig;
} | {
    readonly issues: readonly ConfigIssue[];
};
/**
 * What the loader asks for: the standard-schema interface, and the schema for whoever draws a form: newer hosts walk
 * it as a schemastery one, from `meta`, `type` and `dict`, and one without them takes down the settings of all plugins.
 * A valid configuration comes back with its defaults filled in.
 */
declare const Config: {
    readonly '~standard': {
        readonly version: 1;
        readonly vendor: "shooty";
        readonly validate: typeof validateConfig;
    };
    /** The schemastery schema as data. */
    readonly toJSON: () => unknown;
    readonly meta: {
        readonly required?: boolean | undefined;
        readonly min?: number | undefined;
        readonly max?: number | undefined;
        readonly step?: number | undefined;
        readonly default?: unknown;
        readonly description?: unknown;
    };
    readonly type: string;
    readonly dict: Readonly<Record<string, SchemaNode>> | undefined;
};
declare function validateConfig(config: unknown): Validated;

interface PointStatus {
    readonly point: Point;
    readonly active: boolean;
    readonly detail: string;
}
interface GateStatus {
    readonly gate: string;
    readonly active: boolean;
    readonly detail: string;
}
/** Answered model requests and their tokens. */
interface TokenUse {
    readonly calls: number;
    readonly input: number;
    readonly output: number;
}
interface GuardStatus {
    readonly name: string;
    /** `waiting`: a script of the workspace that is looked for in each session's folder, and is not in this one's. */
    readonly state: 'loaded' | 'broken' | 'waiting';
    readonly reason: string | null;
    readonly file: string | null;
    /** First 12 hex digits of the SHA-256 of the text that runs. */
    readonly hash: string | null;
    readonly trigger: Trigger;
    /** Patterns on the tool name; null: every tool. */
    readonly tools: readonly string[] | null;
    /** Where it stands in the configuration. */
    readonly key: string;
    readonly mode: Mode;
    readonly runs: number;
    readonly fired: number;
    readonly denied: number;
    readonly asked: number;
    readonly passed: number;
    readonly errors: number;
    readonly capped: number;
    readonly observed: number;
    /** Milliseconds, waiting for a runner included; null before the first run. */
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
    /** What its model calls took; 0 where the provider does not count. */
    readonly tokens: TokenUse;
    readonly lastError: string | null;
    /** The latest first. */
    readonly lastOutcomes: readonly Outcome[];
    readonly warnings: readonly string[];
}
interface TargetStatus {
    readonly path: string;
    readonly protected: boolean;
    /** What protects it: a pattern of `criticalPaths`, or `tamper-protection`. */
    readonly rule: string | null;
    /** Specifications looked for, in order, and the one that is there. */
    readonly looked: readonly string[];
    readonly found: string | null;
    /** One line: what a write would meet. */
    readonly state: string;
}
interface StatusData {
    readonly action: 'status' | 'guards' | 'targets' | 'recent';
    /** What the check at load came to, in one line; null while it is under way. */
    readonly selfCheck: string | null;
    readonly summary: string;
    readonly points: readonly PointStatus[];
    readonly gates: readonly GateStatus[];
    readonly guards: readonly GuardStatus[];
    readonly counters: Readonly<Record<CounterName, number>> & {
        readonly 'vance.guard.evaluations': Readonly<Record<Outcome, number>>;
    };
    readonly session: {
        readonly rounds: number;
        readonly pendingNotices: number;
        readonly runtimeGuard: string | null;
    } | null;
    readonly recent: readonly DecisionRecord[];
    /** For `targets`: what a write to this path would meet; null when no path was given. */
    readonly target: TargetStatus | null;
    readonly notes: readonly string[];
}

/**
 * What other plugins get: the service `ctx.shooty` and the event `shooty/decision`. Types are merged
 * into cordis, so that a plugin which imports this package's types sees both.
 */

interface ShootyService {
    /**
     * Adds a guard, as an entry of `guard:` in the configuration (usually with `scriptBody`).
     * @returns the disposer; twice is a no-op.
     * @throws GuardError CONFIG_INVALID that names the key, e.g. for a name that is taken.
     */
    register(entry: Readonly<Record<string, unknown>>): () => void;
    /** The data of `guard_status`. */
    snapshot(): StatusData;
}
declare module '@deepseek-ai/cordis' {
    interface Context {
        shooty: ShootyService;
    }
    interface Events {
        /**
         * One evaluation of one guard. All listeners are called at once and nobody waits for them; one that throws or rejects is contained.
         * @mode parallel
         */
        'shooty/decision'(decision: DecisionRecord): void;
    }
}

/**
 * The plugin's slots. Builds the parts and hands them to each other; every decision is made elsewhere.
 */

declare const name = "shooty";
declare const inject: string[];
declare function apply(ctx: Context, config: unknown): void;

export { Config, apply, inject, name };
export type { DecisionRecord, Outcome, Point, ShootyService, StatusData };
