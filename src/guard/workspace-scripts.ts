/**
 * Scripts of a session's workspace. The text is pinned when the session first uses it: what the agent
 * writes there later judges nothing until the human reloads. Subagents share the pins of the
 * session at the top, or a changed text would come into force by starting one.
 */
import type { Clock, GuardSettings, GuardText, PerSession, SessionRef } from '../types.ts'
import { findScript, nextText, pathsOf } from './find-script.ts'
import type { GuardFolders } from './reference.ts'
import { fileStamp, readScriptFile } from './script-file.ts'
import { hashInForce, type ReloadedText } from './shared-scripts.ts'

interface Pin {
  readonly name: string
  readonly script: string
  readonly cwd: string
  readonly required: boolean
  text: GuardText
  /** State of the file when it was last read. */
  stamp: string | null
  lookedAt: number
}

/** The pinned texts of one session and its subagents. */
export type WorkspacePins = Map<string, Pin>

export interface WorkspaceScripts {
  textOf(guard: GuardSettings, script: string, session: SessionRef): GuardText
  /** Takes over what is on disk now, for this session and its subagents. */
  reload(session: SessionRef): ReloadedText[]
  files(session: SessionRef): string[]
}

/** How often a pinned file is compared with the disk, milliseconds. */
const LOOK_EVERY = 1_000

/** @param pins must keep a live session's value: losing it would pin whatever is there by then. */
export function createWorkspaceScripts(folders: GuardFolders, pins: PerSession<WorkspacePins>, clock: Clock): WorkspaceScripts {
  const look = (pin: Pin): void => {
    const found = findScript(pin.script, folders, pin.cwd)
    pin.stamp = found.ok ? found.file.stamp : found.stamp
    pin.lookedAt = clock.now()
    pin.text = nextText(pin.text.state === 'loaded' ? pin.text : null, found, pin.name, !pin.required)
  }
  return {
    textOf(guard, script, session) {
      const own = pins.of(atTop(session))
      const key = `${guard.name}\0${script}\0${session.cwd}`
      const pin = own.get(key)
      if (pin === undefined) {
        const fresh: Pin = { name: guard.name, script, cwd: session.cwd, required: guard.required, text: NOTHING, stamp: null, lookedAt: 0 }
        look(fresh)
        own.set(key, fresh)
        return fresh.text
      }
      if (pin.text.state === 'loaded') {
        if (clock.now() - pin.lookedAt >= LOOK_EVERY) compare(pin, clock.now())
      // Nothing is pinned yet. The same broken file is not compiled again for each call.
      } else if (pin.stamp === null || stampNow(pin, folders) !== pin.stamp) look(pin)
      return pin.text
    },
    reload(session) {
      return [...pins.peek(session.rootSessionId)?.values() ?? []].map((pin) => {
        const before = hashInForce(pin.text)
        look(pin)
        return { guard: pin.name, before, after: hashInForce(pin.text), text: pin.text }
      })
    },
    files: session => [...new Set([...pins.peek(session.rootSessionId)?.values() ?? []].flatMap(pin => pathsOf(pin.script, folders, pin.cwd)))],
  }
}

const NOTHING: GuardText = { state: 'broken', file: null, hash: null, reason: 'not looked for yet', position: null }

/** Notices a change and leaves the pinned text in force. */
function compare(pin: Pin, now: number): void {
  pin.lookedAt = now
  if (pin.text.state !== 'loaded' || pin.text.file === null) return
  const stamp = fileStamp(pin.text.file)
  if (stamp === pin.stamp && stamp !== null) return
  const file = readScriptFile(pin.text.file)
  pin.stamp = file.kind === 'missing' ? null : file.stamp
  pin.text = { ...pin.text, stale: staleReason(file, pin.text.hash) }
}

function staleReason(file: ReturnType<typeof readScriptFile>, pinned: string): string | null {
  if (file.kind === 'read' && file.hash === pinned) return null
  const change = file.kind === 'missing' ? 'it is gone from the disk' : file.kind === 'read' ? 'it was changed on disk' : `on disk it ${file.reason}`
  return `pinned for this session; ${change} since, which /guard reload takes over`
}

function stampNow(pin: Pin, folders: GuardFolders): string | null {
  const path = pathsOf(pin.script, folders, pin.cwd)[0]
  return path === undefined ? null : fileStamp(path)
}

function atTop(session: SessionRef): SessionRef {
  return session.sessionId === session.rootSessionId ? session : { ...session, sessionId: session.rootSessionId, isSubagent: false }
}
