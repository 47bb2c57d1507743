// @ts-check
/// <reference path="../types/vance.d.ts" />
//
// A turn that changed files ends with a check that ran well after the last change: a build, tests, a
// linter, a type check. Goes by what was done, not by what the agent says. No model is asked. See dev-done.md.

/** Which commands count as a check: patterns on a program and its arguments, from their beginning. */
const CHECKS = {
  build: '(?:npm|pnpm|yarn|bun) (?:run )?build|make(?: (?!check|test|clean).*)?$|cmake --build|cargo build|go build|gradlew? .*(?:build|assemble)|mvnw? .*(?:compile|package|install|verify)|dotnet build',
  tests: '(?:npm|pnpm|yarn|bun) (?:run )?t(?:est)?(?![a-z])|vitest|jest|mocha|pytest|python[\\d.]* (?:\\S+ )*-m (?:pytest|unittest)|node (?:\\S+ )*--test|(?:cargo|go|deno|dotnet|swift) (?:nextest|test)|ctest|rspec|phpunit|make (?:check|test)|gradlew? .*(?:test|check)|mvnw? .*(?:test|verify|install)',
  lint: '(?:npm|pnpm|yarn|bun) (?:run )?lint|eslint|ruff|flake8|biome|cargo clippy|golangci-lint|rubocop',
  types: '(?:npm|pnpm|yarn|bun) (?:run )?type-?check|tsc|mypy|pyright|cargo check|go vet',
}

const { guard, params } = vance
/** @type {Record<string, string>} */
const checks = Object(params.checks ?? CHECKS)
const kinds = Object.keys(checks)
const { calls, running } = guard.turn

const asked = Number(guard.loopValues.get('dev-done:asked') ?? 0)
const lastChange = calls.findLastIndex(call => call.outcome !== 'refused' && call.writes.some(write => write.inside))
// Work in the background may be the very check; a question is for the user to answer.
if (lastChange >= 0 && asked < Number(params.asks ?? 1) && running.length === 0 && !/[?？]\s*$/.test(guard.output)) decide()

function decide() {
  const shown = kinds.filter(kind => ranWell(kind) || notApplicable(kind))
  const threshold = Math.min(Number(params.threshold ?? 1), kinds.length)
  if (shown.length >= threshold) return
  const missing = kinds.filter(kind => !shown.includes(kind)).join(', ')
  if (guard.continueWith(promptFor(missing, threshold - shown.length))) guard.loopValues.set('dev-done:asked', asked + 1)
}

/** @param {string} kind */
function ranWell(kind) {
  const pattern = new RegExp(`^(?:${checks[kind]})`)
  return calls.some((call, at) => at >= lastChange && call.outcome === 'done'
    && call.commands.some(({ program, args }) => pattern.test([program ?? '', ...args.map(arg => arg ?? '…')].join(' '))))
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
  const why = typeof params.prompt === 'string' ? params.prompt : 'You are about to stop, and no check has run well since the last change.'
  return `${why}\nStill open: ${missing} (${count} of these ${count === 1 ? 'is' : 'are'} needed). Run what this project has, mend what fails, and say what came out. `
    + 'If the project has no such check, write a line like "not applicable: tests".'
}
