/**
 * The configuration of the row: what cordis validates it with, and the settings that everything else
 * works with. Owns defaults and texts of errors; does not look at the disk: a script that is not
 * there is a broken guard, not a wrong configuration.
 */
import { GuardError } from '../errors.ts'
import { checkConfig } from './checks.ts'
import { destructiveSettings } from './destructive.ts'
import { checkEntry, entrySettings, gateNames } from './guard-entries.ts'
import type { ConfigIssue } from './issue.ts'
import { configSchema, guardEntrySchema, type GuardEntryConfig, type RecipeConfig, type ShootyConfig } from './shape.ts'
import { walk } from './walk.ts'
import type { GuardSettings, RecipeSettings, Settings } from '../types.ts'

/** As in the schema; a cap that was written otherwise was meant to do something. */
const DEFAULT_MAX_ROUNDS = 3

type Validated = { readonly value: ShootyConfig } | { readonly issues: readonly ConfigIssue[] }

/**
 * What the loader asks for: the standard-schema interface, and the schema for whoever draws a form: newer hosts walk
 * it as a schemastery one, from `meta`, `type` and `dict`, and one without them takes down the settings of all plugins.
 * A valid configuration comes back with its defaults filled in.
 */
export const Config = {
  '~standard': { version: 1, vendor: 'shooty', validate: validateConfig },
  /** The schemastery schema as data. */
  toJSON: (): unknown => configSchema.toJSON(),
  meta: configSchema.meta,
  type: configSchema.type,
  dict: configSchema.dict,
} as const

function validateConfig(config: unknown): Validated {
  const issues: ConfigIssue[] = []
  const known = (walk(configSchema, config, [], issues) ?? {}) as ShootyConfig
  checkConfig(known, issues)
  return issues.length > 0 ? { issues } : { value: configSchema(known) as ShootyConfig }
}

/**
 * @param config the row's `config`, with or without defaults; null or undefined means all defaults.
 * @throws GuardError CONFIG_INVALID with one line per problem.
 */
export function resolveConfig(config: unknown): Settings {
  const result = validateConfig(config)
  if ('issues' in result) throw invalid('the configuration of shooty is not valid', result.issues)
  const { guard = [], llm = {}, sandbox = {}, destructive = {}, ...rest } = result.value as Required<ShootyConfig>
  const taken = gateNames()
  for (const entry of guard) if (entry.name !== undefined) taken.set(entry.name, 'a guard')
  return {
    ...rest,
    leanPath: result.value.leanPath ?? null,
    destructive: destructiveSettings(destructive),
    guards: guard.map((entry, index) => entrySettings(entry, `guard[${index}]`, taken)),
    sandbox: { ...sandbox as Required<typeof sandbox>, nodePath: sandbox.nodePath ?? null },
    llm: {
      ...llm as Required<typeof llm>,
      provider: llm.provider ?? null,
      model: llm.model ?? null,
      recipes: Object.fromEntries(Object.entries(llm.recipes ?? {}).map(([name, recipe]) => [name, recipeSettings(recipe)])),
    },
  }
}

/**
 * One guard that does not come from the row, e.g. of another plugin.
 * @param taken names in use; gates' names are taken anyway.
 * @throws GuardError CONFIG_INVALID with one line per problem.
 */
export function resolveGuardEntry(entry: unknown, taken: Iterable<string>): GuardSettings {
  const issues: ConfigIssue[] = []
  const names = gateNames()
  for (const name of taken) names.set(name, 'another guard')
  const known = walk(guardEntrySchema, entry ?? {}, ['guard'], issues) as GuardEntryConfig | undefined
  if (known !== undefined) checkEntry(known, ['guard'], names, issues)
  if (known === undefined || issues.length > 0) throw invalid('the guard is not valid', issues)
  if (known.name !== undefined) names.delete(known.name)
  return entrySettings(known, 'guard', names)
}

/** Settings that are allowed and do nothing, for the notes of `guard_status`. */
export function configNotes(settings: Settings): string[] {
  const notes: string[] = []
  for (const guard of settings.guards) {
    const at = `guard ${guard.name} (${guard.trigger})`
    const isCall = guard.trigger === 'command' || guard.trigger === 'result'
    if (guard.namesake !== null) notes.push(`${at}: ${guard.key} has no name of its own and the name ${guard.namesake} was taken, so it is ${guard.name}; /guard off ${guard.namesake} leaves it on. Set ${guard.key}.name to call it otherwise`)
    if (guard.tools !== null && !isCall) notes.push(`${at}: tools has no effect, it is for command and result`)
    if (guard.trigger === 'start' && guard.agents === 'sub') notes.push(`${at}: never runs, since START is for real user turns and subagents have none`)
    if (guard.maxRounds === 0 && !isCall && guard.trigger !== 'start') notes.push(`${at}: never fires, since maxRounds is 0`)
    if (guard.maxRounds !== DEFAULT_MAX_ROUNDS && (isCall || guard.trigger === 'start')) notes.push(`${at}: maxRounds has no effect, it is for stop and terminate`)
  }
  return notes
}

function recipeSettings(recipe: RecipeConfig): RecipeSettings {
  return { system: recipe.system, provider: recipe.provider ?? null, model: recipe.model ?? null, maxAttempts: recipe.maxAttempts ?? null }
}

function invalid(title: string, issues: readonly ConfigIssue[]): GuardError {
  return new GuardError('CONFIG_INVALID', [`${title}:`, ...issues.map(issue => `  - ${issue.message}`)].join('\n'))
}
