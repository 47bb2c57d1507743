/**
 * The errors that the façade throws into scripts: plain errors of the realm with `name` 'ScriptHostError'
 * and a `code`. No class of the runner is involved, because whatever a script can reach must be frozen
 * and must lead nowhere. Which errors are genuine is kept aside, so that a script cannot forge one.
 */
import { GuardError } from '../errors.ts'
import type { Realm } from './lockdown.ts'

export interface HostErrors {
  /** @param code one of the codes of GuardError, or what the host answered with. */
  create(code: string, message: string): Error
  /** The code of an error that `create` made; null for everything else. */
  codeOf(thrown: unknown): string | null
  /**
   * What to throw into the script instead of an error of the runner's own parts; errors of the script
   * itself pass. A GuardError must never get through: its class was made before the lockdown and leads
   * to the unprotected Error constructor.
   */
  translate(thrown: unknown): unknown
}

export function createHostErrors(harden: Realm['harden']): HostErrors {
  const codes = new WeakMap<object, string>()
  const create = (code: string, message: string): Error => {
    const error = new Error(message)
    Object.defineProperties(error, {
      name: { value: 'ScriptHostError', enumerable: false },
      code: { value: code, enumerable: true },
    })
    codes.set(error, code)
    return harden(error)
  }
  return {
    create,
    codeOf: thrown => typeof thrown === 'object' && thrown !== null ? codes.get(thrown) ?? null : null,
    translate: thrown => thrown instanceof GuardError ? create(thrown.code, thrown.message) : thrown,
  }
}
