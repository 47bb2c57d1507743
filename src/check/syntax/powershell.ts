/** PowerShell by its own parser, on a copy in the folder of temporary files. Parses only; runs nothing of the file. */
import type { ProcessPort } from '../../types.ts'
import { withTemporaryCopy } from '../temporary.ts'
import { parseAnswer } from './answer.ts'
import { MAX_CHECKER_OUTPUT, outcomeOf } from './checker.ts'
import type { SyntaxChecker } from './checker.ts'
import { extensionOf } from './choose.ts'
import { failed, processFailure, unreadable } from './process-outcome.ts'

export interface PowerShellDeps {
  readonly processes: ProcessPort
  readonly environment: Readonly<Record<string, string>>
  readonly temporaryFolder: string
  /** Program, e.g. `pwsh`. */
  readonly program: string
}

/** The copy's path comes in by the environment, so that no quoting is needed. */
const PATH_VARIABLE = 'SHOOTY_CHECKED_FILE'

const PROGRAM = `
$ErrorActionPreference = 'Stop'
$tokens = $null; $problems = $null
[void][System.Management.Automation.Language.Parser]::ParseFile($env:${PATH_VARIABLE}, [ref]$tokens, [ref]$problems)
$found = @($problems | ForEach-Object { @{ message = $_.Message; line = $_.Extent.StartLineNumber; column = $_.Extent.StartColumnNumber } })
[Console]::Out.Write((ConvertTo-Json -Compress -Depth 4 -InputObject @{ parser = "PowerShell $($PSVersionTable.PSVersion)"; errors = $found }))
`

export function createPowerShellChecker(deps: PowerShellDeps): SyntaxChecker {
  let state = 'not used yet'
  return {
    id: 'powershell',
    language: 'PowerShell',
    extensions: ['.ps1', '.psm1', '.psd1'],
    shebangs: ['pwsh'],
    describe: () => state,
    check: (source, limits) => withTemporaryCopy(deps.temporaryFolder, `checked${extensionOf(source.path) || '.ps1'}`, source.bytes, async (path) => {
      const result = await deps.processes.run([deps.program, '-NoLogo', '-NoProfile', '-NonInteractive', '-Command', PROGRAM], {
        cwd: deps.temporaryFolder, env: { ...deps.environment, [PATH_VARIABLE]: path }, timeoutMs: limits.timeoutMs, signal: limits.signal,
        maxOutputBytes: MAX_CHECKER_OUTPUT,
      })
      const failure = processFailure(deps.program, result, limits.timeoutMs)
      if (failure?.kind === 'unavailable') state = 'missing'
      if (failure !== null) return failure
      const answer = parseAnswer(result.stdout)
      if (answer === null) return unreadable(deps.program, result)
      if (answer.failed !== null) return failed(answer.failed)
      state = answer.parser
      return outcomeOf(answer.diagnostics, answer.total)
    }),
  }
}
