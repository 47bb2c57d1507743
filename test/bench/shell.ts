/** How long the commands of `test/fixtures/shell` take to be read. */
import { posix } from 'node:path'
import { readShell } from '../../.cache/modules/shell/read-shell.js'
import { commandForms } from '../support/gate/command-forms.ts'
import { summary } from './measure.ts'
import type { Sample } from './measure.ts'

export interface ShellSamples extends Sample {
  readonly count: number
  readonly worst: number
  readonly worstCommand: string
}

export async function measureShell(rounds: number): Promise<ShellSamples> {
  const commands = commandForms().map(form => form.command)
  const times: number[] = []
  let worst = { ms: 0, command: '' }
  for (let round = 0; round <= rounds; round++) {
    for (const command of commands) {
      const began = performance.now()
      await readShell(command, {
        cwd: '/ws', variables: { HOME: '/home/u' }, resolve: (cwd, path) => posix.resolve(cwd, path), isAbsolute: path => posix.isAbsolute(path), answer: () => Promise.resolve(null),
      })
      const ms = performance.now() - began
      // The first round is what the engine needs to get going.
      if (round === 0) continue
      times.push(ms)
      if (ms > worst.ms) worst = { ms, command }
    }
  }
  return { ...summary(times), count: commands.length, worst: worst.ms, worstCommand: worst.command }
}
