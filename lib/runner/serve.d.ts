import type { RunnerPort } from './port.ts';
export interface ServeOptions {
    readonly port: RunnerPort;
    readonly gone: () => never;
    /** Further globals for guards. Only for tests that need a way out of the compartment; default none. */
    readonly extraGlobals?: object;
}
/**
 * Locks this realm down and serves. Never returns to an idle event loop: it waits for the host in a
 * blocking read.
 * @pre SES has been loaded; nothing else has been locked down.
 */
export declare function serve({ port, gone, extraGlobals }: ServeOptions): Promise<never>;
