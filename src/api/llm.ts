/**
 * `vance.llm`: one-shot model calls by recipe. Owns the request's texts, the attempts and the error a
 * script gets; does not know how a request travels (ModelPort) and keeps nothing between calls.
 * Invariant: a script gets what the model said, or an error; never a value that stands for neither.
 */
import { abortAfter } from '../base/deadline.ts'
import { cut, oneLine } from '../base/text.ts'
import { GuardError, assertNever } from '../errors.ts'
import type { Capability, JsonObject, JsonValue, ModelPort, RunContext, Settings } from '../types.ts'
import { objectArgument, textArgument } from './arguments.ts'
import { MAX_ANSWER, readAnswer } from './answer-object.ts'
import { createDataBlocks, fillTemplate, withUnnamed } from './llm-template.ts'
import { resolveRecipe } from './llm-recipes.ts'
import type { Recipe } from './llm-recipes.ts'

/** Output tokens of one request: a verdict takes a hundred, the rest is for models that think before they answer. */
export const MAX_OUTPUT_TOKENS = 4096
const MAX_NAME = 256
const MAX_PROMPT = 65_536
/** How much of an unusable answer is shown to the model again, UTF-16 units. */
const MAX_SHOWN_ANSWER = 4_000

export interface LlmDeps {
  readonly model: ModelPort
  readonly settings: Settings['llm']
  /** Called once per answered request; tokens are 0 where the provider does not count. */
  readonly usage: (guardName: string, sessionId: string, inputTokens: number, outputTokens: number) => void
  /** A fresh unguessable text of letters and digits, one per request. */
  readonly boundary: () => string
}

interface Question {
  readonly call: string
  readonly recipe: Recipe
  readonly prompt: string
  readonly vars: JsonObject
}

interface Answer {
  readonly text: string
  readonly truncated: boolean
}

export function createLlmCapability(deps: LlmDeps): Capability {
  return {
    calls: {
      'llm.call': (args, run) => callForText(deps, questionOf('llm.call', args, deps.settings), run),
      'llm.callForJson': (args, run) => callForJson(deps, questionOf('llm.callForJson', args, deps.settings), run),
    },
  }
}

function questionOf(call: string, args: readonly JsonValue[], settings: Settings['llm']): Question {
  const recipe = resolveRecipe(call, textArgument(call, 'recipe', args[0], { max: MAX_NAME, filled: true }), settings)
  const prompt = textArgument(call, 'prompt', args[1], { max: MAX_PROMPT, filled: true })
  const vars = objectArgument(call, 'vars', args[2])
  return { call, recipe, prompt, vars }
}

async function callForText(deps: LlmDeps, question: Question, run: RunContext): Promise<string> {
  const answer = await ask(deps, question, run, [], null)
  const problem = problemOf(answer)
  if (problem !== null) throw unusable(question, problem, 1)
  return answer.text
}

async function callForJson(deps: LlmDeps, question: Question, run: RunContext): Promise<JsonObject> {
  const form = 'Answer with exactly one JSON object and nothing else: no other text, no code fence.'
  let last: { readonly text: string, readonly problem: string } | null = null
  for (let attempt = 1; attempt <= question.recipe.maxAttempts; attempt += 1) {
    const answer: Answer = await ask(deps, question, run, [form], last)
    const problem = problemOf(answer)
    const reading = problem === null ? readAnswer(answer.text, question.recipe.check) : { ok: false as const, problem }
    if (reading.ok) return reading.value
    last = { text: answer.text, problem: reading.problem }
  }
  throw unusable(question, last?.problem ?? 'is missing', question.recipe.maxAttempts)
}

/** What rules an answer out whatever was asked; completes "the answer …". */
function problemOf(answer: Answer): string | null {
  if (answer.text.trim() === '') return answer.truncated ? `has no text: the ${MAX_OUTPUT_TOKENS} tokens of output were used up before it` : 'is empty'
  if (answer.truncated) return `was cut off at ${MAX_OUTPUT_TOKENS} tokens`
  if (answer.text.length > MAX_ANSWER) return `has ${answer.text.length} characters, at most ${MAX_ANSWER} are read`
  return null
}

