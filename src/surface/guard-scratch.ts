/** `status`: the scratch of a session's guards, shown and changed by the human. */
import { cut } from '../base/text.ts'
import { GuardError } from '../errors.ts'
import { MAX_SCRATCH_BYTES } from '../state/scratch.ts'
import type { Scratch } from '../state/scratch.ts'
import type { SessionRef } from '../types.ts'
import type { GuardCommandDeps, GuardReply } from './guard-verb.ts'
import { firstKey, firstWord, parseValue } from './guard-line.ts'

const GRAMMAR = 'status takes [session] [set <key> <value> | del <key> | clear]'
/** UTF-16 units of one value, and of the whole answer. */
const MAX_VALUE = 1_000
const MAX_TEXT = 16_000

interface Named {
  readonly name: string
  readonly scratch: Scratch
}

export function scratchReply(rest: string, session: SessionRef, deps: GuardCommandDeps): GuardReply {
  const first = firstWord(rest)
  const shared = first.word.toLowerCase() === 'session'
  const store: Named = shared
    ? { name: 'session scratch', scratch: deps.states.rootOf(session).shared }
    : { name: 'loop scratch', scratch: deps.states.of(session).loop }
  const { word, rest: operands } = shared ? firstWord(first.rest) : first
  switch (word.toLowerCase()) {
    case '': return { ok: true, text: shown(store) }
    case 'set': return setKey(store, operands)
    case 'del': return deleteKey(store, operands)
    case 'clear': return operands === '' ? clearAll(store) : { ok: false, text: `clear takes nothing behind it; ${GRAMMAR}` }
    default: return { ok: false, text: `status does not know "${word}"; ${GRAMMAR}` }
  }
}

function setKey(store: Named, operands: string): GuardReply {
  const { word: key, rest: value } = firstKey(operands)
  if (key === '' || value === '') return { ok: false, text: `set needs a key and a value; ${GRAMMAR}` }
  try {
    store.scratch.set(key, parseValue(value))
  } catch (error) {
    if (!(error instanceof GuardError)) throw error
    return { ok: false, text: `${error.message}; nothing was changed\n${shown(store)}` }
  }
  return { ok: true, text: `${store.name}: ${entry(store, key)}` }
}

function deleteKey(store: Named, operands: string): GuardReply {
  const { word: key, rest } = firstKey(operands)
  if (key === '' || rest !== '') return { ok: false, text: `del needs one key (in double quotes when it has spaces); ${GRAMMAR}` }
  return store.scratch.remove(key) ? { ok: true, text: shown(store) } : { ok: false, text: `there is no key ${JSON.stringify(key)}\n${shown(store)}` }
}

function clearAll(store: Named): GuardReply {
  store.scratch.clear()
  return { ok: true, text: shown(store) }
}

function shown(store: Named): string {
  const keys = Object.keys(store.scratch.all())
  if (keys.length === 0) return `${store.name}: empty`
  const head = `${store.name}: ${keys.length} ${keys.length === 1 ? 'key' : 'keys'}, ${store.scratch.bytes()} of ${MAX_SCRATCH_BYTES} bytes`
  return cut([head, ...keys.map(key => `  ${entry(store, key)}`)].join('\n'), MAX_TEXT)
}

function entry(store: Named, key: string): string {
  const plain = /^[^\s"]+$/.test(key) ? key : JSON.stringify(key)
  return `${plain} = ${cut(JSON.stringify(store.scratch.get(key)), MAX_VALUE)}`
}
