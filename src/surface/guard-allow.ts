/** `allow`: the human lets one refused call through, once. And the codes that `log` shows for it. */
import type { RefusedCall } from '../state/refused-calls.ts'
import type { SessionRef } from '../types.ts'
import type { GuardCommandDeps, GuardReply } from './guard-verb.ts'

export function allowReply(rest: string, session: SessionRef, deps: GuardCommandDeps): GuardReply {
  const open = refusalLines(session, deps)
  if (rest === '') return { ok: false, text: open.length === 0 ? 'allow takes the code of a refused call; none was refused in this session within the hour' : ['allow takes the code of a refused call:', ...open].join('\n') }
  const allowance = deps.refusals.allow(session, rest)
  switch (allowance.kind) {
    case 'allowed': return { ok: true, text: `allowed once: ${callText(allowance.call)}\n  exactly this call, from the same folder, within the hour, in this session; ask the agent to try it again` }
    case 'used': return { ok: false, text: `this call was let through already: ${callText(allowance.call)}\n  if it is refused again it has a new code` }
    case 'late': return { ok: false, text: `more than an hour has passed: ${callText(allowance.call)}\n  if it is refused again it has a new code` }
    case 'unknown': return { ok: false, text: [`no refused call of this session has the code "${rest.slice(0, 40)}"; nothing was allowed`, ...open].join('\n') }
  }
}

/** One line for each refused call that can still be allowed, the latest first. */
export function refusalLines(session: SessionRef, deps: Pick<GuardCommandDeps, 'refusals'>): string[] {
  return deps.refusals.open(session).map(call => `  /guard allow ${call.code}${call.state === 'allowed' ? ' (allowed, not used yet)' : ''}: ${callText(call)}`)
}

function callText({ guard, tool, shown }: RefusedCall): string {
  return `${tool} ${shown} (refused by ${guard})`
}
