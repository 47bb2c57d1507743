/**
 * Checkers of specifications behind one interface, and the choice among them: the profile's own
 * tool, Lean, a configured command, or none. A checker says what it found; what follows
 * from that is the gate's.
 */
import type { ProcessPort, SessionRef, Settings, ToolSchemasPort, ToolsPort } from '../types.ts'
import type { SpecChecker } from './spec-checker.ts'
import { createCommandChecker } from './spec-command.ts'
import { createLeanChecker } from './spec-lean.ts'
import { createToolChecker, otherTool, STRICT_CHECK } from './spec-tool.ts'

export interface SpecCheckerDeps {
  readonly settings: Pick<Settings, 'specChecker' | 'checkTimeoutMs' | 'leanPath'>
  readonly process: ProcessPort | null
  readonly tools: ToolsPort & ToolSchemasPort | null
  /** Complete environment of the checker's process, PATH included. */
  readonly env: Readonly<Record<string, string>>
  readonly now: () => number
}

export interface SpecCheckers {
  /** The checker for this session; null when the setting or the profile leaves none. */
  choose(session: SessionRef): SpecChecker | null
  /** For the status, e.g. `checker: lean`. */
  describe(): string
}

export function createSpecCheckers(deps: SpecCheckerDeps): SpecCheckers {
  const { specChecker } = deps.settings
  if (specChecker === 'off') return { choose: () => null, describe: () => 'no checker: specChecker is off' }
  if (specChecker !== 'auto') {
    const command = deps.process === null ? null : createCommandChecker(specChecker, { ...deps, process: deps.process })
    return { choose: () => command, describe: () => `checker: ${specChecker.join(' ')}` }
  }
  const lean = deps.process === null ? null : createLeanChecker({ ...deps, process: deps.process })
  const { tools } = deps
  const tool = tools === null ? null : createToolChecker({ ...deps, tools })
  return {
    choose: session => tools?.has(session, STRICT_CHECK) === true && otherTool(tools, session) === null ? tool : lean,
    describe() {
      const other = tools === null ? null : otherTool(tools, null)
      const first = other === null ? `the tool ${STRICT_CHECK} where the profile has it, else ` : ''
      return [`checker: ${first}${lean === null ? 'none' : lean.describe()}`, ...other === null ? [] : [other]].join('; ')
    },
  }
}
