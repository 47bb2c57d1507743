/** Where dsh and Shooty keep their files below one home of dsh. */
import { join } from 'node:path'

export interface Home {
  /** The home of dsh. */
  readonly dsh: string
  /** Guards of the user. */
  readonly guards: string
  /** Shooty's own files. */
  readonly own: string
  readonly sessions: string
}

/** @param dsh absolute folder. */
export function homeAt(dsh: string): Home {
  return { dsh, guards: join(dsh, 'guards'), own: join(dsh, 'shooty'), sessions: join(dsh, 'shooty', 'sessions') }
}
