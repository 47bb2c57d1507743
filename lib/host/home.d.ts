import type { Context } from '@deepseek-ai/cordis';
export interface Home {
    /** The home of dsh. */
    readonly dsh: string;
    /** Guards of the user. */
    readonly guards: string;
    /** Shooty's own files. */
    readonly own: string;
    readonly sessions: string;
}
/** The host says where its home is; a host that does not is asked through the variable that it documents. */
export declare function findHome(ctx: Context, env: Readonly<Record<string, string | undefined>>): Home;
