import type { GuardTextStore } from '../guard/texts.ts';
import type { ScriptRunner } from '../pool/create.ts';
import type { Roster } from '../point/roster.ts';
import type { Core } from './core.ts';
import type { Gates } from './gates.ts';
import type { ScriptGuards } from './script-guards.ts';
export interface GuardSet {
    readonly texts: GuardTextStore;
    readonly pool: ScriptRunner;
    readonly gates: Gates;
    readonly scripts: ScriptGuards;
    readonly roster: Roster;
}
export declare function createGuardSet(core: Core): GuardSet;
