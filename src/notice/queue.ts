/**
 * Words that wait for the model, per session: in order, identical ones merged, bounded, handed out
 * once. Knows which calls a notice is about, and not what a call is. Does not deliver: who takes them has
 * to bring them to the model.
 */
import { cut } from '../base/text.ts'
import type { Counters, NoticeQueue, PendingNotice } from '../types.ts'

/** Notices that wait at most; the oldest stay, later ones are counted. */
export const MAX_PENDING = 50
/** UTF-16 units of one notice. */
export const MAX_NOTICE = 4_000
const NO_CALLS: ReadonlySet<string> = new Set()

/** @param changed called after each change, so that what waits can be kept on disk. */
export function createNoticeQueue(counters: Counters, changed: () => void, initial: readonly PendingNotice[] = []): NoticeQueue {
  let waiting: PendingNotice[] = []
  let dropped = 0
  let arrivals = 0
  // What was handed out comes back piece by piece and in any order; this is how it finds its place.
  const arrival = new WeakMap<PendingNotice, number>()
  const markers = new WeakMap<PendingNotice, number>()
  const about = new WeakMap<PendingNotice, ReadonlySet<string>>()
  const callsOf = (notice: PendingNotice): ReadonlySet<string> => about.get(notice) ?? NO_CALLS

  /** Into the list, merged with the same words; false when there is no room. */
  const keep = (notice: PendingNotice): boolean => {
    const at = waiting.findIndex(other => other.text === notice.text && other.guard === notice.guard && other.skill === notice.skill)
    const same = waiting[at]
    if (same === undefined && waiting.length >= MAX_PENDING) {
      dropped += notice.count
      counters.add('noticesDropped', notice.count)
      return false
    }
    const kept = same === undefined ? notice : { ...same, count: same.count + notice.count }
    arrival.set(kept, arrival.get(same ?? notice) ?? arrivals++)
    if (same !== undefined) about.set(kept, new Set([...callsOf(same), ...callsOf(notice)]))
    if (same === undefined) waiting.push(kept)
    else waiting[at] = kept
    return true
  }

  const put = (notice: PendingNotice): boolean => {
    if (!keep(notice)) return false
    counters.add('noticesQueued')
    changed()
    return true
  }

  /** Says how many were left out; counted again when it comes back. */
  const marker = (): PendingNotice => {
    const notice: PendingNotice = { guard: 'shooty', text: droppedText(dropped), skill: null, count: 1 }
    markers.set(notice, dropped)
    return notice
  }

  const handOut = (which: (notice: PendingNotice) => boolean): readonly PendingNotice[] => {
    const taken = waiting.filter(which)
    if (taken.length === 0) return []
    const all = dropped === 0 ? taken : [...taken, marker()]
    waiting = waiting.filter(notice => !taken.includes(notice))
    dropped = 0
    counters.add('noticesDelivered', total(taken))
    changed()
    return all
  }

  for (const notice of initial) keep(notice)
  return {
    add(guard, text, call) {
      const words = cut(text.trim(), MAX_NOTICE)
      if (words === '') return
      const notice: PendingNotice = { guard, text: words, skill: null, count: 1 }
      if (call !== undefined) about.set(notice, new Set([call]))
      put(notice)
    },
    addSkill: (guard, skill, text, args = '') => put({ guard, text, skill, count: 1, ...args === '' ? {} : { args } }),
    dropSkill(skill) {
      const rest = waiting.filter(notice => notice.skill !== skill)
      if (rest.length === waiting.length) return false
      waiting = rest
      changed()
      return true
    },
    take: (which = () => true) => handOut(notice => which(callsOf(notice))),
    takeNotices: (which = () => true) => handOut(notice => notice.skill === null && which(callsOf(notice))),
    dropCall(call) {
      const left = waiting.filter(notice => notice.skill === null && callsOf(notice).size === 1 && callsOf(notice).has(call))
      if (left.length === 0) return
      waiting = waiting.filter(notice => !left.includes(notice))
      counters.add('noticesDropped', total(left))
      changed()
    },
    putBack(notices) {
      if (notices.length === 0) return
      for (const notice of notices) dropped += markers.get(notice) ?? 0
      const back = notices.filter(notice => !markers.has(notice))
      counters.add('noticesDelivered', -total(back))
      const place = (notice: PendingNotice): number => arrival.get(notice) ?? -1
      const all = [...back, ...waiting].sort((a, b) => place(a) - place(b))
      waiting = []
      for (const notice of all) keep(notice)
      changed()
    },
    pending: () => [...waiting],
    dropped: () => dropped,
  }
}

function total(notices: readonly PendingNotice[]): number {
  return notices.reduce((sum, notice) => sum + notice.count, 0)
}

function droppedText(count: number): string {
  return `${count} further ${count === 1 ? 'notice was' : 'notices were'} left out: too many were waiting.`
}
