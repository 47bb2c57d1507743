/**
 * Where the installed package keeps its files. Right in the built package only: there every module of ours
 * lies directly in `lib/`, whatever folder of `src/` it comes from.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const LIB = fileURLToPath(new URL('.', import.meta.url))
export const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
export const BUNDLED_GUARDS = join(PACKAGE, 'guards')
export const BUNDLED_SKILLS = join(PACKAGE, 'skills')
export const SYNTAX_CHILD = join(LIB, 'syntax-child.js')

export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  return manifest.version
}