/** One request. */
async function ask(deps: LlmDeps, question: Question, run: RunContext, rules: readonly string[], last: { readonly text: string, readonly problem: string } | null): Promise<Answer> {
  const { call, recipe, vars } = question
  // A boundary per request: the last answer may quote the one before.
  const blocks = createDataBlocks(deps.boundary())
  const system = fillTemplate(call, `the system text of the recipe ${recipe.name}`, recipe.system, vars, blocks)
  const asked = withUnnamed(call, fillTemplate(call, 'the prompt', question.prompt, vars, blocks), [question.prompt, recipe.system], vars, blocks)
  const prompt = last === null
    ? asked
    : `${asked}\n\nYour last answer could not be used: it ${last.problem}. It was: ${blocks.wrap('last_answer', cut(last.text, MAX_SHOWN_ANSWER))}\nAnswer again.`
  const rule = blocks.rule()
  const request = { provider: recipe.provider, model: recipe.model, system: [system, ...(rule === null ? [] : [rule]), ...rules].join('\n\n'), prompt }
  return await complete(deps, question, run, request)
}

async function complete(
  deps: LlmDeps, question: Question, run: RunContext,
  request: { readonly provider: string | null, readonly model: string | null, readonly system: string, readonly prompt: string },
): Promise<Answer> {
  if (run.signal.aborted) throw stopped(deps, question, false)
  const deadline = abortAfter(deps.settings.timeoutMs, run.signal)
  try {
    // Raced, because a provider may not listen to the signal.
    const outcome = await Promise.race([
      deps.model.complete(run.session, { ...request, maxTokens: MAX_OUTPUT_TOKENS, temperature: 0, signal: deadline.signal }),
      whenAborted(deadline.signal),
    ])
    if (outcome === 'aborted' || deadline.signal.aborted) throw stopped(deps, question, deadline.timedOut())
    switch (outcome.kind) {
      case 'text':
        deps.usage(run.guard.name, run.session.sessionId, outcome.inputTokens ?? 0, outcome.outputTokens ?? 0)
        return { text: outcome.text, truncated: outcome.truncated }
      case 'failure':
        throw new GuardError('MODEL_FAILED', `${question.call}: the model request of the recipe ${question.recipe.name} failed: ${oneLine(outcome.message, 500)} (${oneLine(outcome.code, 60)}${outcome.status === null ? '' : `, HTTP ${outcome.status}`}); ${adviceFor(outcome.status)}`)
      default:
        return assertNever(outcome)
    }
  } finally {
    deadline.dispose()
  }
}

function whenAborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted')
    else signal.addEventListener('abort', () => { resolve('aborted') }, { once: true })
  })
}

function stopped(deps: LlmDeps, question: Question, timedOut: boolean): GuardError {
  return timedOut
    ? new GuardError('TIMEOUT', `${question.call}: the model did not answer the recipe ${question.recipe.name} within ${deps.settings.timeoutMs} ms; raise llm.timeoutMs or give the recipe a faster model`)
    : new GuardError('CANCELLED', `${question.call}: the guard run ended while the model was asked`)
}

function unusable(question: Question, problem: string, attempts: number): GuardError {
  return new GuardError('MODEL_ANSWER', `${question.call}: no usable answer to the recipe ${question.recipe.name} in ${attempts} attempt${attempts === 1 ? '' : 's'}: the answer ${problem}; make the recipe's text clearer, raise its maxAttempts, or give it another model`)
}

function adviceFor(status: number | null): string {
  if (status === 401 || status === 403) return 'check the credentials of its provider'
  if (status === 429) return 'the provider limits requests: wait, or give the recipe another provider or model under llm'
  if (status !== null && status >= 500) return 'the provider has a fault: try again later, or give the recipe another provider or model under llm'
  return 'check the provider and the model under llm'
}
