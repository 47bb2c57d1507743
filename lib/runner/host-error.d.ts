import type { Realm } from './lockdown.ts';
export interface HostErrors {
    /** @param code one of the codes of GuardError, or what the host answered with. */
    create(code: string, message: string): Error;
    /** The code of an error that `create` made; null for everything else. */
    codeOf(thrown: unknown): string | null;
    /**
     * What to throw into the script instead of an error of the runner's own parts; errors of the script
     * itself pass. A GuardError must never get through: its class was made before the lockdown and leads
     * to the unprotected Error constructor.
     */
    translate(thrown: unknown): unknown;
}
export declare function createHostErrors(harden: Realm['harden']): HostErrors;
