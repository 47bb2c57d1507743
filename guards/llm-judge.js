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
const asked = text(params.judge)
// `judge` names a recipe, and `prompt` is the question; or `judge` is the question, and `prompt` what the agent is told.
const isQuestion = asked !== '' && !/^[\w.-]+$/.test(asked)
const recipe = isQuestion ? text(params.recipe) || 'completion-guard' : asked || text(params.recipe) || 'completion-guard'
const question = (isQuestion ? asked : text(params.prompt)) || DEFAULT_PROMPT
const followUp = isQuestion ? text(params.prompt) : ''
const lastKey = `llm-judge:${asked}`

// What the question does not place is put behind it, under its name.
const verdict = vance.llm.callForJson(recipe, question, {
  task: head(guard.task, MAX_TASK),
  request: head(guard.request, MAX_TASK),
  output: tail(guard.output, MAX_OUTPUT),
  last: guard.loopValues.get(lastKey) ?? '',
  round: guard.round,
})
// No verdict is not a "no": the run fails, is counted as a fault, and the agent may stop.
if (typeof verdict.fire !== 'boolean') throw new Error(`the recipe ${recipe} must answer {"fire": boolean, "reason": string}`)
if (verdict.fire) {
  const reason = typeof verdict.reason === 'string' && verdict.reason.trim() !== '' ? verdict.reason.trim().slice(0, 4000) : 'Something that the user asked for is not finished. Look at the request again and finish it.'
  if (guard.continueWith(followUp || reason)) guard.loopValues.set(lastKey, reason)
}

/** @param {unknown} value */
function text(value) {
  return typeof value === 'string' ? value.trim() : ''
}

/** @param {string} text @param {number} max */
function head(text, max) {
  return text.length <= max ? text : `${text.slice(0, max)} [${text.length - max} characters left out]`
}

/** The end of a text says how the work ended. @param {string} text @param {number} max */
function tail(text, max) {
  return text.length <= max ? text : `[${text.length - max} characters left out] ${text.slice(-max)}`
}
