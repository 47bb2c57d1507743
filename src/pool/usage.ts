/**
 * Processor time of a runner's present run. Wall clock would do on an idle machine; on a busy one every run
 * takes long, and it is the ones that compute that have to be told from the ones that wait for a processor.
 */
import { readFileSync } from 'node:fs'

/** @returns milliseconds of processor time that the process has used so far; null where it cannot be read. */
export type ReadCpu = (pid: number) => number | null

export interface Usage {
  /** One reading now, during a run. The first one of a run is where it is counted from. */
  read(run: number, pid: number | null): void
  /** Milliseconds between the first reading of this run and the last; null where nothing can be read. */
  spent(run: number): number | null
}

export function createUsage(readCpu: ReadCpu): Usage {
  let first: { readonly run: number, readonly ms: number } | null = null
  let last = 0
  let readable = true
  return {
    read(run, pid) {
      const ms = pid === null ? null : readCpu(pid)
      readable = ms !== null
      if (ms === null) return
      if (first?.run !== run) first = { run, ms }
      last = ms
    },
    spent: run => !readable ? null : first?.run === run ? last - first.ms : 0,
  }
}

/** Linux counts in hundredths of a second, whatever the kernel's own tick is. */
const MS_PER_TICK = 10
/** Fields behind the name of the command, which may hold spaces and brackets: user and system time are the 14th and 15th of all. */
const USER_TIME = 11
const SYSTEM_TIME = 12

export function readCpuOnLinux(pid: number): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])
    return Number.isFinite(ticks) ? ticks * MS_PER_TICK : null
  } catch {
    return null
  }
}
