/**
 * The plugin's slots. Builds the parts and hands them to each other; every decision is made elsewhere.
 */
import type { Context } from '@deepseek-ai/cordis'
import { resolveConfig } from './config/resolve-config.ts'
import { buildShooty } from './compose/build.ts'

export { Config } from './config/resolve-config.ts'
export type { DecisionRecord, Outcome, Point } from './types.ts'
export type { ShootyService } from './host/service.ts'
export type { StatusData } from './surface/status.ts'

export const name = 'shooty'
export const inject = ['tools']

export function apply(ctx: Context, config: unknown): void {
  const shooty = buildShooty(ctx, resolveConfig(config))
  ctx.effect(() => () => shooty.dispose(), 'shooty')
}
