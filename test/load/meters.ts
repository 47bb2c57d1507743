/** What a long run costs the process that it runs in: stalls of its event loop, memory, processes, open files. */
import { readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface Reading {
  /** Resident memory of this process, MiB. */
  readonly hostMb: number
  /** Resident memory of the largest child, MiB. */
  readonly largestChildMb: number
  readonly children: number
  readonly openFiles: number
}

/** Linux only: everything but this process's own memory is 0 elsewhere. */
export function readMeters(): Reading {
  const children = childrenOf(process.pid)
  return {
    hostMb: process.memoryUsage.rss() / MIB,
    largestChildMb: Math.max(0, ...children.map(rssOf)),
    children: children.length,
    openFiles: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
  }
}

export interface Watch {
  /** Stops looking. @returns the highest of each reading, and the longest stall of the event loop in milliseconds. */
  stop(): Reading & { readonly longestStallMs: number, readonly p99StallMs: number }
}

const MIB = 1 << 20
const NANOSECONDS_PER_MS = 1e6
/** The histogram counts from one look to the next; what is above this is delay. */
const RESOLUTION_MS = 5

export function watchMeters(intervalMs = 500): Watch {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let highest = readMeters()
  const timer = setInterval(() => {
    const now = readMeters()
    highest = {
      hostMb: Math.max(highest.hostMb, now.hostMb),
      largestChildMb: Math.max(highest.largestChildMb, now.largestChildMb),
      children: Math.max(highest.children, now.children),
      openFiles: Math.max(highest.openFiles, now.openFiles),
    }
  }, intervalMs)
  return {
    stop() {
      clearInterval(timer)
      delay.disable()
      const ms = (value: number): number => Math.max(0, value / NANOSECONDS_PER_MS - RESOLUTION_MS)
      return { ...highest, longestStallMs: ms(delay.max), p99StallMs: ms(delay.percentile(99)) }
    },
  }
}

function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') return []
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(/\s+/).filter(text => text !== '').map(Number)
  } catch {
    return []
  }
}

function rssOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
