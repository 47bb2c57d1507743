import type { Capability, HostCalls, RunContext } from '../types.ts';
export declare function bindHostCalls(capabilities: readonly Capability[], run: RunContext): HostCalls;
