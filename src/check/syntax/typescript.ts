/**
 * TypeScript in a child process: by the `typescript` package of the project being edited where it
 * has one, else by Node's own type stripping. The project's package is the workspace's code, so its
 * child may read that package and nothing else, write nothing and start nothing.
 */
import { dirname, join } from 'node:path'
import type { FilesPort } from '../../types.ts'
import { fileNameOf } from './choose.ts'
import { outcomeOf } from './checker.ts'
import type { CheckLimits, SyntaxChecker, SyntaxOutcome, SyntaxSource } from './checker.ts'
import type { CheckerAnswer } from './answer.ts'
import { askChild } from './child.ts'
import type { ChildDeps } from './child.ts'
import { permissionFlags } from './node-permission.ts'
import { failed } from './process-outcome.ts'
import { decodeText } from './source-text.ts'

export interface TypeScriptDeps extends ChildDeps {
  readonly files: Pick<FilesPort, 'stat' | 'realpath'>
}

/** Folders upwards that are looked at for the package. */
const MAX_DEPTH = 64

export function createTypeScriptChecker(deps: TypeScriptDeps): SyntaxChecker {
  let state = 'not used yet'

  const ask = async (text: string, path: string, library: string | null, limits: CheckLimits): Promise<CheckerAnswer | SyntaxOutcome> => {
    const flags = library === null ? [] : await permissionFlags(deps, [dirname(dirname(library)), ...ownFiles(deps.entry)], limits)
    return 'kind' in flags ? flags : askChild(deps, { kind: 'typescript', fileName: `/${fileNameOf(path)}`, text, library }, flags, limits)
  }

  const toOutcome = (answer: CheckerAnswer | SyntaxOutcome): SyntaxOutcome => {
    if ('kind' in answer) return answer
    if (answer.unavailable !== null) return { kind: 'unavailable', reason: answer.unavailable }
    if (answer.failed !== null) return failed(`the TypeScript parser broke: ${answer.failed}`)
    state = answer.parser
    return outcomeOf(answer.diagnostics, answer.total)
  }

  return {
    id: 'typescript',
    language: 'TypeScript',
    extensions: ['.ts', '.mts', '.cts', '.tsx'],
    shebangs: [],
    describe: () => state,
    async check(source, limits) {
      const text = decodeText(source.bytes)
      // Qt keeps its translations in XML files of the same extension.
      if (text === null || /^\s*<(?:\?xml|!DOCTYPE)/i.test(text.slice(0, 200))) return { kind: 'ok' }
      const library = await findLibrary(deps.files, source)
      const own = library === null ? null : toOutcome(await ask(text, source.path, library, limits))
      if (own !== null && own.kind !== 'unavailable') return own
      const stripped = toOutcome(await ask(text, source.path, null, limits))
      if (stripped.kind !== 'unavailable') return stripped
      state = 'missing'
      return own ?? stripped
    },
  }
}

/** The child's program, which is one file, and the package.json that says that it is a module. */
function ownFiles(entry: string): readonly string[] {
  return [entry, join(dirname(dirname(entry)), 'package.json')]
}

/** @returns the real path of the nearest `typescript.js`; null when there is none that may be read. */
async function findLibrary(files: TypeScriptDeps['files'], source: SyntaxSource): Promise<string | null> {
  let folder = dirname(source.path)
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const path = join(folder, 'node_modules', 'typescript', 'lib', 'typescript.js')
    const real = await realFile(files, source, path)
    if (real !== null) return real
    const parent = dirname(folder)
    if (parent === folder) return null
    folder = parent
  }
  return null
}

async function realFile(files: TypeScriptDeps['files'], source: SyntaxSource, path: string): Promise<string | null> {
  try {
    const found = await files.stat(source.session, path)
    return found?.kind === 'file' ? await files.realpath(source.session, path) : null
  } catch {
    // Outside what the session may read; then it is not this project's.
    return null
  }
}
