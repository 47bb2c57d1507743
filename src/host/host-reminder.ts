/** Finds the host's own reminder about repeated calls among the loaded rows, and how it is set. */
import type { Context } from '@deepseek-ai/cordis'
import { compilePatterns } from '../base/pattern.ts'
import { isJsonObject } from '../base/json.ts'
import type { HostReminder } from '../gate/failure/reminder.ts'

interface Row {
  readonly disabled?: boolean
  readonly options?: { readonly name?: string, readonly config?: unknown }
}

const PLUGIN = /(?:^|\/)(?:dsh-)?repeat-tool-reminder$/
const DEFAULT_THRESHOLDS = [3, 5, 8]

/** @returns null where the profile has none, or where the host does not say. */
export function findHostReminder(ctx: Context): HostReminder | null {
  const loader = ctx.get('loader') as { entries?(): Iterable<Row> } | undefined
  if (typeof loader?.entries !== 'function') return null
  for (const row of loader.entries()) {
    if (row.disabled === true || !PLUGIN.test(row.options?.name ?? '')) continue
    return reminderOf(row.options?.config)
  }
  return null
}

function reminderOf(config: unknown): HostReminder {
  const set = isJsonObject(config) ? config : {}
  const thresholds = Array.isArray(set.thresholds) ? set.thresholds.filter(item => typeof item === 'number') : DEFAULT_THRESHOLDS
  const include = texts(set.include)
  const exclude = texts(set.exclude)
  const included = include.length === 0 ? () => true : compilePatterns(include)
  const excluded = exclude.length === 0 ? () => false : compilePatterns(exclude)
  return { thresholds, tracks: tool => included(tool) && !excluded(tool) }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
