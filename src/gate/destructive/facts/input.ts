/** What reaches a command through its standard input, as far as the reading of the call shows it. */
import type { CallReading, ShellCommand } from '../../../shell/reading.ts'
import { argumentsOf } from '../arguments.ts'

const MAX_STEPS = 20

/** Text that is known; null where it is not, or there is none. */
export function inputText(command: ShellCommand, reading: CallReading): string | null {
  const { input } = command
  if (input.kind === 'text') return input.text
  if (input.kind !== 'pipe') return null
  for (const source of feeders(command, reading)) {
    const text = printedText(source)
    if (text !== null) return text
    if (source.input.kind === 'text') return source.input.text
  }
  return null
}

/** The commands that feed this one, the nearest first. */
export function feeders(command: ShellCommand, reading: CallReading): readonly ShellCommand[] {
  const found: ShellCommand[] = []
  let { input } = command
  while (input.kind === 'pipe' && found.length < MAX_STEPS) {
    const source = reading.commands[input.from]
    if (source === undefined || found.includes(source)) break
    found.push(source)
    input = source.input
  }
  return found
}

function printedText(command: ShellCommand): string | null {
  if (command.program !== 'echo' && command.program !== 'printf' && command.program !== 'print') return null
  const texts = command.args.filter(arg => arg === null || !/^-[neE]+$/.test(arg))
  if (texts.includes(null)) return null
  return texts.join(' ').replace(/\\n/g, '\n')
}

/** A word of the command that no option takes. */
export function operandsOf(command: ShellCommand): readonly (string | null)[] {
  return argumentsOf(command).operands.map(word => word.text)
}
