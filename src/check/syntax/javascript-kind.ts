/** Whether a file is a module or a script, as Node decides it: extension, then the nearest package.json. */
import { dirname } from 'node:path'
import { isJsonObject } from '../../base/json.ts'
import type { FilesPort } from '../../types.ts'
import type { SyntaxSource } from './checker.ts'
import { extensionOf } from './choose.ts'

export type ModuleKind = 'module' | 'commonjs'

const MAX_PACKAGE_BYTES = 262_144
/** Folders upwards that are looked at. */
const MAX_DEPTH = 64

/**
 * The ways to read a file, likeliest first; it is fine when one of them parses. Only `.mjs`, `.cjs`
 * and `"type": "module"` are certain: bundlers read modules in packages that say `commonjs`.
 */
export async function moduleKinds(files: Pick<FilesPort, 'read'>, source: SyntaxSource, text: string): Promise<readonly ModuleKind[]> {
  const extension = extensionOf(source.path)
  if (extension === '.mjs') return ['module']
  if (extension === '.cjs') return ['commonjs']
  if (await nearestType(files, source) === 'module') return ['module']
  return /^[ \t]*(?:import|export)\b/m.test(text) ? ['module', 'commonjs'] : ['commonjs', 'module']
}

async function nearestType(files: Pick<FilesPort, 'read'>, source: SyntaxSource): Promise<string | null> {
  let folder = dirname(source.path)
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const found = await packageAt(files, source, folder)
    if (found !== null) return found.type
    const parent = dirname(folder)
    if (parent === folder) return null
    folder = parent
  }
  return null
}

/** @returns null when the folder has no package.json that can be read. */
async function packageAt(files: Pick<FilesPort, 'read'>, source: SyntaxSource, folder: string): Promise<{ readonly type: string | null } | null> {
  try {
    const file = await files.read(source.session, `${folder.replace(/[\\/]$/, '')}/package.json`, MAX_PACKAGE_BYTES)
    if (file === null || file.truncated) return null
    const content: unknown = JSON.parse(new TextDecoder().decode(file.bytes))
    return { type: isJsonObject(content) && typeof content['type'] === 'string' ? content['type'] : null }
  } catch {
    // Outside what may be read, or broken: it decides nothing.
    return null
  }
}
