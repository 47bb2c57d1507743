/** Why a script cannot be used, while it is being compiled; never leaves the compiler. */
import type { Position } from '../types.ts'

export class ScriptRejected extends Error {
  readonly position: Position | null

  constructor(reason: string, position: Position | null) {
    super(reason)
    this.position = position
  }
}
