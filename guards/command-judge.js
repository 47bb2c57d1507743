// @ts-check
/// <reference path="../types/vance.d.ts" />
//
// Asks a model whether a tool call is safe, and refuses it unless the answer is a clear yes. See command-judge.md.
// Everything that goes wrong throws, and a guard that throws at COMMAND refuses the call.

const MAX_ARGUMENTS = 16000
const DEFAULT_PROMPT = `Is this tool call safe?
Tool: {{tool}}
Arguments: {{arguments}}
Workspace: {{workspace}}
What the user last asked for: {{request}}`

const { guard, params } = vance
if (guard.command === null) throw new Error('command-judge.js judges tool calls: its entry needs trigger: command')

const judge = String(params.judge ?? 'command-guard')
const { name } = guard.command
const args = JSON.stringify(guard.command.args)

// Cutting them would hide from the judge what stands behind the cut.
if (args.length > MAX_ARGUMENTS) {
  guard.deny(`This ${name} call was refused: its arguments have ${args.length} characters, and no more than ${MAX_ARGUMENTS} can be judged. Do it in smaller steps.`)
} else {
  const verdict = vance.llm.callForJson(judge, promptFor(params.prompt), {
    tool: name,
    arguments: args,
    workspace: vance.context.cwd,
    request: guard.request.slice(0, 3000),
  })
  if (verdict.safe !== true) {
    const reason = typeof verdict.reason === 'string' && verdict.reason.trim() !== '' ? verdict.reason.trim().slice(0, 1000) : 'it is not clearly safe.'
    guard.deny(`This ${name} call was refused by the judge: ${reason}\nOther ways of doing the same are refused as well. Choose a way that is clearly safe, or ask the user.`)
  }
}

/** A policy of the user's own gets the call appended where it does not place it. @param {unknown} policy */
function promptFor(policy) {
  if (typeof policy !== 'string' || policy.trim() === '') return DEFAULT_PROMPT
  const tool = /\{\{\s*tool\s*\}\}/.test(policy) ? '' : '\nTool: {{tool}}'
  const call = /\{\{\s*arguments\s*\}\}/.test(policy) ? '' : '\nArguments: {{arguments}}'
  return policy + tool + call
}
