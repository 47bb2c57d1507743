/** What the parts of the parsing child get and give. Types only. */
import type * as Yaml from 'yaml'
import type { Diagnostic } from '../../types.ts'

export interface ChildLibraries {
  readonly nodeVersion: string
  /** The module `node:module`; newer ones have `stripTypeScriptTypes`. */
  readonly nodeModule: Readonly<Record<string, unknown>>
  /** The project's own library. @throws when it cannot be loaded. */
  loadTypeScript(path: string): unknown
  loadYaml(): Promise<typeof Yaml>
}

export interface ChildAnswer {
  readonly parser: string
  readonly errors: readonly Diagnostic[]
  readonly unavailable?: string
  readonly failed?: string
}
