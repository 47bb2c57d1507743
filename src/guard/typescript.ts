/** Takes the types out of a TypeScript guard; lines stay, columns are mapped. Does not check types. */
import { createRequire } from 'node:module'
import type * as Codec from '@jridgewell/sourcemap-codec'
import type * as Sucrase from 'sucrase'
import { describeThrown } from '../errors.ts'
import type { ColumnMap } from '../types.ts'
import { columnMap } from './columns.ts'
import { padEmptyTemplates } from './empty-templates.ts'
import { createLineIndex } from './lines.ts'
import { ScriptRejected } from './script-rejected.ts'

// Loaded with the first TypeScript guard: it takes longer than everything else that Shooty loads.
const require = createRequire(import.meta.url)

export interface PlainScript {
  readonly text: string
  readonly columns: ColumnMap
}

/** @throws ScriptRejected for text that is not TypeScript; RangeError for text nested too deeply. */
export function stripTypes(text: string): PlainScript {
  const { transform } = require('sucrase') as typeof Sucrase
  const { decode } = require('@jridgewell/sourcemap-codec') as typeof Codec
  const own = padEmptyTemplates(text)
  try {
    const result = transform(own.padded, {
      transforms: ['typescript'],
      // Node runs these as they are; changing them would only move text around.
      disableESTransforms: true,
      filePath: 'guard.ts',
      sourceMapOptions: { compiledFilename: 'guard.js' },
    })
    const plain = own.remove(result.code)
    checkLines(text, plain.text)
    return { text: plain.text, columns: columnMap(decode(result.sourceMap?.mappings ?? ''), own, plain) }
  } catch (error) {
    if (error instanceof RangeError || error instanceof ScriptRejected) throw error
    // Where it misses something, it may look beyond the end.
    const offset = error instanceof Error && 'pos' in error && typeof error.pos === 'number' ? error.pos : null
    const reason = describeThrown(error).replace(/^Error transforming guard\.ts: /, '').replace(/ \(\d+:\d+\)$/, '')
    throw new ScriptRejected(`does not parse as TypeScript: ${reason}`, offset === null ? null : createLineIndex(text)(Math.min(own.offset(offset), text.length)))
  }
}

/** Of what it takes out, sucrase keeps only the line ends that are usual. */
function checkLines(text: string, plain: string): void {
  if (lineCount(text) === lineCount(plain)) return
  const offset = text.search(/[\u2028\u2029]/)
  throw new ScriptRejected('a line separator (U+2028 or U+2029) stands among types: use a plain line end', offset < 0 ? null : createLineIndex(text)(offset))
}

function lineCount(text: string): number {
  return createLineIndex(text)(text.length).line
}
