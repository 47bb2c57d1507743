/** Parses one text in the child with the library that the request names. The libraries are passed in. */
import { describeThrown } from '../../errors.ts'
import { MAX_KEPT } from './checker.ts'
import type { ChildAnswer, ChildLibraries } from './child-answer.ts'
import { parseRequest } from './child-protocol.ts'
import { typeScriptProblems } from './child-typescript.ts'
import { strippedProblems } from './child-strip.ts'
import { yamlProblems } from './child-yaml.ts'

/** Never rejects: what a parser throws is an answer too. */
export async function parseInChild(input: string, libraries: ChildLibraries): Promise<ChildAnswer> {
  try {
    const request = parseRequest(input)
    if (request === null) return { parser: 'none', errors: [], failed: 'the request could not be read' }
    if (request.kind === 'yaml') return { parser: 'yaml', errors: yamlProblems(await libraries.loadYaml(), request.text).slice(0, MAX_KEPT) }
    if (request.library === null) return strippedProblems(libraries, request.fileName, request.text)
    return withLibrary(libraries, request.library, request.fileName, request.text)
  } catch (error) {
    return { parser: 'none', errors: [], failed: describeThrown(error).slice(0, 400) }
  }
}

function withLibrary(libraries: ChildLibraries, path: string, fileName: string, text: string): ChildAnswer {
  let loaded: unknown
  try {
    loaded = libraries.loadTypeScript(path)
  } catch (error) {
    return { parser: 'typescript', errors: [], unavailable: `the typescript package of the project cannot be loaded: ${describeThrown(error)}` }
  }
  return typeScriptProblems(loaded, fileName, text)
}
