/**
 * What the host asks of the parsing child, in one JSON text on standard input. The answer has the
 * shape of `answer.ts`. The child parses with libraries that must not run in the host: the project's
 * own TypeScript, and YAML, whose time is not bounded by the length of the text.
 */
import { isJsonObject } from '../../base/json.ts'

export type ChildRequest =
  | { readonly kind: 'yaml', readonly text: string }
  /** `library`: absolute path of the project's `typescript.js`; null: Node's own type stripping. */
  | { readonly kind: 'typescript', readonly fileName: string, readonly text: string, readonly library: string | null }

export function parseRequest(input: string): ChildRequest | null {
  const value: unknown = JSON.parse(input)
  if (!isJsonObject(value) || typeof value['text'] !== 'string') return null
  const { kind, text, fileName, library } = value
  if (kind === 'yaml') return { kind, text }
  if (kind !== 'typescript' || typeof fileName !== 'string') return null
  return { kind, text, fileName, library: typeof library === 'string' ? library : null }
}
