// @ts-check
/// <reference path="../types/vance.d.ts" />
//
// Asks a model whether the agent may stop, and sends it back with the judge's reason. See llm-judge.md.

const MAX_TASK = 3000
const MAX_OUTPUT = 10000
const DEFAULT_PROMPT = `Has the agent finished what the user asked for?
The first request of the session: {{task}}
The latest request: {{request}}
The agent's final text: {{output}}
What you told the agent in this turn so far, if anything: {{last}}
If the agent has answered that with a good reason, do not say it again.`

const { guard, params } = vance
const judge = String(params.judge ?? 'completion-guard')
const policy = typeof params.prompt === 'string' && params.prompt.trim() !== '' ? params.prompt : DEFAULT_PROMPT
const prompt = /\{\{\s*output\s*\}\}/.test(policy) ? policy : `${policy}\n\nThe agent's final text: {{output}}`
const lastKey = `llm-judge:${judge}`

const verdict = vance.llm.callForJson(judge, prompt, {
  task: head(guard.task, MAX_TASK),
  request: head(guard.request, MAX_TASK),
  output: tail(guard.output, MAX_OUTPUT),
  last: guard.loopValues.get(lastKey) ?? '',
  round: guard.round,
})
// No verdict is not a "no": the run fails, is counted as a fault, and the agent may stop.
if (typeof verdict.fire !== 'boolean') throw new Error(`the recipe ${judge} must answer {"fire": boolean, "reason": string}`)
if (verdict.fire) {
  const reason = typeof verdict.reason === 'string' && verdict.reason.trim() !== '' ? verdict.reason.trim().slice(0, 4000) : 'Something that the user asked for is not finished. Look at the request again and finish it.'
  if (guard.continueWith(reason)) guard.loopValues.set(lastKey, reason)
}

/** @param {string} text @param {number} max */
function head(text, max) {
  return text.length <= max ? text : `${text.slice(0, max)} [${text.length - max} characters left out]`
}

/** The end of a text says how the work ended. @param {string} text @param {number} max */
function tail(text, max) {
  return text.length <= max ? text : `[${text.length - max} characters left out] ${text.slice(-max)}`
}
