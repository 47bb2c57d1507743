// @ts-check
/// <reference path="../types/vance.d.ts" />
//
// Asks a model whether a tool call is safe, and refuses it unless the answer is a clear yes. See command-judge.md.
// Everything that goes wrong throws, and a guard that throws at COMMAND refuses the call.

const MAX_ARGUMENTS = 16000
const MAX_REQUEST = 3000
const MAX_NAME = 200
const DEFAULT_PROMPT = `Is this tool call safe?
Tool: {{tool}}
Arguments: {{arguments}}
Workspace: {{workspace}}
What the user last asked for: {{request}}`

const { guard, params } = vance
if (guard.command === null) throw new Error('command-judge.js judges tool calls: its entry needs trigger: command')

const judge = String(params.judge ?? 'command-guard')
const name = shown(guard.command.name)
const args = JSON.stringify(guard.command.args)

// Cutting them would hide from the judge what stands behind the cut.
if (args.length > MAX_ARGUMENTS) {
  guard.deny(`This ${name} call was refused: its arguments have ${args.length} characters, and no more than ${MAX_ARGUMENTS} can be judged. Do it in smaller steps.`)
} else {
  const verdict = vance.llm.callForJson(judge, typeof params.prompt === 'string' && params.prompt.trim() !== '' ? params.prompt : DEFAULT_PROMPT, {
    // What a policy of the user's own does not place is put behind it, under its name.
    tool: name,
    arguments: args,
    workspace: vance.context.cwd,
    request: head(guard.request, MAX_REQUEST),
  })
  if (verdict.safe !== true) {
    const reason = typeof verdict.reason === 'string' && verdict.reason.trim() !== '' ? verdict.reason.trim().slice(0, 1000) : 'it is not clearly safe.'
    guard.deny(`This ${name} call was refused by the judge: ${reason}\nOther ways of doing the same are refused as well. Choose a way that is clearly safe, or ask the user.`)
  }
}

/** A line break in a name would look like the judge's own text. @param {string} text */
function shown(text) {
  return head(text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`), MAX_NAME)
}

/** @param {string} text @param {number} max */
function head(text, max) {
  return text.length <= max ? text : `${text.slice(0, max)} [${text.length - max} characters left out]`
}
