/**
 * The row's `config` as a user writes it: every key, its default, its bounds and its description.
 * What a schema cannot say (either/or, duplicates, globs) is in checks.ts and guard-entries.ts.
 */
import Schema from 'schemastery'
import type { SchemaNode } from './walk.ts'

/** Longest time that a timer of Node can hold, milliseconds. */
const LONGEST_TIME = 2_147_483_647
/** More would only be a way to write a number wrongly. */
const MOST_RUNNERS = 64
const MOST_ATTEMPTS = 10

export const TRIGGERS = ['start', 'command', 'result', 'stop', 'terminate', 'both'] as const
export const SCOPES = ['all', 'main', 'sub'] as const
export const DESTRUCTIVE_ACTIONS = ['deny', 'ask', 'observe', 'off'] as const
export const SKILL_GUARDS = ['user', 'all', 'off'] as const
export const MODES = ['enforce', 'observe', 'off'] as const

/** A schema that can fill in defaults and describe itself. */
export type FormSchema = SchemaNode & ((value: unknown) => unknown) & { toJSON(): unknown }

// The types of schemastery are global, and hosts bring another edition of them; nothing here spells them out.
function milliseconds(byDefault: number, text: string) {
  return Schema.number().step(1).min(1).max(LONGEST_TIME).default(byDefault).description(`${text} Milliseconds.`)
}

function count(min: number, max: number, byDefault: number, text: string) {
  return Schema.number().step(1).min(min).max(max).default(byDefault).description(text)
}

const MANY = Number.MAX_SAFE_INTEGER

const guardEntry = Schema.object({
  script: Schema.string().description('Script file: a name looked up in the guard folders, `./x.js` in the workspace, or an absolute path. Exactly one of script and scriptBody.'),
  scriptBody: Schema.string().role('textarea').description('The script itself, as text.'),
  // No default here: an entry that says nothing is told from one that says stop.
  trigger: Schema.union(TRIGGERS).description('The Point at which the guard runs; both means stop and terminate. Default: stop.'),
  name: Schema.string().description('Unique name. Default: from the script.'),
  // Not a dictionary: schemastery would lose a key named __proto__.
  params: Schema.any().description('What the script sees as vance.params: keys and JSON values.'),
  maxRounds: count(0, MANY, 3, 'Follow-up rounds per user turn after which the guard is not run any more; 0: it never fires. For stop and terminate.'),
  allowTools: Schema.boolean().default(false).description('Gives this script the whole tool surface.'),
  // Without this, schemastery would make a list that was left out an empty one.
  tools: Schema.array(Schema.string()).extra('default', undefined).description('Patterns on the tool name; shell stands for every shell tool. For command and result; default: every tool.'),
  agents: Schema.union(SCOPES).description('Whose work is judged: every agent, only the user\'s own, only subagents. Default: all for command and result, main for the others.'),
  mode: Schema.union(MODES).default('enforce').description('observe runs and counts and changes nothing.'),
  workspaces: Schema.array(Schema.string()).extra('default', undefined).description('Patterns on the folder of the session, absolute or beginning with ~. Default: every workspace.'),
  required: Schema.boolean().default(false).description('A script of the workspace (./x.js) must exist: without it the guard is broken instead of waiting.'),
}).description('One guard.')

const sandboxSchema = Schema.object({
  runner: Schema.union(['process', 'worker']).default('process').description('Where scripts run. A worker does not contain memory exhaustion.'),
  maxRunners: count(1, MOST_RUNNERS, 4, 'Runners at the same time; where slow guards leave too few, up to half as many more.'),
  memoryMb: count(32, 65_536, 256, 'Heap of one runner, MiB.'),
  nodePath: Schema.string().description('The Node binary that runs scripts, as an absolute path. Default: the one that runs dsh, or the first on PATH where dsh is a program of its own.'),
  maxSteps: count(0, MANY, 10_000_000, 'Loop iterations and function calls of one run; 0: no limit.'),
}).description('The runners.')

const recipeSchema = Schema.object({
  system: Schema.string().required().role('textarea').description('System text; may hold {{var}}.'),
  provider: Schema.string().description('Default: llm.provider.'),
  model: Schema.string().description('Default: llm.model.'),
  maxAttempts: Schema.number().step(1).min(1).max(MOST_ATTEMPTS).description('Default: llm.maxAttempts.'),
}).description('One recipe.')

const llmSchema = Schema.object({
  provider: Schema.string().description('Provider of judge calls. Default: the session\'s own.'),
  model: Schema.string().description('Model of judge calls. Default: the session\'s own.'),
  maxAttempts: count(1, MOST_ATTEMPTS, 2, 'Requests for one answer that can be read.'),
  timeoutMs: milliseconds(20_000, 'One judge call.'),
  recipes: Schema.dict(recipeSchema).description('Judge calls by name.'),
}).description('The judge.')

