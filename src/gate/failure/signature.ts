/** One failure as a key that is the same for the same failure in another dress. */
import { createHash } from 'node:crypto'
import { foldMessage } from './fold.ts'
import type { Failure } from './outcome.ts'

export interface Signature {
  /** Of a fixed length, so that a session's memory is bounded by their number. */
  readonly key: string
  readonly folded: string
}

export function signatureOf(tool: string, failure: Failure): Signature {
  const folded = foldMessage(failure.message)
  return { key: createHash('sha256').update(JSON.stringify([tool, failure.failureClass, folded])).digest('base64'), folded }
}
