#!/usr/bin/env node
/**
 * `dsh-shooty` on the command line: `explain`, `test`, `replay`, `check`. Owns the words of the help and the
 * exit codes: 0 in order, 1 refused or differing, 2 for a call that cannot be carried out.
 */
import { Command, CommanderError } from 'commander'
import { describeThrown } from '../errors.ts'
import type { CommonOptions } from './context.ts'
import { check } from './check.ts'
import { explain } from './explain.ts'
import type { ExplainOptions } from './explain.ts'
import { createPrinter } from './print.ts'
import type { Printer } from './print.ts'
import { replay } from './replay.ts'
import type { ReplayOptions } from './replay.ts'
import { test } from './test.ts'

const HOME = 'the home of dsh (default: $DSH_HOME, else ~/.dsh)'
const CWD = 'the workspace in which is judged (default: this folder)'

function program(printer: Printer, done: (code: number) => void): Command {
  const cli = new Command('dsh-shooty')
    .description('Tries guards and gates of Shooty before they judge: the same verdicts as in dsh, without dsh.')
    .exitOverride().showHelpAfterError('(--help shows what there is)').helpCommand(false)

  common(cli.command('explain')).description('what was read of a call, what each gate and guard makes of it, and why')
    .argument('[command]', 'a shell command, in quotes').option('--tool <name>', 'a tool other than the shell').option('--args <json>', 'the arguments of the tool')
    .action(async (text: string | undefined, options: ExplainOptions) => { done(await explain(text, options, printer)) })

  common(cli.command('test')).description('runs the examples beside guards (<name>.examples.yml), or files of { command, expect } lines (.jsonl)')
    .argument('[files...]', 'files or folders (default: all below this folder)')
    .action(async (files: string[], options: CommonOptions) => { done(await test(files, options, printer)) })

  common(cli.command('replay')).description('judges the recorded calls and stops of sessions again with the guards of now; runs nothing')
    .argument('[sessions...]', 'ids, parts of paths, or log files (default: all of the home)')
    .option('--guard <file>', 'a script in place of the profile\'s guards; given twice, both are compared', (file: string, files: string[] | undefined) => [...files ?? [], file])
    .option('--trigger <point>', 'the Point of --guard', 'command')
    .action(async (sessions: string[], options: ReplayOptions) => { done(await replay(sessions, options, printer)) })

  common(cli.command('check')).description('a profile\'s configuration, every script of it compiled, every example run; for CI')
    .action(async (options: CommonOptions) => { done(await check(options, printer)) })
  return cli
}

function common(command: Command): Command {
  return command.option('--profile <name>', 'the profile whose configuration holds (default: the gates as they come)')
    .option('--home <folder>', HOME).option('--cwd <folder>', CWD).option('--json', 'one JSON document for programs')
}

export async function main(args: readonly string[]): Promise<number> {
  const printer = createPrinter({ out: process.stdout, err: process.stderr, env: process.env })
  let code = 0
  try {
    const cli = program(printer, (outcome) => { code = outcome })
    if (args.length === 0) {
      cli.outputHelp()
      return 2
    }
    await cli.parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    process.stderr.write(`dsh-shooty: ${describeThrown(error)}\n`)
    return 2
  }
}

// Whoever reads only the first lines closes the pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

process.exitCode = await main(process.argv.slice(2))
