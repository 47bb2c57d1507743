// @ts-check
/// <reference path="../types/vance.d.ts" />
//
// An agent that says it is done shows that it has checked its work. No model is asked. See dev-done.md.
// At STOP it decides. As a second entry at RESULT it also notes which files were changed and which
// checks really ran; STOP then goes by that instead of by what the agent says.

const GOOD = /\b(?:ok|clean|green|pass(?:ed|es|ing)?|succe(?:ed(?:s|ed)?|ss(?:ful(?:ly)?)?)|no (?:errors?|failures?|warnings?|problems?|issues?)|0 (?:errors?|failures?|warnings?|problems?))\b|通过|成功|没有错误/i
const HEDGED = /\b(?:not|never|cannot|unable|should|would|could|might|hopefully)\b|n['’]t\b|没有(?!错误)|尚未|未能|无法|应该/i
const DENIED = /\b(?:not|never|cannot|unable)\b|n['’]t\b|没有|尚未|未能|无法/i
const CLAIM = /\b(?:done|completed|is complete|finished|implemented|fixed|resolved|all set|works now|is ready)\b|完成|已修复|已实现|已解决|搞定/i
const FAILED = /\[(?:exit code: |timed out |killed by signal: )/

/** What counts as a check: how a report speaks of it, and which commands run it. */
const CHECKS = {
  build: { said: 'build|built|compil(?:e|es|ed|ation)|构建|编译', ran: '(?:npm|pnpm|yarn|bun) (?:run )?build|make|cmake --build|cargo build|go build|gradlew?|mvn|dotnet build' },
  tests: { said: 'tests?|specs?|\\d+ pass(?:ed|ing)|测试', ran: '(?:npm|pnpm|yarn|bun) (?:run )?t(?:est)?\\b|vitest|jest|mocha|pytest|unittest|cargo test|go test|ctest|dotnet test|rspec|phpunit|make (?:check|test)' },
  lint: { said: 'lint(?:er|s|ing)?|eslint|ruff|clippy', ran: 'lint|eslint|ruff|flake8|clippy|golangci-lint|rubocop' },
  types: { said: 'type[- ]?check(?:s|er|ing)?|tsc|mypy|pyright|类型检查', ran: 'tsc|type-?check|mypy|pyright|cargo check|go vet' },
}
const CHANGING_TOOLS = ['write', 'edit', 'str_replace_editor']

const { guard, params } = vance
/** @type {Record<string, { said?: string, ran?: string }>} */
const checks = Object(params.checks ?? CHECKS)
const kinds = Object.keys(checks)
const changingTools = Array.isArray(params.changingTools) ? params.changingTools : CHANGING_TOOLS

if (guard.point === 'result') note()
else decide()

function note() {
  if (guard.command === null || guard.result === null) return
  guard.loopValues.set('dev-done:counting', true)
  if (guard.result.isError) return
  const { command } = Object(guard.command.args)
  if (changingTools.includes(guard.command.name)) {
    // str_replace_editor also shows files.
    if (command !== 'view') guard.loopValues.set('dev-done:changed', Date.now())
    return
  }
  if (typeof command !== 'string' || FAILED.test(guard.result.text.slice(-400))) return
  for (const kind of kinds) {
    const { ran } = checks[kind] ?? {}
    if (ran !== undefined && new RegExp(`\\b(?:${ran})\\b`).test(command)) guard.loopValues.set(`dev-done:ran:${kind}`, Date.now())
  }
}

function decide() {
  const asked = Number(guard.loopValues.get('dev-done:asked') ?? 0)
  if (asked >= Number(params.asks ?? 1)) return
  if (/[?？]\s*$/.test(guard.output)) return
  const sentences = guard.output.split(/[.!。！？?](?=\s|$)|\n/)
  const counting = guard.loopValues.has('dev-done:counting')
  if (counting ? !guard.loopValues.has('dev-done:changed') : !claimsDone(sentences)) return
  const shown = kinds.filter(kind => notApplicable(kind) || (counting ? ranSinceChange(kind) : isReported(kind, sentences)))
  const threshold = Math.min(Number(params.threshold ?? 1), kinds.length)
  if (shown.length >= threshold) return
  const missing = kinds.filter(kind => !shown.includes(kind)).join(', ')
  if (guard.continueWith(promptFor(missing, threshold - shown.length))) guard.loopValues.set('dev-done:asked', asked + 1)
}

/** @param {readonly string[]} sentences */
function claimsDone(sentences) {
  const claim = typeof params.claim === 'string' ? new RegExp(params.claim, 'i') : CLAIM
  // By clauses: "Fixed; I have not run the tests" claims that it is fixed.
  return sentences.flatMap(sentence => sentence.split(/[,;，；]/)).some(clause => claim.test(clause) && !DENIED.test(clause))
}

/** @param {string} kind @param {readonly string[]} sentences */
function isReported(kind, sentences) {
  const { said } = checks[kind] ?? {}
  if (said === undefined) return false
  // A word boundary means nothing beside Chinese characters.
  const about = new RegExp(`(?<![a-z])(?:${said})(?![a-z])`, 'i')
  return sentences.some(sentence => about.test(sentence) && GOOD.test(sentence) && !HEDGED.test(sentence))
}

/** @param {string} kind */
function ranSinceChange(kind) {
  const ran = guard.loopValues.get(`dev-done:ran:${kind}`)
  return ran !== undefined && Number(ran) >= Number(guard.loopValues.get('dev-done:changed'))
}

/** The agent may say that the project has no such check. @param {string} kind */
function notApplicable(kind) {
  return guard.output.split('\n').some((line) => {
    const named = /not applicable:(.*)/i.exec(line)?.[1]
    return named !== undefined && named.toLowerCase().split(/[\s,;."'`*]+/).includes(kind.toLowerCase())
  })
}

/** @param {string} missing @param {number} count */
function promptFor(missing, count) {
  const why = typeof params.prompt === 'string' ? params.prompt : 'You are about to stop, and nothing shows that the work was checked after the last change.'
  return `${why}\nStill open: ${missing} (${count} of these ${count === 1 ? 'is' : 'are'} needed). Run what this project has, mend what fails, and report for each what you ran and what came out, for example "tests: 42 passed". `
    + 'If the project has no such check, write a line like "not applicable: tests".'
}
