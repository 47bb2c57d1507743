/**
 * The human's command `/guard`: its grammar and who answers which verb. Every answer says what is true
 * afterwards, read back from the state and never taken from the request. Never throws.
 */
import { nearest } from '../base/nearest.ts'
import { describeThrown } from '../errors.ts'
import type { SessionRef } from '../types.ts'
import { allowReply } from './guard-allow.ts'
import { firstWord } from './guard-line.ts'
import { logReply } from './guard-log.ts'
import { clearRuntimeGuard, setRuntimeGuard, showRuntimeGuard } from './guard-runtime.ts'
import { scratchReply } from './guard-scratch.ts'
import { listReply, switchReply } from './guard-switch.ts'
import { tryReply } from './guard-try.ts'
import type { GuardCommandDeps, GuardReply, Verb } from './guard-verb.ts'

const USAGE: Readonly<Record<string, string>> = {
  script: 'script <path>: make a script the runtime guard of this session',
  inline: 'inline <code>: make code the runtime guard of this session',
  get: 'get: show the runtime guard, and the configured ones with their Points',
  clear: 'clear: remove the runtime guard',
  status: 'status [session] [set <key> <value> | del <key> | clear]: show or change the scratch of the guards',
  list: 'list: show every guard and gate, and whether it is on',
  off: 'off <name>: switch a guard or gate off for this session',
  on: 'on <name>: switch a guard or gate on for this session',
  observe: 'observe <name>: let a guard or gate run and count, and change nothing',
  allow: 'allow <code>: let exactly one refused call through, once, within the hour; log shows the codes',
  try: 'try <command> | try <tool> <arguments as JSON>: what the gates and guards would make of a call; it is not run',
  reload: 'reload: take over what is on disk now',
  log: 'log [all] [n]: show what acted or failed, or every decision',
  help: 'help: show this',
}

const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ['script', (rest, session, deps) => setRuntimeGuard('script', rest, session, deps)],
  ['inline', (rest, session, deps) => setRuntimeGuard('inline', rest, session, deps)],
  ['get', alone((session, deps) => showRuntimeGuard(session, deps))],
  ['clear', alone((session, deps) => clearRuntimeGuard(session, deps))],
  ['status', scratchReply],
  ['list', alone((session, deps) => listReply(session, deps))],
  ['off', (rest, session, deps) => switchReply('off', rest, session, deps)],
  ['on', (rest, session, deps) => switchReply('enforce', rest, session, deps)],
  ['observe', (rest, session, deps) => switchReply('observe', rest, session, deps)],
  ['allow', (rest, session, deps) => allowReply(rest, session, deps)],
  ['try', tryReply],
  ['reload', alone(async (session, deps) => ({ ok: true, text: await deps.reload(session) }))],
  ['log', logReply],
  ['help', alone(() => ({ ok: true, text: helpText() }))],
])

/** @param line what the human typed behind `/guard`; `/guard` itself may be in front. */
export async function runGuardCommand(line: string, session: SessionRef, deps: GuardCommandDeps): Promise<GuardReply> {
  const { word, rest } = firstWord(line.replace(/^\s*\/\S+/, ''))
  const name = word.toLowerCase()
  const verb = VERBS.get(name)
  if (verb === undefined) return unknownVerb(word)
  try {
    return withSaid(await verb(rest, session, deps), name, session, deps)
  } catch (error) {
    return { ok: false, text: `/guard ${name} failed: ${describeThrown(error)}` }
  }
}

/** What guards said to the human stands below the answer: once below any, and always below `log`. */
function withSaid(reply: GuardReply, verb: string, { rootSessionId }: SessionRef, { said }: GuardCommandDeps): GuardReply {
  const lines = verb === 'log' ? said.all(rootSessionId) : said.unseen(rootSessionId)
  if (lines.length === 0) return reply
  const shown = lines.map(({ time, level, text }) => `  ${new Date(time).toLocaleTimeString('en-GB')} ${level}: ${text}`)
  return { ...reply, text: [reply.text, 'guards said to you:', ...shown].join('\n') }
}

/** For the verbs that take nothing: words behind them are a mistake and not to be passed over. */
function alone(answer: (session: SessionRef, deps: GuardCommandDeps) => Promise<GuardReply> | GuardReply): Verb {
  return (rest, session, deps) => rest === '' ? answer(session, deps) : { ok: false, text: `this verb takes nothing behind it, but "${rest}" is there; nothing was done` }
}

function unknownVerb(word: string): GuardReply {
  if (word === '') return { ok: false, text: `/guard needs a verb.\n${helpText()}` }
  const near = nearest(word, [...VERBS.keys()])
  return { ok: false, text: `/guard does not know "${word}"${near === null ? '' : `; did you mean "${near}"?`}\n${helpText()}` }
}

function helpText(): string {
  return ['verbs of /guard:', ...[...VERBS.keys()].map(name => `  ${USAGE[name] ?? name}`)].join('\n')
}
