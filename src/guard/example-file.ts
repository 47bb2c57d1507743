/** Reads the example file beside a script, with the line of each entry. Loads the YAML parser when it is first needed. */
import { readFile } from 'node:fs/promises'
import { dirname, join, parse as parsePath } from 'node:path'
import { describeThrown } from '../errors.ts'
import { parseExamples } from './examples.ts'
import type { ExampleFile } from './examples.ts'
import type { Point } from '../types.ts'

const SUFFIX = '.examples.yml'
const MAX_BYTES = 1_048_576

/** `guards/no-push.js` → `guards/no-push.examples.yml`. */
export function exampleFileOf(script: string): string {
  return join(dirname(script), `${parsePath(script).name}${SUFFIX}`)
}

/** `guards/no-push.examples.yml` → `no-push`; null for another file. */
export function scriptNameOf(file: string): string | null {
  return file.endsWith(SUFFIX) ? parsePath(file).base.slice(0, -SUFFIX.length) : null
}

/**
 * @param fallback the Point of entries that name none.
 * @returns null when there is no such file. What cannot be read is a problem in its line.
 */
export async function readExampleFile(file: string, fallback: Point | null): Promise<ExampleFile | null> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    return { examples: [], problems: [{ line: 1, text: describeThrown(error) }] }
  }
  if (text.length > MAX_BYTES) return { examples: [], problems: [{ line: 1, text: `the file has more than ${MAX_BYTES} characters` }] }
  const { LineCounter, isSeq, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const broken = document.errors[0]
  if (broken !== undefined) return { examples: [], problems: [{ line: broken.linePos?.[0].line ?? 1, text: broken.message.split('\n')[0] ?? 'not YAML' }] }
  if (document.contents === null) return { examples: [], problems: [] }
  if (!isSeq(document.contents)) return { examples: [], problems: [{ line: 1, text: 'the file holds a list of examples, each an object with call or output, and expect' }] }
  const entries = document.contents.items.map((node) => {
    const { range } = node as { readonly range?: readonly number[] }
    return { value: (node as { toJS(of: unknown): unknown }).toJS(document), line: lines.linePos(range?.[0] ?? 0).line }
  })
  return parseExamples(entries, fallback)
}
