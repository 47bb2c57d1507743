/** The settings under which the examples of one script run: one entry for each Point and each set of parameters that they use. */
import { resolveConfig } from '../config/resolve-config.ts'
import type { Example } from '../guard/examples.ts'
import type { GuardSettings } from '../types.ts'

/** By `entryKey`. @param script absolute path. */
export function entriesOf(script: string, examples: readonly Example[]): Map<string, GuardSettings> {
  const keys = new Map(examples.map(example => [entryKey(example), example]))
  const { guards } = resolveConfig({ guard: [...keys.values()].map(({ point, params }) => ({ script, trigger: point, params, agents: 'all', allowTools: true })) })
  return new Map([...keys.keys()].flatMap((key, at) => guards[at] === undefined ? [] : [[key, guards[at]]]))
}

export function entryKey({ point, params }: Example): string {
  return JSON.stringify([point, params])
}
