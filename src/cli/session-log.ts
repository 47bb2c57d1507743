/**
 * Reads the session logs that hosts wrote, line by line and in bounded memory: compressed or plain JSON
 * lines, of every form that is known. Says what it passes over.
 */
import { createReadStream, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject } from '../base/json.ts'
import type { JsonObject, JsonValue } from '../types.ts'

/** UTF-16 units of one line; a longer one is passed over and counted. */
export const MAX_LINE = 16 << 20
const LOG = /session\.jsonl(?:\.zstd?)?$/

export interface LogLines {
  /** The log's first line. */
  readonly header: JsonObject
  readonly lines: AsyncIterable<JsonObject>
  /** Lines that were too long or no JSON, known once all were read. */
  readonly skipped: () => number
}

/** Absolute paths of all logs below a home, or of those whose path holds one of the names. */
export async function findLogs(home: string, named: readonly string[]): Promise<string[]> {
  const files = named.filter(name => LOG.test(name) && existsSync(name))
  const root = join(home, 'sessions')
  if (!existsSync(root)) return files
  const all = (await readdir(root, { recursive: true })).filter(name => LOG.test(name)).map(name => join(root, name)).sort()
  const names = named.filter(name => !files.includes(name))
  return [...files, ...all.filter(path => named.length === 0 || names.some(name => path.includes(name)))]
}

export async function openLog(path: string): Promise<LogLines> {
  const counter = { skipped: 0 }
  const lines = objects(path, counter)[Symbol.asyncIterator]()
  const first = await lines.next()
  const header = first.done === true ? {} : first.value
  return { header, lines: { [Symbol.asyncIterator]: () => lines }, skipped: () => counter.skipped }
}

async function* objects(path: string, counter: { skipped: number }): AsyncGenerator<JsonObject> {
  let rest = ''
  let dropping = false
  const decoder = new TextDecoder()
  for await (const bytes of chunks(path)) {
    rest += decoder.decode(bytes, { stream: true })
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 1)
      const value = dropping ? null : parsed(line)
      dropping = false
      if (value !== null) yield value
      else if (line !== '') counter.skipped++
    }
    if (rest.length > MAX_LINE) {
      rest = ''
      dropping = true
    }
  }
  const last = dropping ? null : parsed(rest)
  if (last !== null) yield last
  else if (rest !== '' || dropping) counter.skipped++
}

/** Compressed logs through a decompressor in JavaScript: not every Node that is supported has one of its own. */
async function* chunks(path: string): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(path) as AsyncIterable<Buffer>
  if (!/\.zstd?$/.test(path)) {
    yield* stream
    return
  }
  const { Decompress } = await import('fzstd')
  const ready: Uint8Array[] = []
  const decompress = new Decompress((chunk) => { ready.push(chunk) })
  for await (const bytes of stream) {
    decompress.push(bytes)
    yield* ready.splice(0)
  }
}

function parsed(line: string): JsonObject | null {
  if (line === '' || line.length > MAX_LINE) return null
  try {
    const value = JSON.parse(line) as JsonValue
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
