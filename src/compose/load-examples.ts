/**
 * The examples beside the configured guards, run once after the check at load, in a workbench of their own: they take
 * no runner from a call. Differences are one note. Bundled guards' examples are their package's business.
 */
import { basename, dirname } from 'node:path'
import { exampleFileOf, readExampleFile } from '../guard/example-file.ts'
import type { Example, ExampleFile } from '../guard/examples.ts'
import { describeThrown } from '../errors.ts'
import { oneLine } from '../base/text.ts'
import type { Home } from '../config/home.ts'
import type { GuardSettings, GuardTexts, Settings } from '../types.ts'
import { entriesOf, entryKey } from './example-entries.ts'
import { BUNDLED_GUARDS } from './package-files.ts'
import { runExample } from './run-examples.ts'
import { runnerReady } from './runner-ready.ts'
import { createWorkbench } from './workbench.ts'

export interface LoadExamplesParts {
  readonly settings: Settings
  readonly home: Home
  readonly texts: GuardTexts
  /** Said once for each key, and shown in the status. */
  readonly note: (key: string, text: string) => void
}

/** What differs, in the order of the file. */
interface Finding {
  readonly line: number
  readonly text: string
}

/** The start of a runner on a busy machine included. */
const RUNNER_MS = 20_000
const MAX_REASON = 200

/** Never rejects, and keeps no process alive. @param signal ends it between two examples. */
export async function runLoadExamples(parts: LoadExamplesParts, signal: AbortSignal): Promise<void> {
  const seen = new Set<string>()
  for (const guard of parts.settings.guards) {
    const file = exampleFile(parts.texts, guard)
    if (file === null || seen.has(file.examples) || signal.aborted) continue
    seen.add(file.examples)
    try {
      const read = await readExampleFile(file.examples, null)
      if (read === null) continue
      const findings = [...read.problems, ...await differing(parts, file.script, read, signal)].toSorted((one, other) => one.line - other.line)
      if (!signal.aborted && findings.length > 0) parts.note(`examples ${file.examples}`, noteText(guard, file.examples, read, findings))
    } catch (error) {
      parts.note(`examples ${file.examples}`, `${guard.name}: its examples could not be run: ${describeThrown(error)}`)
    }
  }
}

function exampleFile(texts: GuardTexts, guard: GuardSettings): { readonly script: string, readonly examples: string } | null {
  if (guard.mode === 'off' || guard.source.kind !== 'script') return null
  const text = texts.textOf(guard, null)
  if (text.state !== 'loaded' || text.file === null || dirname(text.file) === BUNDLED_GUARDS) return null
  return { script: text.file, examples: exampleFileOf(text.file) }
}

async function differing({ settings, home }: LoadExamplesParts, script: string, { examples }: ExampleFile, signal: AbortSignal): Promise<readonly Finding[]> {
  if (examples.length === 0) return []
  const entries = entriesOf(script, examples)
  const workbench = createWorkbench({
    home,
    settings: { ...settings, guards: [...entries.values()], specChecker: 'off', postWriteSyntax: false, sandbox: { ...settings.sandbox, maxRunners: 1 } },
  })
  try {
    const findings: Finding[] = []
    for (const example of examples) {
      await runnerReady(workbench.guards.pool, RUNNER_MS, signal)
      if (signal.aborted) break
      const outcome = await runExample(workbench, example, dirname(script), namesOf(entries, example))
      if (!outcome.ok) findings.push({ line: example.line, text: `${example.name}: ${outcome.why}` })
    }
    return findings
  } finally {
    await workbench.dispose()
  }
}

function namesOf(entries: ReadonlyMap<string, GuardSettings>, example: Example): ReadonlySet<string> {
  const entry = entries.get(entryKey(example))
  return new Set(entry === undefined ? [] : [entry.name])
}

function noteText(guard: GuardSettings, file: string, { examples, problems }: ExampleFile, findings: readonly Finding[]): string {
  const [first] = findings
  const place = first === undefined ? '' : `, first ${basename(file)}:${first.line} ${oneLine(first.text, MAX_REASON)}`
  return `${guard.name}: ${findings.length} of ${examples.length + problems.length} examples differ${place}`
}
