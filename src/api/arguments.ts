/** Arguments of host calls: untrusted JSON from a script, turned into what a capability takes. */
import { GuardError } from '../errors.ts'
import type { JsonValue } from '../types.ts'

/** @throws GuardError BAD_ARGUMENT that names the function and the argument. */
export function textArgument(method: string, name: string, value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  throw new GuardError('BAD_ARGUMENT', `${method}: ${name} must be a text, but it is ${value === undefined ? 'missing' : kindOf(value)}`)
}

function kindOf(value: JsonValue): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`
}
