/** Where dsh and Shooty keep their files. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '@deepseek-ai/cordis'

export interface Home {
  /** The home of dsh. */
  readonly dsh: string
  /** Guards of the user. */
  readonly guards: string
  /** Shooty's own files. */
  readonly own: string
  readonly sessions: string
}

/** The host says where its home is; a host that does not is asked through the variable that it documents. */
export function findHome(ctx: Context, env: Readonly<Record<string, string | undefined>>): Home {
  const ask = ctx.get('dshHomePath') as ((...parts: string[]) => string) | undefined
  const dsh = ask?.() ?? env.DSH_HOME ?? join(homedir(), '.dsh')
  return { dsh, guards: join(dsh, 'guards'), own: join(dsh, 'shooty'), sessions: join(dsh, 'shooty', 'sessions') }
}
