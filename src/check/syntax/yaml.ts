/** YAML by the package `yaml`, in a child process: some texts take it minutes, and the host has no minutes. */
import { outcomeOf } from './checker.ts'
import type { SyntaxChecker } from './checker.ts'
import { askChild } from './child.ts'
import type { ChildDeps } from './child.ts'
import { failed } from './process-outcome.ts'
import { decodeText } from './source-text.ts'

export function createYamlChecker(deps: ChildDeps): SyntaxChecker {
  let state = 'not used yet'
  return {
    id: 'yaml',
    language: 'YAML',
    extensions: ['.yaml', '.yml'],
    shebangs: [],
    describe: () => state,
    async check(source, limits) {
      const text = decodeText(source.bytes)
      if (text === null) return { kind: 'ok' }
      const answer = await askChild(deps, { kind: 'yaml', text }, [], limits)
      if ('kind' in answer) return answer
      if (answer.failed !== null) return failed(`the YAML parser broke: ${answer.failed}`)
      state = 'built-in YAML parser'
      return outcomeOf(answer.diagnostics, answer.total)
    },
  }
}
