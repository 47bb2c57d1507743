/**
 * Watches the resident memory of runners that are at work. V8's heap limit does not cover everything a
 * script can fill (flattened strings, for one). Linux only; elsewhere the heap limit is all there is.
 */
import { readFileSync } from 'node:fs'
import type { PoolTime } from './link.ts'

const INTERVAL_MS = 25

export interface WatchedRunner {
  pid(): number | null
  /** Last reading, bytes; kept for the pool to judge growth by. */
  rssBytes: number | null
}

export interface MemoryWatch {
  /** Starts looking, if it does not look already. It stops by itself when nobody works. */
  wake(): void
  /** One reading now. */
  read(runner: WatchedRunner): void
  stop(): void
}

/** @returns bytes; null where it cannot be read. */
export type ReadRss = (pid: number) => number | null

export function createMemoryWatch<R extends WatchedRunner>(options: {
  readonly limitBytes: number
  readonly time: PoolTime
  readonly readRss: ReadRss
  readonly working: () => readonly R[]
  readonly exceeded: (runner: R) => void
  /** Called with each runner that is looked at and has not exceeded its limit. */
  readonly looked?: (runner: R) => void
}): MemoryWatch {
  let cancel: (() => void) | null = null
  const read = (runner: WatchedRunner): void => {
    const pid = runner.pid()
    if (pid !== null) runner.rssBytes = options.readRss(pid) ?? runner.rssBytes
  }
  const look = (): void => {
    cancel = null
    const working = options.working()
    if (working.length === 0) return
    cancel = options.time.after(INTERVAL_MS, look, false)
    for (const runner of working) {
      read(runner)
      if ((runner.rssBytes ?? 0) > options.limitBytes) options.exceeded(runner)
      else options.looked?.(runner)
    }
  }
  return {
    wake() { cancel ??= options.time.after(INTERVAL_MS, look, false) },
    read,
    stop() {
      cancel?.()
      cancel = null
    },
  }
}

/** Null where resident memory cannot be had without starting a program each time. */
export function rssReaderOf(platform: NodeJS.Platform): ReadRss | null {
  return platform === 'linux' ? readRssOnLinux : null
}

/** From the kernel's own status file. The figure there is in KiB, whatever the size of a page. */
export function readRssOnLinux(pid: number): number | null {
  try {
    const kib = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return kib === undefined ? null : Number(kib) * 1024
  } catch {
    return null
  }
}
