import type { GateStatus, GuardStatus, PointStatus } from './status.ts';
import type { ProbeResult } from './probe-runner.ts';
export interface SelfCheckInput {
    readonly version: string;
    readonly guards: readonly Pick<GuardStatus, 'name' | 'state' | 'mode' | 'reason'>[];
    readonly gates: readonly GateStatus[];
    readonly points: readonly PointStatus[];
    /** The tool: what it should be called and what it is called; `registered` null: not at all. `wanted` null: it is switched off. */
    readonly tool: Registration;
    readonly command: Registration;
    /** null: no guard needs a runner. */
    readonly probe: ProbeResult | null;
}
export interface Registration {
    readonly wanted: string | null;
    readonly registered: string | null;
}
export interface SelfCheck {
    readonly line: string;
    /** One sentence for each thing that is not as it should be. */
    readonly notes: readonly string[];
    /** Something that should be active is not. */
    readonly loud: boolean;
}
export declare function selfCheck(input: SelfCheckInput): SelfCheck;
