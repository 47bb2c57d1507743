/**
 * The texts of all guards, by the port `GuardTexts`. Shared and inline texts are compiled at once,
 * workspace texts when their session first uses them. Never throws: what cannot be used is `broken`.
 */
import { compileGuard } from './compile.ts'
import { findScript, isWorkspaceScript, loadedText, nextText } from './find-script.ts'
import type { GuardFolders } from './reference.ts'
import { hashOf } from './script-file.ts'
import { createSharedScripts, type ReloadedText } from './shared-scripts.ts'
import { createWorkspaceScripts, type WorkspacePins } from './workspace-scripts.ts'
import type { Clock, GuardSettings, GuardSource, GuardText, GuardTexts, PerSession, SessionRef } from '../types.ts'

export interface GuardTextStore extends GuardTexts {
  /**
   * Looks at the disk again: shared scripts, and with a session its workspace scripts. A good text
   * is taken over, a bad one leaves the last good one in force (`stale`). One entry per script guard.
   */
  reload(session: SessionRef | null): ReloadedText[]
  /** A guard is gone for good: its shared script is not looked at any more. */
  forget(guard: GuardSettings): void
  /** Folders in which a change can change a shared guard; some may not exist yet. */
  folders(): string[]
  /** Absolute paths of scripts that are in use or would be if they were there. */
  files(session: SessionRef | null): string[]
}

export interface GuardTextOptions {
  /** Guards whose text is wanted from the start; others may be asked for at any time. */
  readonly guards: readonly GuardSettings[]
  readonly folders: GuardFolders
  /** Made with `createPins`; a live session's value must not be dropped. */
  readonly pins: PerSession<WorkspacePins>
  readonly clock: Clock
}

/** What a session registry makes for a new session. */
export function createPins(): WorkspacePins {
  return new Map()
}

export function createGuardTexts(options: GuardTextOptions): GuardTextStore {
  const shared = createSharedScripts(options.folders)
  const workspace = createWorkspaceScripts(options.folders, options.pins, options.clock)
  const inline = new WeakMap<GuardSettings, GuardText>()

  const textOf = (guard: GuardSettings, session: SessionRef | null): GuardText => {
    if (guard.source.kind === 'inline') {
      const known = inline.get(guard)
      if (known !== undefined) return known
      const text = inlineText(guard.name, guard.source)
      inline.set(guard, text)
      return text
    }
    const { script } = guard.source
    if (!isWorkspaceScript(script)) return shared.textOf(guard, script)
    // Without a session there is no workspace to look in.
    if (session === null) return nextText(null, findScript(script, options.folders, null), guard.name, true)
    return workspace.textOf(guard, script, session)
  }

  for (const guard of options.guards) {
    if (guard.source.kind === 'inline' || !isWorkspaceScript(guard.source.script)) textOf(guard, null)
  }
  return {
    textOf,
    reload: session => [...shared.reload(), ...session === null ? [] : workspace.reload(session)],
    forget(guard) { if (guard.source.kind === 'script') shared.forget(guard, guard.source.script) },
    folders: () => shared.folders(),
    files: session => [...shared.files(), ...session === null ? [] : workspace.files(session)],
  }
}

function inlineText(name: string, source: Extract<GuardSource, { kind: 'inline' }>): GuardText {
  const { body, language = 'js', broken } = source
  const file = source.file ?? null
  if (broken !== undefined) return { state: 'broken', file, hash: null, reason: broken, position: null }
  const hash = hashOf(body)
  const outcome = compileGuard(body, { name, language })
  return outcome.ok ? loadedText(file, hash, outcome.compiled) : { state: 'broken', file, hash, reason: outcome.reason, position: outcome.position }
}
