/**
 * Reads the session logs that the host wrote: compressed JSON lines, one folder per session.
 */
import { readFile, readdir } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as zlib from 'node:zlib'

export interface SessionEvent {
  readonly type: string
  readonly seq: number
  readonly data: Readonly<Record<string, unknown>>
}

export interface SessionLog {
  readonly id: string
  readonly path: string
  readonly header: Readonly<Record<string, unknown>>
  readonly events: readonly SessionEvent[]
  /** A subagent's session. */
  readonly isSubagent: boolean
}

/** Node has this from 22.15 on; the types here are of an older Node. */
type Decompress = (data: Uint8Array) => Uint8Array

function decompress(path: string, data: Uint8Array): string {
  if (!path.endsWith('.zstd')) return Buffer.from(data).toString('utf8')
  const { zstdDecompressSync } = zlib as unknown as { readonly zstdDecompressSync?: Decompress }
  if (zstdDecompressSync === undefined) throw new Error('this Node cannot read session logs; run the tests through `npm test`')
  return Buffer.from(zstdDecompressSync(data)).toString('utf8')
}

async function readLog(path: string): Promise<SessionLog> {
  const text = decompress(path, await readFile(path))
  const [header, ...events] = text.split('\n').filter(line => line !== '').map(line => JSON.parse(line) as unknown)
  const head = (header ?? {}) as Record<string, unknown>
  return {
    id: typeof head.id === 'string' ? head.id : basename(dirname(path)),
    path,
    header: head,
    events: events as SessionEvent[],
    isSubagent: head.origin === 'subagent',
  }
}

/** All session logs of a home, oldest first. */
export async function readSessionLogs(home: string): Promise<readonly SessionLog[]> {
  const root = join(home, 'sessions')
  if (!existsSync(root)) return []
  const names = (await readdir(root, { recursive: true })).filter(name => /session(?:\.v\d+)?\.jsonl(?:\.zstd)?$/.test(name))
  const logs = await Promise.all(names.map(name => readLog(join(root, name))))
  return logs.sort((a, b) => Number(a.header.createdAt) - Number(b.header.createdAt))
}

/** Events of one type, their data only. */
export function eventsOf(log: SessionLog | undefined, type: string): readonly Readonly<Record<string, unknown>>[] {
  return (log?.events ?? []).filter(event => event.type === type).map(event => event.data)
}
