/**
 * Which Python a file's project wants: `.python-version`, `requires-python`, the interpreter behind its
 * `.venv`. Reads; runs nothing. A `.venv` that lies in the workspace is the agent's to change, so only an
 * interpreter that it leads to outside is named, and the first one found for a project stays.
 */
import { LRUCache } from 'lru-cache'
import { posix, win32 } from 'node:path'
import type { FilesPort } from '../../types.ts'
import type { SyntaxSource } from './checker.ts'
import { fileNameOf } from './choose.ts'

export interface WantedPython {
  /** An interpreter outside the workspace; null: none is named. */
  readonly interpreter: string | null
  /** `3.12` of the lowest version that will do; null: nothing is said. */
  readonly lowest: string | null
  /** Whether the project can be read by this version. @param version `3.11.7` */
  accepts(version: string): boolean
}

type Files = Pick<FilesPort, 'read' | 'realpath'>

const MAX_BYTES = 262_144
const MAX_DEPTH = 32
const MAX_PROJECTS = 256
const UNSAID: WantedPython = { interpreter: null, lowest: null, accepts: () => true }

export interface PythonVersions {
  wantedBy(source: SyntaxSource): Promise<WantedPython>
}

export function createPythonVersions(files: Files): PythonVersions {
  const pinned = new LRUCache<string, { readonly path: string }>({ max: MAX_PROJECTS })
  return {
    /** The nearest folder that says something decides; nothing above the workspace is asked. */
    async wantedBy(source) {
      const paths = win32.isAbsolute(source.session.cwd) && !posix.isAbsolute(source.session.cwd) ? win32 : posix
      let folder = paths.dirname(source.path)
      for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
        const wanted = await wantedIn(files, source, folder, pinned)
        const parent = paths.dirname(folder)
        if (wanted !== null) return wanted
        if (folder === source.session.cwd || parent === folder) break
        folder = parent
      }
      return UNSAID
    },
  }
}

async function wantedIn(files: Files, source: SyntaxSource, folder: string, pinned: LRUCache<string, { readonly path: string }>): Promise<WantedPython | null> {
  const text = async (name: string): Promise<string> => {
    const file = await files.read(source.session, `${folder}/${name}`, MAX_BYTES).catch(() => null)
    return file === null || file.truncated ? '' : new TextDecoder().decode(file.bytes)
  }
  const interpreter = await behindVenv(files, source, folder, pinned)
  const exact = /^\s*(?:cpython-)?(\d+\.\d+(?:\.\d+)?)\s*$/m.exec(await text('.python-version'))?.[1]
    ?? /^\s*version(?:_info)?\s*=\s*(\d+\.\d+(?:\.\d+)?)/m.exec(await text('.venv/pyvenv.cfg'))?.[1]
  const range = /^\s*requires-python\s*=\s*["']([^"'\n]*)["']/m.exec(await text('pyproject.toml'))?.[1] ?? /^\s*python_requires\s*=\s*([^\n]+)$/m.exec(await text('setup.cfg'))?.[1]
  if (interpreter === null && exact === undefined && range === undefined) return null
  const minor = exact === undefined ? null : exact.split('.').slice(0, 2).join('.')
  return {
    interpreter,
    lowest: minor ?? (range === undefined ? null : lowestOf(range)),
    // What is pinned exactly is newer grammar or older; the range says the rest.
    accepts: version => minor === null ? range === undefined || satisfies(version, range) : version.startsWith(`${minor}.`),
  }
}

async function behindVenv(files: Files, source: SyntaxSource, folder: string, pinned: LRUCache<string, { readonly path: string }>): Promise<string | null> {
  const known = pinned.get(folder)
  if (known !== undefined) return known.path
  for (const name of ['.venv/bin/python', 'venv/bin/python', '.venv/Scripts/python.exe']) {
    const path = await files.realpath(source.session, `${folder}/${name}`).catch(() => null)
    if (path === null || !/^python(?:\d+(?:\.\d+)*)?(?:\.exe)?$/i.test(fileNameOf(path))) continue
    const root = await files.realpath(source.session, source.session.cwd).catch(() => null) ?? source.session.cwd
    if ([source.session.cwd, root].some(cwd => path.startsWith(`${cwd}/`) || path.startsWith(`${cwd}\\`))) continue
    pinned.set(folder, { path })
    return path
  }
  return null
}

const CLAUSE = /^(>=|<=|==|!=|~=|>|<|\^)?\s*(\d+(?:\.\d+)*)(?:\.\*)?$/

function clausesOf(range: string): readonly (readonly [operator: string, version: readonly number[]])[] {
  return range.split(',').flatMap((part) => {
    const match = CLAUSE.exec(part.trim())
    return match === null ? [] : [[match[1] ?? '==', (match[2] ?? '').split('.').map(Number)] as const]
  })
}

function lowestOf(range: string): string | null {
  const lower = clausesOf(range).find(([operator]) => ['>=', '~=', '==', '^'].includes(operator))?.[1]
  return lower === undefined || lower.length < 2 ? null : lower.slice(0, 2).join('.')
}

/** As far as grammar goes: a version agrees with `3.12` when it begins with it. */
function satisfies(version: string, range: string): boolean {
  const parts = version.split('.').map(Number)
  return clausesOf(range).every(([operator, wanted]) => {
    const at = wanted.findIndex((part, index) => (parts[index] ?? 0) !== part)
    const order = at < 0 ? 0 : (parts[at] ?? 0) - (wanted[at] ?? 0)
    switch (operator) {
      case '>=': return order >= 0
      case '>': return order > 0 || (order === 0 && parts.length > wanted.length)
      case '<=': return order <= 0
      case '<': return order < 0
      case '==': return order === 0
      case '!=': return order !== 0
      default: return order >= 0 && parts[0] === wanted[0] && (operator === '^' || wanted.length < 3 || parts[1] === wanted[1])
    }
  })
}
