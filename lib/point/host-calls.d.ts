import type { Capability, HostCalls, RunContext } from '../types.ts';
import type { SessionTurn } from './session-turn.ts';
export declare function bindHostCalls(capabilities: readonly Capability[], run: RunContext, turn: SessionTurn): HostCalls;
