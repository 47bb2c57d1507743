/** Finds the home of dsh. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Context } from '@deepseek-ai/cordis'
import { homeAt } from '../config/home.ts'
import type { Home } from '../config/home.ts'

/** The host says where its home is; a host that does not is asked through the variable that it documents. */
export function findHome(ctx: Context, env: Readonly<Record<string, string | undefined>>): Home {
  const ask = ctx.get('dshHomePath') as ((...parts: string[]) => string) | undefined
  return homeAt(ask?.() ?? env.DSH_HOME ?? join(homedir(), '.dsh'))
}
