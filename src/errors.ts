/**
 * Errors of Shooty. Each has a stable code, and its text tells the reader what to do next.
 */
export type GuardErrorCode =
  | 'CONFIG_INVALID'
  | 'WRONG_ACTION'
  | 'NOT_JSON'
  | 'TOO_LARGE'
  | 'TOO_DEEP'
  | 'NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'BAD_ARGUMENT'
  | 'OUTSIDE_WORKSPACE'
  | 'NOT_TEXT'
  | 'UNAVAILABLE'
  | 'MODEL_FAILED'
  | 'MODEL_ANSWER'
  | 'TOOL_FAILED'
  | 'TIMEOUT'
  | 'CANCELLED'
  | 'LIMIT'
  | 'PROTOCOL'
  | 'INTERNAL'

export class GuardError extends Error {
  override readonly name = 'GuardError'
  readonly code: GuardErrorCode

  constructor(code: GuardErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/**
 * The text of whatever was thrown, on one line; total for hostile values.
 * @param thrown any value, an Error or not.
 */
export function describeThrown(thrown: unknown): string {
  try {
    // Read once: a getter may give something else the second time.
    const message: unknown = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : undefined
    return (typeof message === 'string' ? message : String(thrown)).replace(/[\r\n\u2028\u2029]+/g, ' ')
  } catch {
    return 'a value that cannot be printed was thrown'
  }
}

/** Compile-time proof that a union was handled whole. */
export function assertNever(value: never): never {
  throw new GuardError('INTERNAL', `unexpected value: ${JSON.stringify(value)}`)
}
