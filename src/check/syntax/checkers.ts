/** The syntax checkers that Shooty has, made ready from what they need. The only place that knows all of them. */
import type { FilesPort, ProcessPort } from '../../types.ts'
import type { SyntaxChecker } from './checker.ts'
import { createJavaScriptChecker } from './javascript.ts'
import { createJsonChecker } from './json.ts'
import { createPowerShellChecker } from './powershell.ts'
import { createPythonChecker } from './python.ts'
import { createPythonVersions } from './python-version.ts'
import { createTypeScriptChecker } from './typescript.ts'
import { createYamlChecker } from './yaml.ts'

export interface SyntaxCheckersDeps {
  readonly processes: ProcessPort
  readonly files: Pick<FilesPort, 'read' | 'stat' | 'realpath'>
  /** See `checkerEnvironment`. */
  readonly environment: Readonly<Record<string, string>>
  /** Folder of temporary files, usually `os.tmpdir()`; checkers run there too. */
  readonly temporaryFolder: string
  readonly platform: NodeJS.Platform
  /** Node's program: a path, or the bare name for PATH to find. */
  readonly node: string
  /** The parsing child's built program. */
  readonly childEntry: string
}

export function createSyntaxCheckers(deps: SyntaxCheckersDeps): readonly SyntaxChecker[] {
  const { processes, files, environment, temporaryFolder, node } = deps
  const child = { processes, environment, folder: temporaryFolder, node, entry: deps.childEntry }
  return [
    createPythonChecker({ processes, environment, folder: temporaryFolder, versions: createPythonVersions(files), candidates: deps.platform === 'win32' ? [['python'], ['py', '-3']] : [['python3'], ['python']] }),
    createJavaScriptChecker({ processes, files, environment, temporaryFolder, node }),
    createTypeScriptChecker({ ...child, files }),
    createJsonChecker(),
    createYamlChecker(child),
    createPowerShellChecker({ processes, environment, temporaryFolder, program: 'pwsh' }),
  ]
}
