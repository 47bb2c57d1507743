/** The stand-in of the published tool `strict_check` (test/fixtures/plugins/strict-check), as a value and as a plugin. */
import { readFileSync } from 'node:fs'
import type { JsonValue } from '../../../src/types.ts'
import type { ProbePlugin } from '../host/probe-plugin.ts'

const FILE = new URL('../../fixtures/plugins/strict-check/index.mjs', import.meta.url)

export interface StrictCheck {
  readonly PARAMETERS: JsonValue
  readonly OUTPUT: JsonValue
  refusal(args: unknown): string | null
  run(args: unknown): JsonValue
}

export async function importStrictCheck(): Promise<StrictCheck> {
  return await import(/* @vite-ignore */ FILE.href) as StrictCheck
}

export function strictCheckPlugin(): ProbePlugin {
  return { name: 'strict', source: readFileSync(FILE, 'utf8') }
}
