/** What the gate on destructive commands needs of its surroundings. Types only. */
import type { Clock, Counters, FilesPort, PerSession, Settings } from '../../types.ts'
import type { EffectReader } from '../effects.ts'

export interface DestructiveDeps {
  readonly settings: Pick<Settings, 'destructive'>
  readonly clock: Clock
  readonly counters: Counters
  readonly files: FilesPort
  readonly effects: EffectReader
  readonly perSession: <T extends object>(create: () => T) => PerSession<T>
  readonly home: string | null
  /** Temp folders of the machine, beside the usual ones. */
  readonly temp: readonly string[]
  /** Folders where a pack without a folder of its own is looked for. */
  readonly packFolders: readonly string[]
  /** Text of a file of this machine; null: there is none. */
  readonly readLocal: (path: string) => Promise<string | null>
  /** For the human: a pack or a project file that cannot be used. Called once per text. */
  readonly report: (text: string) => void
}
