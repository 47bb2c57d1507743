/** Where a session stands: its workspace, the work tree of git around it, the temp folders. Asked once per session. */
import type { FilesPort, PerSession, SessionRef } from '../../types.ts'
import type { EffectReader } from '../effects.ts'
import { flavourOf } from '../paths.ts'
import type { Surroundings } from './place.ts'

export interface SurroundingsDeps {
  readonly files: FilesPort
  readonly effects: EffectReader
  readonly perSession: <T extends object>(create: () => T) => PerSession<T>
  readonly home: string | null
  readonly temp: readonly string[]
  readonly trusted: (path: string) => boolean
}

export interface SessionSurroundings {
  of(session: SessionRef): Promise<Surroundings>
}

const TEMP = ['/tmp', '/var/tmp', '/dev/shm', '/private/tmp', '/var/folders', '/private/var/folders']
const MAX_PARENTS = 64

export function createSurroundings(deps: SurroundingsDeps): SessionSurroundings {
  const known = deps.perSession<{ found: Promise<Surroundings> | null, cwd: string }>(() => ({ found: null, cwd: '' }))
  return {
    of(session) {
      const entry = known.of(session)
      if (entry.found === null || entry.cwd !== session.cwd) {
        entry.cwd = session.cwd
        entry.found = find(deps, session)
      }
      return entry.found
    },
  }
}

async function find({ effects, home, temp, trusted }: SurroundingsDeps, session: SessionRef): Promise<Surroundings> {
  const { identity } = effects
  const flavour = flavourOf(session.cwd)
  const real = await identity.real(session, session.cwd)
  return {
    flavour, home, trusted,
    workspace: [...new Set([session.cwd, real])],
    workTree: await workTreeOf(session, effects, real),
    temp: [...new Set([...TEMP, ...temp])],
    real: path => identity.entry(session, path),
  }
}

/** The folder that holds `.git`, from the workspace upward; null: none, or the workspace has it itself. */
async function workTreeOf(session: SessionRef, { identity }: EffectReader, workspace: string): Promise<string | null> {
  const flavour = flavourOf(session.cwd)
  let folder = workspace
  for (let step = 0; step < MAX_PARENTS; step++) {
    if (await identity.kind(session, flavour.join(folder, '.git')) !== null) return folder
    const parent = flavour.dirname(folder)
    if (parent === folder) return null
    folder = parent
  }
  return null
}
