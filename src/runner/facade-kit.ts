/** What every part of `vance` is made from. Types only. */
import type { RunFrameInput } from '../protocol.ts'
import type { Channel } from './channel.ts'

/** A function as scripts see it: arguments of any kind, errors translated, dead once the run is over. */
export type Expose = <T>(implementation: (...args: readonly unknown[]) => T) => (...args: unknown[]) => T

export interface FacadeKit {
  readonly input: RunFrameInput
  readonly channel: Channel
  readonly expose: Expose
}
