/** What a child wrote, up to a number of bytes for both streams together. Owns only the counting and keeping. */
import type { ChildProcess } from 'node:child_process'

export interface Output {
  stdout(): string
  stderr(): string
  /** Lets go of the pipes, whoever still holds the other end. */
  stop(): void
}

/** @param onOverflow called once, when the child has written more than `maxBytes`. */
export function createOutput(child: ChildProcess, maxBytes: number, onOverflow: () => void): Output {
  const kept: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
  let room = maxBytes
  let overflown = false

  const keep = (stream: 'stdout' | 'stderr', chunk: Buffer): void => {
    if (overflown) return
    kept[stream].push(chunk.subarray(0, room))
    if (chunk.length > room) {
      overflown = true
      onOverflow()
    }
    room = Math.max(0, room - chunk.length)
  }
  child.stdout?.on('data', (chunk: Buffer) => { keep('stdout', chunk) })
  child.stderr?.on('data', (chunk: Buffer) => { keep('stderr', chunk) })
  child.stdout?.on('error', () => undefined)
  child.stderr?.on('error', () => undefined)

  return {
    stdout: () => textOf(kept.stdout),
    stderr: () => textOf(kept.stderr),
    stop() {
      child.stdin?.destroy()
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
  }
}

/** `stream: true` leaves out a character that the bound cut in two. */
function textOf(chunks: readonly Buffer[]): string {
  return new TextDecoder('utf-8').decode(Buffer.concat(chunks), { stream: true })
}
