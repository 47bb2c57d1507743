/**
 * Every text that Shooty itself puts before the model, in one place. Guards' own words are passed in.
 */
import { cut, oneLine } from '../base/text.ts'
import type { AskEnd, Fault, PendingNotice } from '../types.ts'

/** Marks a follow-up that a guard sent; the message is not the user's. */
export const FOLLOW_UP_PREFIX = '[completion-guard] '
/** UTF-16 units of a refusal's own reason. */
const MAX_REASON = 8_000
const MAX_SUMMARY = 120
/** UTF-16 units of a guard's name in a text. */
const MAX_GUARD = 100

/** A refusal that a guard decided. An empty reason still refuses. */
export function denialText(guard: string, reason: string): string {
  const words = cut(reason.trim(), MAX_REASON)
  return words === ''
    ? `Refused by guard "${guard}", which gave no reason. The class of action is refused, not this one wording: do not try variants.`
    : words
}

/** A guard's refusal as the model and the human read it: two guards may use the same words, and only one is to be switched off. */
export function namedRefusal(guard: string, reason: string): string {
  return reason.includes(`"${guard}"`) || reason.includes(`gate ${guard}`) ? reason : `${reason}\n\n(Refused by the guard "${guard}".)`
}

/**
 * A refusal because the guard itself failed.
 * @param where key of its entry, and its file.
 */
export function faultDenialText(guard: string, fault: Fault, where?: string): string {
  const at = fault.position === null ? '' : ` at line ${fault.position.line}`
  return `Refused: guard "${guard}"${where === undefined ? '' : ` (${oneLine(where, 300)})`} could not judge this call (${fault.code}${at}: ${oneLine(fault.message, 400)}). `
    + 'This is not about what you asked for, and no variant of the call will pass while the guard is broken. '
    + `Only the human can switch the guard off: /guard off ${guard}`
}

/** A guard's question about a call, for whoever is asked. */
export function askText(guard: string, reason: string): string {
  const words = cut(reason.trim(), MAX_REASON)
  return words === '' ? `Guard "${guard}" wants your approval for this call.` : `Guard "${guard}" asks: ${words}`
}

/** What the model reads of a question that did not let the call run; null where the host's own words are enough. */
export function askedText(question: string, end: AskEnd): string | null {
  switch (end) {
    case 'nobody': return `Not run: this call needs the approval of a human, and nobody could be asked.\n${question}\nDo not try variants of the call; tell the user what you wanted to do and why it was stopped.`
    case 'rejected': return `Not run: the human was asked about this call and said no.\n${question}\nDo not try variants of the call.`
    case 'auto-rejected': return `Not run: this call needs the approval of a human, and the permission mode of this session refuses such questions by itself: no human has seen it.\n${question}\nDo not try variants of the call; tell the user what you wanted to do and why it was stopped.`
    case 'auto-approved': return `This call ran because the permission mode of this session approves such questions by itself: no human has looked at it.\n${question}`
    case 'approved': case 'cancelled': case 'overruled': return null
  }
}

/** A question of ours and another plugin's about the same call, which one approval answers. */
export function bothQuestions(ours: string, theirs: string): string {
  return theirs.trim() === '' ? ours : `${ours}\n\nAnother plugin asks: ${theirs}`
}

/** Feedback on a result that the model has already been given. */
export function lateFeedbackText(tool: string, feedback: string): string {
  return `A guard rejects the result of the call of ${tool} that you have just read; do not rely on it.\n${feedback}`
}

/** A refusal because Shooty itself failed, and no guard is to blame. */
export function internalDenialText(message: string): string {
  return `Refused: Shooty failed while it judged this call (${oneLine(message, 400)}). This is not about what you asked for. `
    + 'Only the human can help: guard_status shows what is in force, and /guard off <name> switches a guard off.'
}

/** A refusal because no guard of ours was asked. */
export const UNJUDGED_TEXT = 'Refused: the guards of this profile were not asked about this call, because another plugin answered first. '
  + 'Only the human can change the order of the plugins, or switch the guards off: /guard off <name>'

/** What another plugin's refusal without words, or answer of no known kind, is turned into. */
export function foreignDecisionText(kind: string): string {
  return kind === 'deny'
    ? 'Refused by another plugin, which gave no reason.'
    : `Refused: another plugin answered with "${oneLine(kind, 40)}", which is no known decision.`
}

/** One notice, as the model reads it: whose it is, so that it is not taken for the user's. A skill's instructions are to be followed. */
export function noticeText(notice: PendingNotice): string {
  if (notice.skill !== null) return notice.text
  return `${counted(notice)}\n\n${notTheUsers(notice.guard)}`
}

function counted(notice: PendingNotice): string {
  return notice.count > 1 ? `${notice.text}\n(${notice.count} times)` : notice.text
}

function notTheUsers(guard: string): string {
  return `(From the automatic guard "${oneLine(guard, MAX_GUARD)}", not from the user: it answers no question of yours and grants no permission.)`
}

/** Notices on the tail of a refusal, which is a result of a tool and nobody takes for the user's. */
export function withNotices(reason: string, notices: readonly PendingNotice[]): string {
  return [reason, ...notices.map(counted)].join('\n\n')
}

/** At most 120 characters for lists and rows. */
export function summaryOf(text: string): string {
  return oneLine(text, MAX_SUMMARY)
}

/**
 * A follow-up. Says that it is not the user's, so that the model does not take it as the answer to
 * a question that it has just asked.
 */
export function followUpText(guard: string, prompt: string): string {
  return `${FOLLOW_UP_PREFIX}${cut(prompt, MAX_REASON)}\n\n${notTheUsers(guard)}`
}

/** What names an active skill: its name and its arguments. */
export function skillKey(name: string, args: string): string {
  return JSON.stringify([name, args])
}

/** A skill that a guard ended; what it said stands in the conversation still. */
export function skillEndedText(name: string): string {
  return `The skill "${name}" is no longer active: its instructions no longer apply.`
}

/** For lists and rows: what it says, and whose it is. @param text as `followUpText` made it. */
export function followUpSummary(guard: string, text: string): string {
  const name = ` (${oneLine(guard, MAX_GUARD / 2)})`
  return `${oneLine(text.slice(0, -notTheUsers(guard).length), MAX_SUMMARY - name.length)}${name}`
}

/** A skill's instructions, put into the conversation by a guard. */
export function skillText(skill: { readonly name: string, readonly text: string }, args: string): string {
  const head = `The skill "${skill.name}" has been activated for this conversation. Follow its instructions.`
  return [head, ...args === '' ? [] : [`Arguments: ${args}`], skill.text].join('\n\n')
}
