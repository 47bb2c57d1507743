/** Where dsh and Shooty keep their files. */
import { homedir } from 'node:os';
import { join } from 'node:path';
/** The host says where its home is; a host that does not is asked through the variable that it documents. */
export function findHome(ctx, env) {
    const ask = ctx.get('dshHomePath');
    const dsh = ask?.() ?? env.DSH_HOME ?? join(homedir(), '.dsh');
    return { dsh, guards: join(dsh, 'guards'), own: join(dsh, 'shooty'), sessions: join(dsh, 'shooty', 'sessions') };
}