const destructiveSchema = Schema.object({
  action: Schema.union(DESTRUCTIVE_ACTIONS).default('deny').description('deny refuses, ask puts the call to the human, observe counts and changes nothing, off.'),
  packs: Schema.array(Schema.string()).default(['default']).description('default, names of further packs, -name takes one out, ./name.yml is a pack of your own.'),
  except: Schema.array(Schema.any()).description('Rules that do not refuse: an id, or { rule, command, workspaces, until }.'),
  trusted: Schema.array(Schema.string()).description('Folders (globs) where deletes are free, beside the workspace and temp folders.'),
}).description('Destructive commands.')

const config = Schema.object({
  guard: Schema.array(guardEntry).description('Guard scripts, in the order in which they run.'),
  criticalPaths: Schema.array(Schema.string()).description('Files that need an accepted specification before they change. Empty: the gate is off.'),
  lockedPaths: Schema.array(Schema.string()).description('Files that no call may change, new ones included; only the human can. Empty: the gate is off.'),
  protectedTools: Schema.array(Schema.string()).default(['write', 'edit', 'str_replace_editor']).description('Tools whose calls write files.'),
  repeatThreshold: count(0, MANY, 3, 'Equal failures until a notice; 0 turns the gate off.'),
  repeatCooldown: count(1, MANY, 3, 'Equal failures from one notice to the next.'),
  postWriteSyntax: Schema.boolean().default(true).description('Checks the syntax of a file after it was written.'),
  maxDiagnostics: count(1, 1000, 5, 'Diagnostics quoted to the model.'),
  checkTimeoutMs: milliseconds(60_000, 'One spec or syntax check.'),
  specChecker: Schema.union([Schema.const('auto'), Schema.const('off'), Schema.array(Schema.string())]).default('auto')
    .description('auto, off, or a command as a list with {path} in it.'),
  leanPath: Schema.string().description('The lean that specChecker: auto uses, as an absolute path. Default: looked for.'),
  timeoutMs: milliseconds(30_000, 'Wall clock of one guard run, waiting for a runner included.'),
  guardDirs: Schema.array(Schema.string()).description('Absolute folders searched for bare script names before the built-in ones.'),
  sandbox: sandboxSchema,
  llm: llmSchema,
  audit: Schema.union([Schema.boolean(), Schema.string()]).default(true).description('true: the default file; a string: that file; false: none.'),
  maxSessions: count(1, 1_000_000, 256, 'Sessions remembered; live ones are never dropped.'),
  exposeStatusTool: Schema.boolean().default(true).description('Offers the tool guard_status to the model.'),
  tamperProtection: Schema.boolean().default(true).description('Keeps the agent from changing guards, patch files and Shooty\'s own files.'),
  skillGuards: Schema.union(SKILL_GUARDS).default('user').description('Whose skills bring guards (guards.yml in their folder): of the user and of packages, all with the workspace\'s own, or none.'),
  destructive: destructiveSchema,
}).description('Shooty: guards and gates.')

export const guardEntrySchema = guardEntry as unknown as FormSchema
export const configSchema = config as unknown as FormSchema

// ---------------------------------------------------------------- as types

/** One entry of `guard:` as written. */
export interface GuardEntryConfig {
  script?: string
  scriptBody?: string
  trigger?: (typeof TRIGGERS)[number]
  name?: string
  params?: Record<string, unknown>
  maxRounds?: number
  allowTools?: boolean
  tools?: string[]
  workspaces?: string[]
  required?: boolean
  agents?: (typeof SCOPES)[number]
  mode?: (typeof MODES)[number]
}

export interface RecipeConfig {
  system: string
  provider?: string
  model?: string
  maxAttempts?: number
}

/** The whole row as written. */
export interface ShootyConfig {
  guard?: GuardEntryConfig[]
  criticalPaths?: string[]
  lockedPaths?: string[]
  protectedTools?: string[]
  repeatThreshold?: number
  repeatCooldown?: number
  postWriteSyntax?: boolean
  maxDiagnostics?: number
  checkTimeoutMs?: number
  specChecker?: 'auto' | 'off' | string[]
  leanPath?: string
  timeoutMs?: number
  guardDirs?: string[]
  sandbox?: { runner?: 'process' | 'worker', maxRunners?: number, memoryMb?: number, nodePath?: string, maxSteps?: number }
  llm?: { provider?: string, model?: string, maxAttempts?: number, timeoutMs?: number, recipes?: Record<string, RecipeConfig> }
  audit?: boolean | string
  maxSessions?: number
  exposeStatusTool?: boolean
  tamperProtection?: boolean
  skillGuards?: (typeof SKILL_GUARDS)[number]
  destructive?: DestructiveConfig
}

export interface DestructiveConfig {
  action?: (typeof DESTRUCTIVE_ACTIONS)[number]
  packs?: string[]
  except?: unknown[]
  trusted?: string[]
}
