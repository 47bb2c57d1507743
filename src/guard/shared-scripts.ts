/** Scripts that are the same for every session: looked up in the guard folders or named by absolute path. */
import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import type { GuardSettings, GuardText } from '../types.ts'
import { findScript, nextText, pathsOf } from './find-script.ts'
import type { GuardFolders } from './reference.ts'

/** What a reload came to for one guard. */
export interface ReloadedText {
  readonly guard: string
  /** Hash in force before and now; null: none. */
  readonly before: string | null
  readonly after: string | null
  readonly text: GuardText
}

export interface SharedScripts {
  textOf(guard: GuardSettings, script: string): GuardText
  /** Looks at the disk again for everything that was ever asked for. */
  reload(): ReloadedText[]
  forget(guard: GuardSettings, script: string): void
  /** Folders in which a change can change a guard; some may not exist. */
  folders(): string[]
  /** Paths whose content decides. */
  files(): string[]
}

export function createSharedScripts(folders: GuardFolders): SharedScripts {
  const entries = new Map<string, { readonly name: string, readonly script: string, text: GuardText }>()
  const look = (script: string, name: string, current: GuardText | null): GuardText => nextText(current, findScript(script, folders, null), name)
  const files = (): string[] => [...new Set([...entries.values()].flatMap(entry => pathsOf(entry.script, folders, null)))]
  return {
    textOf(guard, script) {
      const key = keyOf(guard, script)
      const known = entries.get(key)
      if (known !== undefined) return known.text
      const text = look(script, guard.name, null)
      entries.set(key, { name: guard.name, script, text })
      return text
    },
    reload() {
      return [...entries.values()].map((entry) => {
        const before = hashInForce(entry.text)
        // One assignment: whoever reads meanwhile has either text, whole.
        entry.text = look(entry.script, entry.name, entry.text)
        return { guard: entry.name, before, after: hashInForce(entry.text), text: entry.text }
      })
    },
    forget(guard, script) { entries.delete(keyOf(guard, script)) },
    files,
    folders() {
      const real = [...entries.values()].flatMap(entry => entry.text.file === null ? [] : [realFile(entry.text.file)])
      return [...new Set([...files(), ...real].map(file => dirname(file)))]
    },
  }
}

export function hashInForce(text: GuardText): string | null {
  return text.state === 'loaded' ? text.hash : null
}

function keyOf(guard: GuardSettings, script: string): string {
  return `${guard.name}\0${script}`
}

/** Behind a symbolic link the change happens in another folder. */
function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
