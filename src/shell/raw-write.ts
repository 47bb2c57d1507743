/** One write as the shell reader meets it, before the file system is asked what the words mean. */
import type { Field } from './field.ts'
import type { World } from './world.ts'

export type WriteVia = 'file-tool' | 'redirect' | 'program' | 'interpreter' | 'unread'

/**
 * `hard-link` and `symlink` stand for the existing file that gets a second name: writing through
 * that name would change it.
 */
export type WriteKind = 'write' | 'delete' | 'move-from' | 'mode' | 'hard-link' | 'symlink'

export interface RawWrite {
  readonly target: Field
  /** Index of the command that does it; null for a redirection of the shell or a file tool. */
  readonly command: number | null
  readonly via: WriteVia
  readonly kind: WriteKind
  readonly cwd: string | null
  readonly links: World['links']
  /** The path and everything below it. */
  readonly deep: boolean
  /** With `deep`: only files whose path below the target matches this (picomatch). */
  readonly only: string | null
  /** The names that appear inside the target when it is a folder (`cp a b folder`). */
  readonly into: readonly Field[]
  /** True: the target is a folder for certain (`-t`, several sources). */
  readonly intoOnly: boolean
  /** `-T`: the target itself is meant, also when it is a folder. */
  readonly plain: boolean
  /** The sources may be folders, copied with what is in them. */
  readonly tree: boolean
  /** The directory entry is replaced, a symlink there is not followed. */
  readonly entry: boolean
  /** Counts only where the target exists (a word that may be a branch or a path). */
  readonly ifExists: boolean
}
